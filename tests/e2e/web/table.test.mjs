// What goes on around the board: chairs, chat, offers, looking back and trying, records, another device, a second tab.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom, inMatch, playOn, resultOf, turnOf, typeMoves, waitForTurn } from "./player.mjs";
import { begin, newPerson, phone, randomNumbers } from "./support.mjs";
import { moveTogether, pair, part, testid } from "./two.mjs";

const { server, browser, games } = await begin();
const game = games[0];

const meet = ({ game: other = game, ...options } = {}) => pair(browser, server.url, other, options);
const plyShown = (page) => page.locator(".ply[aria-current]").getAttribute("data-ply").then(Number);

test("the host gives a chair to a computer before the start, and back to a person", async () => {
  const host = await newPerson(browser, server.url, "Ada");
  const { page } = host;
  await createRoom(page, game, { opponent: "person" });
  await page.selectOption("select[name=chair-1]", { index: 1 });
  await page.waitForSelector("[data-chair='1'] .ready.yes");
  await page.selectOption("select[name=chair-1]", "person");
  await page.waitForSelector("[data-chair='1'].free");
  await page.selectOption("select[name=chair-1]", { index: 2 });
  await page.waitForSelector("[data-chair='1'] .ready.yes");
  await testid(page, "ready").click();
  await inMatch(page);
  await part(host);
});

test("earlier positions are looked at by arrow keys and clicks, while the game goes on", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, game, { level: 1, side: "0" });
  await inMatch(page);
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 4);
  assert.equal(await plyShown(page), 4);
  // A row has the number of its first move, counted as everywhere.
  const row = page.locator(".history tr", { has: page.locator(".ply[data-ply='3']") });
  assert.equal(await row.locator(".number").innerText(), "3");
  await page.locator(".match-title h2").click();
  await page.keyboard.press("ArrowLeft");
  await testid(page, "study").waitFor();
  assert.equal(await plyShown(page), 3);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await plyShown(page), 2);
  await page.locator(".ply[data-ply='1']").click();
  assert.equal(await plyShown(page), 1);
  await page.keyboard.press("Escape");
  await testid(page, "study").waitFor({ state: "detached" });
  assert.equal(await plyShown(page), 4);
  await playOn(page, randomNumbers(6), ({ turn }) => turn >= 6);
  await part(person);
});

test("what if: moves are tried for both sides and none of them is played", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, game, { level: 1, side: "0" });
  await inMatch(page);
  const random = randomNumbers(5);
  await playOn(page, random, ({ turn }) => turn >= 2);
  await testid(page, "what-if").click();
  await testid(page, "study").waitFor();
  for (let tried = 1; tried <= 3; tried++) {
    await playOn(page, random, ({ turn }) => turn >= 2 + tried);
    await page.waitForFunction((n) => document.querySelector("[data-testid=branch] bdi").textContent.split(" ").length === n, tried);
  }
  assert.equal(await testid(page, "match").getAttribute("data-ply"), "2");
  await testid(page, "study-undo").click();
  await page.waitForFunction(() => document.querySelector("[data-testid=branch] bdi").textContent.split(" ").length === 2);
  await testid(page, "study-leave").click();
  await testid(page, "branch").waitFor({ state: "detached" });
  assert.equal(await turnOf(page), 2);
  await playOn(page, random, ({ turn }) => turn >= 4);
  await part(person);
});

test("a finished game is replayed by its link, from the list of one's own games too", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const stranger = await newPerson(browser, server.url, "Bob");
  const { page } = person;
  await createRoom(page, game, { level: 1, side: "0" });
  const match = await inMatch(page);
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 4);
  await testid(page, "resign").click();
  await testid(page, "resign-yes").click();
  await resultOf(page);
  await testid(page, "replay").click();
  await testid(page, "replay-page").waitFor();
  await testid(page, "first").click();
  await page.waitForFunction(() => location.hash.endsWith("/0"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.endsWith("/2"));
  assert.equal(await plyShown(page), 2);
  await stranger.page.goto(page.url());
  await testid(stranger.page, "replay-page").waitFor();
  assert.equal(await plyShown(stranger.page), 2);
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await testid(page, "copy-record").click();
  await page.getByText("Copied").waitFor();
  const record = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(record.includes(await page.locator(".ply[data-ply='4']").innerText()), record);
  await page.evaluate(() => (location.hash = "#/matches"));
  await page.locator(`[data-match="${match}"] a`).click();
  await testid(page, "replay-page").waitFor();
  await part(person, stranger);
});

