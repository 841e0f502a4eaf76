// The lobby with more tables than anybody reads: the first of them, how many there are, and more when asked for.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { createRoom, inMatch } from "./player.mjs";
import { begin, newPerson, noComplaints, phone, pictureFolder, ServerProcess } from "./support.mjs";
import { testid } from "./two.mjs";

const server = new ServerProcess("--max-rooms-per-player", "600");
const { browser, games } = await begin(server);
const [first, second = first] = games;
const pictures = pictureFolder();

/** Somebody opens so many tables of each game, and stays until the page is closed. Answers with the rooms. */
const open = (page, counts) =>
  page.evaluate(async (counts) => {
    const socket = (window.host ??= new WebSocket(new URL("ws", location.href.replace(/^http/, "ws")), "pentad.v1.json"));
    const rooms = [];
    let id = (window.asked ??= 0);
    const ask = (type, data) => socket.send(JSON.stringify({ type, id: ++id, data }));
    const total = Object.values(counts).reduce((sum, count) => sum + count);
    const begin = () => {
      for (const [game, count] of Object.entries(counts))
        for (let i = 0; i < count; i++) ask("room.create", { game, seats: [{ kind: "human" }, { kind: "human" }] });
      window.asked = id;
    };
    await new Promise((done, fail) => {
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "error") fail(new Error(data));
        if (message.data?.resumeToken) begin();
        if (message.type === "ok" && message.data.code) rooms.push(message.data.room);
        if (rooms.length === total) done();
      };
      if (socket.readyState === WebSocket.OPEN) return begin();
      socket.onopen = () => ask("hello", { protocol: [1], client: { name: "host", version: "1" }, auth: { kind: "guest" } });
    });
    return rooms;
  }, counts);

const rows = (page) => page.locator("section:has(> #open) .room-row");
const heading = (page) => page.locator("#open .count");
/** Until there are so many rows. */
const waitForRows = (page, count) => page.waitForFunction((count) => document.querySelectorAll("section:has(> #open) .room-row").length === count, count);

test("of five hundred tables one sees the newest, how many there are, and more of them when one asks", async () => {
  const host = await newPerson(browser, server.url, "Host");
  await open(host.page, { [first]: 400, [second]: 100 });
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await waitForRows(page, 50);
  assert.equal(await heading(page).innerText(), "500");
  const more = page.locator("[data-more=open]");
  assert.equal(await more.innerText(), "Show more (450 left)");
  await page.locator(".filters").evaluate((it) => it.scrollIntoView());
  await page.screenshot({ path: join(pictures, "lobby-500.png") });
  await more.click();
  await waitForRows(page, 100);
  assert.equal(await more.innerText(), "Show more (400 left)");
  await page.locator(".code-form").scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(pictures, "lobby-500-more.png") });

  // What opens now comes into the list, and who asks for one game's tables sees only those.
  const [fresh] = await open(host.page, { [first]: 1 });
  await page.waitForSelector(`[data-room=${fresh}]`);
  await waitForRows(page, 100);
  assert.equal(await heading(page).innerText(), "501");
  if (second !== first) {
    await page.selectOption("select[name=filter-game]", second);
    await page.waitForFunction(() => document.querySelector("#open .count")?.textContent === "100");
    await waitForRows(page, 50);
    await more.click();
    await waitForRows(page, 100);
    assert.equal(await more.count(), 0, "there are no more");
    const [other] = await open(host.page, { [second]: 1 });
    await page.waitForSelector(`[data-room=${other}]`);
    await page.selectOption("select[name=filter-game]", "");
    await waitForRows(page, 50);
  }
  // All that may be shown, and that there is more.
  for (const size of [100, 200, 500]) {
    await more.click();
    await waitForRows(page, size);
  }
  assert.equal(await more.count(), 0);
  assert.match(await page.locator("section:has(> #open) > p.muted").innerText(), /^\d+ more are not listed\. Choose a game/);
  noComplaints(person, host);
  await person.context.close();
  await host.context.close();
});

test("on a telephone, in Portuguese, the long list says the same", async () => {
  const host = await newPerson(browser, server.url, "Host");
  await open(host.page, { [first]: 60 });
  const person = await newPerson(browser, server.url, "Ada", { ...phone, locale: "pt-PT" });
  const { page } = person;
  await waitForRows(page, 50);
  const more = page.locator("[data-more=open]");
  // Both at one moment: tables of others may be closing.
  const [count, label] = await page.evaluate(() => ["#open .count", "[data-more=open]"].map((it) => document.querySelector(it).textContent));
  assert.equal(label, `Mostrar mais (faltam ${count - 50})`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0, "nothing sticks out");
  await more.scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(pictures, "lobby-500-360-pt.png") });
  noComplaints(person, host);
  await person.context.close();
  await host.context.close();
});

test("each game says what one plays for, and its start is in sight, with the computer for a first game named", async () => {
  for (const [name, options] of Object.entries({ "1280x800": {}, "360x740": { ...phone, locale: "pt-PT" } })) {
    const person = await newPerson(browser, server.url, "Ada", options);
    const { page } = person;
    const goals = await page.locator(".game-card .game-goal").allInnerTexts();
    assert.equal(goals.length, games.length);
    for (const goal of goals) assert.ok(goal.length > 15 && goal.length < 200, goal);
    await page.screenshot({ path: join(pictures, `cards-${name}.png`) });
    for (const game of games) {
      await page.evaluate((game) => (location.hash = `#/new/${game}`), game);
      await page.waitForFunction((game) => document.querySelector(".create h1")?.textContent && location.hash.endsWith(game), game);
      const { top, bottom, on } = await page.locator("[data-testid=create]").evaluate((button) => {
        const box = button.getBoundingClientRect();
        return { top: box.top, bottom: box.bottom, on: document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2) === button };
      });
      assert.ok(top >= 0 && bottom <= (options.viewport?.height ?? 800), `${game}: ${top} to ${bottom}`);
      assert.ok(on, `${game}: something covers it`);
    }
    await page.screenshot({ path: join(pictures, `create-${name}.png`) });
    const levels = await page.locator("select[name=level] option").allInnerTexts();
    assert.equal(levels.filter((it) => /right for a first game|bom para uma primeira partida/.test(it)).length, 1);
    await testid(page, "create").click();
    await inMatch(page);
    const named = levels[1].split("·")[1].split("–")[0].trim();
    assert.ok((await page.locator(".seat-bar").allInnerTexts()).join().includes(`(${named})`), named);
    noComplaints(person);
    await person.context.close();
  }
});

test("a game against a computer that its player has left is not listed, and the field for a code is above the lists", async () => {
  const player = await newPerson(browser, server.url, "Ada");
  await createRoom(player.page, first, { level: 1, side: "0" });
  await inMatch(player.page);
  const watcher = await newPerson(browser, server.url, "Bob");
  const { page } = watcher;
  const row = page.locator(".room-row", { hasText: player.name });
  await row.waitFor();
  const [code, list] = [await page.locator("#code").boundingBox(), await page.locator("#open").boundingBox()];
  assert.ok(code.y < list.y);
  noComplaints(player);
  await player.context.close();
  await row.waitFor({ state: "detached" });
  noComplaints(watcher);
  await watcher.context.close();
});
