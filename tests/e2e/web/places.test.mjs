// Where one is: titles, the focus on the heading, what is read aloud and stays long enough, keys and wheel of a replay.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom, inMatch, playOn } from "./player.mjs";
import { begin, newPerson, noComplaints, randomNumbers } from "./support.mjs";
import { moveTogether, pair, part, testid } from "./two.mjs";

const { server, browser, games, once } = await begin();

const open = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);
const focused = (page) => page.waitForFunction(() => document.activeElement?.tagName === "H1" && document.activeElement.isConnected);

once("each page has a title of its own, and who comes to it by a link stands on its heading", async () => {
  for (const [locale, words] of [["en", ["Rules", "My games"]], ["pt-PT", ["Regras", "minhas partidas"]]]) {
    const person = await newPerson(browser, server.url, "Ada", { locale });
    const { page } = person;
    assert.equal(await page.title(), "Pentad");
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "nobody is moved on the first page");
    const titles = new Set(["Pentad"]);
    for (const hash of ["#/rules", `#/rules/${games[0]}`, `#/new/${games[0]}`, "#/matches", "#/handover/none", "#/nowhere/at/all"]) {
      const before = await page.title();
      await open(page, hash);
      await page.waitForFunction((before) => document.title !== before, before);
      await focused(page);
      const title = await page.title();
      assert.match(title, / · Pentad$/);
      assert.ok(title.startsWith(await page.evaluate(() => document.activeElement.textContent)), title);
      titles.add(title);
    }
    assert.equal(titles.size, 7, [...titles].join());
    for (const word of words) assert.ok([...titles].some((it) => it.includes(word)), `${word}: ${[...titles].join()}`);
    await createRoom(page, games[0], { level: 1, side: "0" });
    await inMatch(page);
    await focused(page);
    assert.ok((await page.title()).split(" · ").length === 3, await page.title());
    // The board comes right after it: a few stops, not the whole page round.
    let stops = 0;
    while (!(await page.evaluate(() => document.activeElement.hasAttribute("data-square"))) && stops++ < 6) await page.keyboard.press("Tab");
    assert.ok(stops <= 5);
    await open(page, "#/");
    await page.waitForFunction(() => document.title === "Pentad");
    await focused(page);
    noComplaints(person);
    await person.context.close();
  }
});

once("what is read aloud waits in a queue, is gone after a while, and tells of moves taken back", async () => {
  const { host, guest } = await pair(browser, server.url, "replica", { side: "0" });
  const { page } = host;
  await page.evaluate(() => {
    globalThis.read = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) globalThis.read.push(node.textContent);
    }).observe(document.querySelector("[data-testid=said]"), { childList: true, subtree: true, characterData: true });
  });
  await moveTogether(host, guest, randomNumbers(2));
  await moveTogether(guest, host, randomNumbers(3));
  await page.waitForFunction(() => globalThis.read.filter((it) => it.includes(" played ")).length === 2);
  assert.ok((await page.locator("[data-testid=said] p").count()) >= 2, "one line silenced the other");
  await testid(guest.page, "takeback").click();
  await testid(page, "accept").click();
  await page.waitForFunction(() => globalThis.read.some((it) => /^Moves taken back: [1-9]/.test(it)));
  const told = await page.evaluate(() => globalThis.read.at(-1));
  assert.doesNotMatch(told, / played /);
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=said] p").length === 0);
  await part(host, guest);
});

once("Home, End and the wheel go through a replay, which is seen from one's own side", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { level: 1, side: "1" });
  await inMatch(page);
  await playOn(page, randomNumbers(3), ({ turn }) => turn >= 5);
  await testid(page, "resign").click();
  await testid(page, "resign-yes").click();
  await testid(page, "result").waitFor();
  const near = () => page.locator(".seat-bar").last().getAttribute("data-seat");
  assert.equal(await near(), "1");
  await testid(page, "replay").click();
  await testid(page, "replay-page").waitFor();
  assert.equal(await near(), "1", "the replay is seen from the own side");
  const at = (ply) => page.waitForFunction((ply) => location.hash.endsWith(`/${ply}`), ply);
  const last = await page.locator(".ply").count();
  await page.keyboard.press("Home");
  await at(0);
  await page.keyboard.press("End");
  await at(last);
  const box = await page.locator(".match .board").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -100);
  await at(last - 1);
  await page.mouse.wheel(0, -100);
  await at(last - 2);
  await page.mouse.wheel(0, 100);
  await at(last - 1);
  assert.equal(await page.evaluate(() => scrollY), 0);
  noComplaints(person);
  await person.context.close();
});

once("Esc lets go of a picked piece from anywhere, and closes the field of the name", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await page.locator(".name-chip").click();
  await page.locator(".name-form input").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".name-form").waitFor({ state: "detached" });
  await createRoom(page, "replica", { opponent: "hotseat" });
  await inMatch(page);
  await page.locator("[data-next=true]").last().click();
  await page.locator(".cell.picked").waitFor();
  await testid(page, "flip").focus();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelectorAll(".cell.picked").length === 0);
  noComplaints(person);
  await person.context.close();
});

once("dates stand as the reader's country writes them", async () => {
  const seen = {};
  for (const locale of ["en-GB", "en-US"]) {
    const person = await newPerson(browser, server.url, "Ada", { locale });
    const { page } = person;
    await createRoom(page, games[0], { level: 1, side: "0" });
    await inMatch(page);
    await playOn(page, randomNumbers(3), ({ turn }) => turn >= 2);
    await testid(page, "resign").click();
    await testid(page, "resign-yes").click();
    await testid(page, "result").waitFor();
    await open(page, "#/matches");
    await page.locator(".match-row").first().waitFor();
    const today = await page.evaluate((locale) => new Date().toLocaleDateString(locale, { dateStyle: "medium" }), locale);
    const text = await page.locator(".match-row").first().innerText();
    assert.ok(text.includes(today), `${today}: ${text}`);
    seen[locale] = today;
    noComplaints(person);
    await person.context.close();
  }
  assert.notEqual(seen["en-GB"], seen["en-US"]);
});
