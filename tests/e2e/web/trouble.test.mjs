// Every game through all that may happen meanwhile: a second tab, a watcher, a cut connection, a server that is killed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom, inMatch, playOn, resultOf, waitForTurn } from "./player.mjs";
import { begin, newPerson, randomNumbers } from "./support.mjs";

const { server, browser, games } = await begin();

const lost = (page) => page.waitForSelector(".banner:has(.spinner)", { timeout: 90000 });
const found = (page) => page.waitForSelector(".banner", { state: "detached" });

for (const game of games) {
  test(`${game} goes on to its end through a second tab, a watcher, a cut connection and a killed server`, async () => {
    const player = await newPerson(browser, server.url, "Ada");
    const watcher = await newPerson(browser, server.url, "Bob");
    const { page, context } = player;
    await createRoom(page, game, { level: 1, side: "0" });
    const match = await inMatch(page);
    const second = await context.newPage();
    const pages = [page, second, watcher.page];
    for (const other of pages.slice(1)) {
      await other.goto(page.url());
      assert.equal(await inMatch(other), match);
    }
    const random = randomNumbers();
    const playTo = async (where, turn) => {
      const seen = await playOn(where, random, (it) => it.turn >= turn);
      await Promise.all(pages.map((it) => waitForTurn(it, seen.turn)));
      return seen;
    };
    await playTo(page, 2);
    await playTo(second, 4);

    await context.setOffline(true);
    await lost(page);
    await context.setOffline(false);
    await Promise.all([page, second].map(found));
    const before = await playTo(page, 6);

    await server.kill("SIGKILL");
    await Promise.all(pages.map(lost));
    await server.start();
    await Promise.all(pages.map(found));
    const again = await playOn(page, random, () => true);
    assert.ok(before.over || again.ply >= before.ply);
    await playOn(page, random);
    const results = await Promise.all(pages.map(resultOf));
    assert.equal(new Set(results.map((it) => it.code)).size, 1);
    assert.equal(results[0].title, results[1].title);
    // The browser itself reports each attempt to connect that finds nobody.
    for (const person of [player, watcher]) {
      assert.deepEqual(person.complaints.filter((text) => !/WebSocket connection to|ERR_INTERNET_DISCONNECTED/.test(text)), []);
      await person.context.close();
    }
  });
}
