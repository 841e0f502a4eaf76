// What is settled before the start: game, board, clock and sides, and computers of the server and from outside.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { createRoom, inMatch, playOn, waitForTurn } from "./player.mjs";
import { begin, clientFolder, newPerson, randomNumbers, ServerProcess } from "./support.mjs";
import { part, testid } from "./two.mjs";

const program = "Deep Thought";
let bot;
after(() => bot?.kill());
// Keys are made while the server is down.
const server = new ServerProcess();
const key = /bk_\S+/.exec(execFileSync(server.binary, ["bot-key", "add", program, "--data", server.data], { encoding: "utf8" }))[0];
const { browser, games } = await begin(server);
const game = games[0];

const segment = (page, name, value) => page.locator(`label:has(input[name="${name}"][value="${value}"])`);

/** The example that people start from, until the server has it on its list. */
async function startProgram() {
  const address = `${server.url.replace(/^http/, "ws")}ws`;
  const script = resolve(clientFolder, "../bot/pentad_bot.py");
  bot = spawn("python3", [script, "--name", program, "--server", address], {
    env: { ...process.env, PENTAD_BOT_KEY: key, PYTHONUNBUFFERED: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((done, fail) => {
    bot.stdout.once("data", done);
    bot.once("exit", (code) => fail(new Error(`the bot ended with ${code}`)));
  });
}

test("the host changes game, clock and sides before the start, and the guest sees it", async () => {
  const host = await newPerson(browser, server.url, "Ada");
  const guest = await newPerson(browser, server.url, "Bob");
  const { page } = host;
  await createRoom(page, game, { opponent: "person", side: "random" });
  await guest.page.goto(await testid(page, "invite").inputValue());
  await testid(guest.page, "ready").waitFor();
  await page.locator("[data-testid=room-options] summary").click();
  await page.selectOption("select[name=game]", games[games.length - 1]);
  const title = await page.locator(`select[name=game] option[value=${games[games.length - 1]}]`).innerText();
  await guest.page.locator("h1", { hasText: title }).waitFor();
  await segment(page, "time", "fischer").click();
  await page.selectOption("select[name=minutes]", "5");
  await guest.page.getByText("5 min + 5 s").waitFor();
  await segment(page, "time", "correspondence").click();
  await guest.page.getByText("3 d a move").waitFor();
  await segment(page, "time", "permove").click();
  await guest.page.getByText("60 s a move").waitFor();
  assert.equal(await guest.page.locator(".side-mark.drawn").count(), 2);
  await segment(page, "first", "1").click();
  await guest.page.locator(".side-mark.drawn").first().waitFor({ state: "detached" });
  await testid(guest.page, "ready").click();
  await testid(page, "ready").click();
  await inMatch(page);
  await inMatch(guest.page);
  // The guest's chair moves first.
  await guest.page.locator("[data-next=true]").first().waitFor();
  await guest.page.locator(".clock").first().waitFor();
  await part(host, guest);
});

test("open tables are found by game and by clock, and a table by its code", async () => {
  const host = await newPerson(browser, server.url, "Ada");
  const guest = await newPerson(browser, server.url, "Bob");
  const { page } = guest;
  await createRoom(host.page, game, { opponent: "person", time: "fischer" });
  const code = await host.page.locator(".code strong").innerText();
  const row = page.locator("[aria-labelledby=open] li", { hasText: host.name });
  await row.waitFor();
  await page.selectOption("select[name=filter-pace]", "none");
  await row.waitFor({ state: "detached" });
  await page.selectOption("select[name=filter-pace]", "clock");
  await row.waitFor();
  await page.selectOption("select[name=filter-game]", games[games.length - 1]);
  await row.waitFor({ state: "detached" });
  await page.selectOption("select[name=filter-game]", game);
  await row.waitFor();
  await page.fill("#code", code.toLowerCase());
  await page.keyboard.press("Enter");
  await testid(page, "ready").waitFor();
  await part(host, guest);
});

test("a program from outside is on the lists of computers and plays", async () => {
  await startProgram();
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, game, { opponent: "person", side: "0" });
  const entry = page.locator("select[name=chair-1] option", { hasText: program });
  await entry.waitFor({ state: "attached" });
  await page.selectOption("select[name=chair-1]", await entry.getAttribute("value"));
  await page.locator("[data-chair='1']", { hasText: program }).locator(".ready.yes").waitFor();
  await testid(page, "ready").click();
  await inMatch(page);
  const seen = await playOn(page, randomNumbers(5), ({ turn }) => turn >= 2);
  await waitForTurn(page, seen.turn);
  await page.evaluate((game) => (location.hash = `#/new/${game}`), game);
  await page.locator("select[name=level] option", { hasText: program }).waitFor({ state: "attached" });
  await part(person);
});
