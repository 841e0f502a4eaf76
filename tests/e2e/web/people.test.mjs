// People who do not get on: they are blocked and reported behind their names, by mouse or keyboard, in both languages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { begin, newPerson, ServerProcess } from "./support.mjs";
import { pair, part, testid } from "./two.mjs";

const server = new ServerProcess();
const { browser, games } = await begin(server);

const say = async ({ page }, text) => {
  await page.locator("[data-testid=chat]").evaluate((box) => (box.open = true));
  await page.fill("[data-testid=chat] input[name=line]", text);
  await page.keyboard.press("Enter");
};
const lines = ({ page }) => page.locator(".chat .lines p bdi:last-child");
const reports = () => execFileSync(server.binary, ["admin", "--data", server.data, "reports"], { encoding: "utf8" });

test("an opponent is blocked and reported by keyboard, and unblocked in the settings", async () => {
  const { host, guest } = await pair(browser, server.url, games[0]);
  await say(guest, "You play badly");
  await say(host, "Please stop");
  await lines(host).getByText("You play badly").waitFor();

  const name = host.page.locator(".seat-bar [data-testid=person]");
  assert.equal(await name.innerText(), guest.name);
  assert.equal(await host.page.locator(".chat [data-testid=person]").count(), 1, "one's own name is no button");
  await name.focus();
  await host.page.keyboard.press("Enter");
  await testid(host.page, "person-dialog").waitFor();
  await testid(host.page, "block").focus();
  await host.page.keyboard.press("Enter");
  await testid(host.page, "block").getByText("Unblock").waitFor();
  await lines(host).getByText("You play badly").waitFor({ state: "detached" });

  await host.page.selectOption("select[name=reason]", "chat");
  await host.page.focus("input[name=report]");
  await host.page.keyboard.type("He is rude.");
  await host.page.keyboard.press("Enter");
  await testid(host.page, "person-dialog").waitFor({ state: "detached" });
  assert.match(reports(), new RegExp(`chat  p_\\w+ \\(${guest.name}\\)  by p_\\w+  m_\\w+  He is rude.`));

  await say(guest, "Hello?");
  await lines(guest).getByText("Hello?").waitFor();
  await say(host, "Quiet at last");
  await lines(host).getByText("Quiet at last").waitFor();
  assert.equal(await lines(host).getByText("Hello?").count(), 0);

  await testid(host.page, "settings").click();
  await testid(host.page, "unblock").click();
  await testid(host.page, "unblock").waitFor({ state: "detached" });
  await testid(host.page, "settings-close").click();
  await say(guest, "Sorry");
  await lines(host).getByText("Sorry").waitFor();
  await part(host, guest);
});

test("who is blocked finds the door closed, and is told so in Portuguese", async () => {
  const host = await newPerson(browser, server.url, "Ada");
  const guest = await newPerson(browser, server.url, "Bob");
  await say(guest, "Hello there");
  await host.page.locator(".chat [data-testid=person]", { hasText: guest.name }).first().evaluate((name) => name.click());
  await testid(host.page, "block").click();
  await testid(host.page, "block").getByText("Unblock").waitFor();
  await host.page.keyboard.press("Escape");
  await testid(host.page, "person-dialog").waitFor({ state: "detached" });
  await host.page.evaluate((game) => (location.hash = `#/new/${game}`), games[0]);
  await host.page.locator('label:has(input[name="opponent"][value="person"])').click();
  await testid(host.page, "create").click();
  const invite = await testid(host.page, "invite").inputValue();
  await testid(guest.page, "settings").click();
  await guest.page.selectOption("select[name=language]", "pt");
  await testid(guest.page, "settings-close").click();
  await guest.page.goto(invite);
  await guest.page.getByText("Alguém nessa sala não quer encontrar-se consigo.").first().waitFor();
  await part(host, guest);
});