test("a finished game is analysed: its course is walked through by clicks and keys, mistakes are named, better moves tried", async (t) => {
  // Black lets a win go, and White's king steps in front of a man.
  const moves = "a1-e1 e8-e6 e1-e2 e6-e5 e2-e3 f8-d6 e3-e4".split(" ");
  if (!games.includes("replica")) return t.skip("its moves are those of Replica");
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, "replica", { opponent: "hotseat" });
  await inMatch(page);
  await typeMoves(page, moves);
  await testid(page, "resign").click();
  await testid(page, "resign-yes").click();
  await resultOf(page);
  await testid(page, "replay").click();
  await testid(page, "analyse").click();
  // The server's computer looks at games when nobody else wants it.
  await page.waitForSelector("[data-testid=analysis][data-done=true]", { timeout: 240000 });
  const course = page.getByRole("slider", { name: "Course of the game" });
  assert.equal(await course.locator(".curve").evaluate((curve) => curve.points.numberOfItems), moves.length + 1);
  assert.ok((await course.getAttribute("aria-valuetext")).endsWith("by resignation"));
  const box = await course.boundingBox();
  await page.mouse.click(box.x + 1, box.y + box.height / 2);
  await page.waitForFunction(() => location.hash.endsWith("/0"));
  await course.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.endsWith("/1"));
  await testid(page, "verdict").waitFor();
  assert.equal(await course.getAttribute("aria-valuenow"), "1");

  const mistakes = await page.locator(".mistakes button").allInnerTexts();
  assert.ok(mistakes.includes("3… f8-d6") && mistakes.includes("4. e3-e4"), mistakes.join());
  assert.equal(await course.locator(".blunder").count(), mistakes.length);
  await page.getByRole("button", { name: "3… f8-d6" }).click();
  await page.waitForFunction(() => location.hash.endsWith("/6"));
  assert.match(await testid(page, "verdict").innerText(), /Black could force a win/);
  const best = await testid(page, "try-best").innerText();
  await testid(page, "try-best").click();
  await testid(page, "branch").getByText(best).waitFor();
  await part(person);
});

test("players speak to each other, watchers among themselves, and text stays text", async () => {
  const { host, guest } = await meet();
  const [bob, cleo] = [await newPerson(browser, server.url, "Cleo"), await newPerson(browser, server.url, "Dan")];
  for (const watcher of [bob, cleo]) {
    await watcher.page.goto(host.page.url());
    await inMatch(watcher.page);
  }
  const say = async ({ page }, text) => {
    await page.locator("[data-testid=chat]").evaluate((box) => (box.open = true));
    await page.fill("[data-testid=chat] input[name=line]", text);
    await page.keyboard.press("Enter");
  };
  await say(host, "<img src=x onerror=alert(1)> hello");
  await guest.page.locator(".chat .lines bdi", { hasText: "<img src=x onerror=alert(1)> hello" }).waitFor({ state: "attached" });
  await say(bob, "only we read this");
  await cleo.page.locator(".chat .lines bdi", { hasText: "only we read this" }).waitFor({ state: "attached" });
  assert.equal(await guest.page.getByText("only we read this").count(), 0);
  assert.equal(await cleo.page.getByText("hello").count(), 0);
  await part(host, guest, bob, cleo);
});

test("a move is taken back when the other side agrees, and not when it does not", async () => {
  const { host, guest } = await meet({ side: "0" });
  const random = randomNumbers(4);
  await moveTogether(host, guest, random);
  await moveTogether(guest, host, random);
  await testid(host.page, "takeback").click();
  await testid(guest.page, "decline").click();
  await host.page.getByText("Your offer was declined.").waitFor();
  await testid(host.page, "takeback").click();
  await testid(guest.page, "accept").click();
  await host.page.waitForFunction(() => Number(document.querySelector("[data-testid=match]").getAttribute("data-ply")) < 2);
  await moveTogether(host, guest, random);
  await part(host, guest);
});

test("a draw is offered only where the game has it, and ends the game when it is accepted", async () => {
  const shown = {};
  for (const it of games) {
    const person = await newPerson(browser, server.url, "Ada");
    await createRoom(person.page, it, { level: 1, side: "0" });
    await inMatch(person.page);
    shown[it] = await testid(person.page, "draw").count();
    await part(person);
  }
  const drawn = games.find((it) => shown[it] > 0);
  if (!drawn) return;
  const { host, guest } = await meet({ game: drawn, side: "0" });
  await testid(host.page, "draw").click();
  await testid(guest.page, "accept").click();
  assert.equal((await resultOf(host.page)).title, "Draw");
  assert.equal((await resultOf(guest.page)).code, "agreement");
  await part(host, guest);
});

test("a second tab shows the same game, and both follow it", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page, context } = person;
  await createRoom(page, game, { level: 1, side: "0" });
  const match = await inMatch(page);
  const second = await context.newPage();
  await second.goto(page.url());
  assert.equal(await inMatch(second), match);
  const seen = await playOn(second, randomNumbers(5), ({ turn }) => turn >= 2);
  await waitForTurn(page, seen.turn);
  await second.close();
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= seen.turn + 2);
  await part(person);
});

