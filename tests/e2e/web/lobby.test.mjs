// The lobby with more tables than anybody reads: the first of them, how many there are, and more when asked for.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { begin, newPerson, noComplaints, phone, pictureFolder, ServerProcess } from "./support.mjs";

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
