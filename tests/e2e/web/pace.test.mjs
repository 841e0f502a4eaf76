// How fast moves are shown: a computer's answer, and games that one watches.
import assert from "node:assert/strict";
import { join } from "node:path";
import { createRoom, inMatch, playOn } from "./player.mjs";
import { begin, newPerson, phone, pictureFolder, randomNumbers } from "./support.mjs";
import { part, testid } from "./two.mjs";

const { server, browser, games, once } = await begin();
const pictures = pictureFolder();

/** Notes when each move arrives and when it is drawn. */
async function timed(page) {
  await page.addInitScript(() => {
    globalThis.arrived = {};
    globalThis.shown = {};
    const Real = globalThis.WebSocket;
    globalThis.WebSocket = class extends Real {
      constructor(...where) {
        super(...where);
        this.addEventListener("message", ({ data }) => {
          const frame = JSON.parse(data);
          if (frame.type === "match.moved") globalThis.arrived[frame.data.ply] = performance.now();
        });
      }
    };
    new MutationObserver(() => {
      const ply = document.querySelector("[data-testid=match]")?.dataset.ply;
      if (ply !== undefined) globalThis.shown[ply] ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.reload();
  await page.waitForSelector("[data-game]");
  return () => page.evaluate(() => ({ arrived: globalThis.arrived, shown: globalThis.shown }));
}

once("a computer's answer is seen and read a moment after one's own move, and at once when the clock runs", async () => {
  for (const clock of [false, true]) {
    const person = await newPerson(browser, server.url, "Ada", { paced: true });
    const { page } = person;
    const times = await timed(page);
    await createRoom(page, games[0], { level: 1, side: "0", ...(clock && { time: "fischer" }) });
    await inMatch(page);
    await playOn(page, randomNumbers(5), ({ turn }) => turn >= 4);
    const { arrived, shown } = await times();
    for (const ply of [2, 4]) {
      if (clock) assert.ok(shown[ply] - arrived[ply] < 500, `drawn ${shown[ply] - arrived[ply]} ms after it came`);
      else assert.ok(shown[ply] - shown[ply - 1] >= 550, `${shown[ply] - shown[ply - 1]} ms after the own move`);
    }
    const moves = await page.locator(".ply").allInnerTexts();
    const said = await testid(page, "said").locator("p").allInnerTexts();
    const places = moves.map((move) => said.findIndex((line) => line.includes(move)));
    assert.ok(places.every((place, i) => place >= 0 && (i === 0 || place >= places[i - 1])), `${moves} in ${said}`);
    await part(person);
  }
});

once("who watches two computers chooses the pace, stops, steps and goes back to the present", async () => {
  const person = await newPerson(browser, server.url, "Ada", { paced: true, locale: "pt-PT" });
  const { page } = person;
  const times = await timed(page);
  const ply = () => page.locator("[data-testid=match]").getAttribute("data-ply").then(Number);
  for (const game of games) {
    await createRoom(page, game, { opponent: "bots" });
    await inMatch(page);
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=match]").dataset.ply) >= 3);
    await testid(page, "watch-pause").click();
    const at = await ply();
    const behind = () => testid(page, "watch-behind").innerText();
    await page.waitForFunction(() => /\d/.test(document.querySelector("[data-testid=watch-behind]").textContent));
    assert.match(await behind(), /^Lances por ver: \d+$/);
    await testid(page, "watch-step").click();
    assert.equal(await ply(), at + 1, game);
    if (game === games[0]) {
      const { arrived, shown } = await times();
      for (let i = 2; i <= at; i++) if (shown[i] && shown[i - 1]) assert.ok(shown[i] - shown[i - 1] > 700, `${shown[i] - shown[i - 1]} ms before move ${i}`);
      assert.ok(Math.max(...Object.keys(arrived)) > at);
      await page.screenshot({ path: join(pictures, "watching.png") });
      await page.setViewportSize(phone.viewport);
      await testid(page, "watch-tools").scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(pictures, "watching-360.png") });
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.waitForFunction(() => /\d/.test(document.querySelector("[data-testid=watch-behind]").textContent));
    const missed = Number((await behind()).match(/\d+/)[0]);
    await testid(page, "watch-present").click();
    assert.ok((await ply()) >= at + 1 + missed, `${missed} moves behind after ${at + 1}`);
    if ((await testid(page, "result").count()) === 0) {
      await page.selectOption("select[name=watch-pace]", "played");
      await testid(page, "watch-pause").click();
      await testid(page, "result").waitFor();
    }
    await page.evaluate(() => {
      localStorage.removeItem("pentad.pace");
      globalThis.arrived = {};
      globalThis.shown = {};
    });
    await page.reload();
    await page.waitForSelector("[data-testid=match], .lonely, [data-game]");
  }
  await part(person);
});
