// A table for a friend, what tells the host that somebody came, chat that is seen, and no hints against people.
import assert from "node:assert/strict";
import { join } from "node:path";
import { createRoom, inMatch } from "./player.mjs";
import { begin, newPerson, phone, pictureFolder } from "./support.mjs";
import { pair, part, testid } from "./two.mjs";

const { server, browser, games, once } = await begin();
const pictures = pictureFolder();

once("a table for a friend is a link that can be shared, is not listed, and the game starts when both sit", async () => {
  for (const [locale, starts] of [["en", /starts as soon as somebody sits down/], ["pt-PT", /começa assim que alguém se sentar/]]) {
    const host = await newPerson(browser, server.url, "Ada", { ...phone, locale });
    const { page } = host;
    await page.addInitScript(() => (navigator.share = async (what) => void (globalThis.shared = what)));
    await page.reload();
    await page.waitForSelector("[data-game]");
    await page.evaluate((game) => (location.hash = `#/new/${game}`), games[0]);
    await testid(page, "create").waitFor();
    await page.locator("label:has(input[name=opponent][value=person])").click();
    await testid(page, "create").click();
    const link = await testid(page, "invite").inputValue();
    await page.getByRole("status").getByText(starts).waitFor();
    await testid(page, "share").click();
    assert.equal(await page.evaluate(() => globalThis.shared.url), link);
    await page.screenshot({ path: join(pictures, `friend-${locale}-360.png`) });
    const guest = await newPerson(browser, server.url, "Bob");
    assert.equal(await guest.page.locator(".room-row", { hasText: host.name }).count(), 0, "nobody else sees it");
    await guest.page.goto(link);
    assert.equal(await inMatch(guest.page), await inMatch(page));
    await part(host, guest);
  }
});

once("a host who looks elsewhere is told that somebody came: by title, icon and notification; of offers too", async () => {
  const host = await newPerson(browser, server.url, "Ada");
  const { page } = host;
  await page.addInitScript(() => {
    globalThis.notes = [];
    Object.defineProperty(document, "hidden", { get: () => globalThis.elsewhere === true, configurable: true });
    class Note {
      static permission = "granted";
      constructor(title, { body }) {
        globalThis.notes.push(`${title}: ${body}`);
      }
    }
    globalThis.Notification = Note;
    Object.defineProperty(navigator, "serviceWorker", { value: undefined });
    localStorage.setItem("pentad.notify", "on");
  });
  await page.reload();
  await page.waitForSelector("[data-game]");
  await createRoom(page, games[0], { opponent: "person", side: "1", time: "fischer" });
  await testid(page, "invite").waitFor();
  const notes = (text) => page.waitForFunction((text) => globalThis.notes.some((it) => it.includes(text)), text);
  await page.evaluate(() => (globalThis.elsewhere = true));
  const guest = await newPerson(browser, server.url, "Bob");
  await guest.page.goto(await testid(page, "invite").inputValue());
  await notes(guest.name);
  await page.waitForFunction((name) => document.title.includes(name), guest.name);
  await page.waitForSelector("link[rel=icon][href='favicon-turn.svg']", { state: "attached" });
  await testid(page, "ready").click();
  await testid(guest.page, "ready").click();
  await inMatch(page);
  await page.waitForSelector("link[rel=icon][href='favicon.svg']", { state: "attached" });
  await notes("to move");
  await testid(guest.page, "pause").click();
  await notes("asks for a pause");
  await part(host, guest);
});

once("chat beside the board shows what is unread without scrolling, and is a click away", async () => {
  const { host, guest } = await pair(browser, server.url, games[0], { side: "0" });
  const { page } = host;
  const badge = page.locator(".chat-button .badge");
  assert.equal(await badge.count(), 0);
  await guest.page.locator(".chat summary").click();
  for (const line of ["Hello", "Good luck"]) {
    await guest.page.fill(".chat input", line);
    await guest.page.keyboard.press("Enter");
    await guest.page.waitForFunction(() => document.querySelector(".chat input").value === "");
  }
  await badge.getByText("2").waitFor();
  const box = await badge.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 800 && (await page.evaluate(() => scrollY)) === 0, JSON.stringify(box));
  assert.equal(await testid(page, "chat-button").getAttribute("aria-label"), "Chat: 2 unread");
  await page.screenshot({ path: join(pictures, "chat-unread.png") });
  await testid(page, "chat-button").click();
  await page.waitForFunction(() => document.activeElement?.matches(".chat input"));
  await testid(page, "chat").getByText("Good luck").waitFor();
  assert.equal(await badge.count(), 0);
  await part(host, guest);
});

once("there are hints against a computer and at one screen, and none against a person", async () => {
  const { host, guest } = await pair(browser, server.url, games[0], { side: "0" });
  await host.page.locator("[data-next=true]").first().waitFor();
  assert.equal(await testid(host.page, "hint").count(), 0);
  for (const options of [{ level: 1, side: "0" }, { opponent: "hotseat" }]) {
    await createRoom(host.page, games[0], options);
    await inMatch(host.page);
    await testid(host.page, "hint").waitFor();
  }
  await part(host, guest);
});
