// The page comes in parts: what is not here yet is fetched when it is shown, and said so when it does not come.
import assert from "node:assert/strict";
import { begin, newPerson, noComplaints } from "./support.mjs";
import { testid } from "./two.mjs";

const { server, browser, games, once } = await begin();

once("a part that cannot be fetched says so, and the page is reloaded by a button", async () => {
  for (const [locale, failed, reload] of [
    ["en", "A part of this page could not be fetched.", "Reload the page"],
    ["pt-PT", "Não foi possível obter uma parte desta página.", "Recarregar a página"],
  ]) {
    const context = await browser.newContext({ locale, serviceWorkers: "block" });
    const page = await context.newPage();
    const parts = /(create_page|settings_dialog)-\w+\.js$/;
    await page.route(parts, (route) => route.abort());
    await page.goto(`${server.url}#/new/${games[0]}`);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    assert.match(await alert.innerText(), new RegExp(failed.replaceAll(".", "\\.")));
    await page.unroute(parts);
    await alert.getByRole("button", { name: reload }).click();
    await testid(page, "create").waitFor();
    await context.close();
  }
});

once("another language is fetched when somebody chooses it, and the first stays when it does not come", async () => {
  const person = await newPerson(browser, server.url, "Ada", { serviceWorkers: "block" });
  const { page } = person;
  const heading = page.locator("h1");
  const texts = /\/pt-\w+\.js$/;
  await page.route(texts, (route) => route.abort());
  await testid(page, "settings").click();
  await page.selectOption("select[name=language]", "pt");
  await page.getByText("A part of this page could not be fetched.").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  assert.equal(await page.locator("select[name=language]").inputValue(), "en");
  // A browser may remember that a script did not come, until the page is read anew.
  person.complaints.length = 0;
  await page.unroute(texts);
  await page.reload();
  await testid(page, "settings").click();
  await page.selectOption("select[name=language]", "pt");
  await page.waitForFunction(() => document.documentElement.lang === "pt");
  assert.match(await heading.innerText(), /Jogos abstratos/);
  noComplaints(person);
  await person.context.close();
});

once("once the page is calm the rest is there: without the network every page opens", async () => {
  const person = await newPerson(browser, server.url, "Ada", { serviceWorkers: "block" });
  const { page } = person;
  await page.reload();
  const parts = ["room_page", "create_page", "rules_page", "replay_page", "matches_page", "settings_dialog", "person_dialog", "analysis"];
  await page.waitForFunction(
    (parts) => parts.every((part) => performance.getEntriesByType("resource").some((it) => it.name.includes(`/${part}-`) && it.responseEnd > 0)),
    parts,
  );
  await page.route(/\.js$/, (route) => route.abort());
  await page.evaluate((game) => (location.hash = `#/new/${game}`), games[0]);
  await testid(page, "create").waitFor();
  await page.evaluate((game) => (location.hash = `#/rules/${game}`), games[0]);
  await testid(page, "try-board").waitFor();
  await testid(page, "settings").click();
  await testid(page, "settings-close").waitFor();
  noComplaints(person);
  await person.context.close();
});