test("a cut connection is told and heals, and the move of the meantime arrives", async () => {
  const { host, guest } = await meet({ side: "0" });
  await host.context.setOffline(true);
  await host.page.waitForSelector(".banner:has(.spinner)", { timeout: 90000 });
  await host.context.setOffline(false);
  await host.page.waitForSelector(".banner", { state: "detached" });
  await moveTogether(host, guest, randomNumbers(4));
  const own = host.complaints.filter((text) => !/WebSocket connection to|ERR_INTERNET_DISCONNECTED/.test(text));
  assert.deepEqual(own, []);
  host.complaints.length = 0;
  await part(host, guest);
});

test("a link brings the player to another device", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const other = await newPerson(browser, server.url, "Phone");
  const { page } = person;
  await createRoom(page, game, { level: 1, side: "0" });
  const match = await inMatch(page);
  await testid(page, "settings").click();
  await testid(page, "handover-make").click();
  const url = await testid(page, "handover").inputValue();
  await other.page.goto(url);
  await testid(other.page, "handover-take").click();
  assert.equal(await inMatch(other.page), match);
  assert.equal(await testid(other.page, "my-name").innerText(), person.name);
  await playOn(other.page, randomNumbers(5), ({ turn }) => turn >= 2);
  await part(person, other);
});

test("two who seek the same game meet", async () => {
  const people = [await newPerson(browser, server.url, "Ada"), await newPerson(browser, server.url, "Bob")];
  for (const { page } of people) {
    await testid(page, "quick").click();
  }
  const matches = await Promise.all(people.map(({ page }) => inMatch(page)));
  assert.equal(matches[0], matches[1]);
  await part(...people);
});

test("who finds nobody within half a minute is offered a computer, and the search goes on on other pages", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await page.selectOption("select[name=quick-game]", games[games.length - 1]);
  await testid(page, "quick").click();
  await testid(page, "seeking").waitFor();
  assert.equal(await testid(page, "quick-computer").count(), 0);
  await page.evaluate(() => (location.hash = "#/rules"));
  await page.locator("h1", { hasText: "Rules" }).waitFor();
  await testid(page, "seeking").waitFor();
  await testid(page, "quick-computer").click();
  await inMatch(page);
  assert.equal(await testid(page, "seeking").count(), 0);
  assert.match(await page.locator(".seat-bar").allInnerTexts().then((all) => all.join()), /Computer 2 \(.+\)/);
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 2);
  await part(person);
});

test("an opponent who is found while one plays elsewhere is told of, and nobody is taken away from the game", async () => {
  const [ada, bob] = [await newPerson(browser, server.url, "Ada"), await newPerson(browser, server.url, "Bob")];
  await testid(ada.page, "quick").click();
  await testid(ada.page, "seeking").waitFor();
  await createRoom(ada.page, game, { level: 1, side: "0" });
  const own = await inMatch(ada.page);
  await testid(bob.page, "quick").click();
  await inMatch(bob.page);
  await testid(ada.page, "found").waitFor();
  assert.equal(await inMatch(ada.page), own);
  await testid(ada.page, "found-go").click();
  await ada.page.waitForFunction((own) => document.querySelector("[data-testid=match]")?.dataset.match !== own, own);
  assert.equal(await inMatch(ada.page), await inMatch(bob.page));
  await part(ada, bob);
});

test("a hint points at a move that can be made, on a telephone too", async () => {
  const person = await newPerson(browser, server.url, "Ada", phone);
  const { page } = person;
  await createRoom(page, game, { level: 1, side: "0" });
  await inMatch(page);
  await page.locator("[data-next=true]").first().waitFor();
  await testid(page, "hint").click();
  await page.locator(".arrow.hint").waitFor({ state: "attached" });
  await testid(page, "status").getByText(/^Hint: /).waitFor();
  await page.waitForFunction(() => document.querySelector(".board").getBoundingClientRect().top >= 0);
  await page.locator(".cell.hinted.next").first().click();
  await part(person);
});

test("a move chosen ahead is played as soon as the turn comes", async () => {
  const { host, guest } = await meet({ side: "0" });
  const { page } = guest;
  const own = page.locator(".cell.takeable");
  await own.first().waitFor();
  const count = await own.count();
  for (let i = 0; i < count && (await testid(page, "premove").count()) === 0; i++) {
    await own.nth(i).click();
    // A piece that may not go anywhere is not picked; the next one is tried.
    const next = page.locator(".cell.next:not(.takeable)").first();
    if (await next.waitFor({ timeout: 1500 }).then(() => true, () => false)) await next.click();
  }
  await testid(page, "premove").waitFor();
  await moveTogether(host, guest, randomNumbers(9));
  await Promise.race([waitForTurn(page, 2), page.getByText("was not possible").waitFor()]);
  await part(host, guest);
});
