// Every game through all that may happen meanwhile: a second tab, a watcher, a cut connection, a server that is killed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom, inMatch, playOn, resultOf, turnOf, waitForTurn } from "./player.mjs";
import { begin, newPerson, noComplaints, randomNumbers, slowLine } from "./support.mjs";
import { pair, part, testid } from "./two.mjs";

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

const delayMs = 700;

/** Which squares of the board carry a piece, and which a mark of a move that is on its way. */
const drawn = (page) =>
  page.evaluate(() => {
    const all = (selector, name) => [...document.querySelectorAll(`.match .board ${selector}`)].map((it) => it.getAttribute(name)).sort();
    return { pieces: all("[data-piece]", "data-piece"), marked: all(".cell.underway", "data-square") };
  });

/** A move that can be typed now; some other than `not`. */
async function someMove(page, not) {
  await page.locator("[data-next=true]").first().waitFor();
  const moves = await page.locator("#legal-moves option").evaluateAll((options) => options.map((it) => it.value));
  return moves.find((move) => move !== not);
}

/** Plays it and answers how soon the board showed it. */
async function type(page, move) {
  await page.fill("[data-testid=move-entry]", move);
  return page.evaluate(async (move) => {
    const begun = performance.now();
    document.querySelector(".move-entry button").click();
    while (document.querySelector(".match .board")?.getAttribute("data-underway") !== move) {
      if (performance.now() - begun > 30000) throw new Error(`${move} is not drawn`);
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - begun;
  }, move);
}

for (const game of games) {
  test(`${game}: a move is drawn at once on a slow line, and stays where it is when the server confirms it`, async () => {
    const line = await slowLine(server.url, delayMs);
    const player = await newPerson(browser, line.url, "Ada");
    const { page } = player;
    await createRoom(page, game, { opponent: "hotseat" });
    await inMatch(page);
    const before = await drawn(page);
    const move = await someMove(page);
    assert.ok((await type(page, move)) < delayMs, "it waited for the server");
    const squares = move.match(/[a-z][1-9][0-9]?/g);
    const now = await drawn(page);
    assert.deepEqual(now.marked, [...new Set(squares)].sort());
    assert.ok(now.pieces.includes(squares.at(-1)), `nothing on the last square of ${move}`);
    assert.notDeepEqual(now.pieces, before.pieces);
    assert.ok((await testid(page, "status").innerText()).includes(move));
    assert.equal(await turnOf(page), 0);
    await waitForTurn(page, 1);
    const after = await drawn(page);
    assert.deepEqual(after.marked, []);
    assert.ok(after.pieces.includes(squares.at(-1)));
    noComplaints(player);
    await player.context.close();
    line.close();
  });
}

test("a move that the server refuses is taken back, with the reason", async () => {
  const line = await slowLine(server.url, delayMs);
  const player = await newPerson(browser, line.url, "Ada");
  const { page, context } = player;
  // What arrives at the server is another move than the page has made.
  await page.routeWebSocket(/./, (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((text) => {
      const frame = JSON.parse(text);
      if (frame.type === "move.play") frame.data.turn += 5;
      upstream.send(JSON.stringify(frame));
    });
  });
  await page.reload();
  await page.waitForSelector("[data-game]");
  await createRoom(page, games[0], { opponent: "hotseat" });
  await inMatch(page);
  const before = await drawn(page);
  const move = await someMove(page);
  await type(page, move);
  assert.notDeepEqual(await drawn(page), before);
  await page.getByText(`${move} was not played. The board here is not up to date.`).waitFor();
  assert.deepEqual(await drawn(page), before);
  assert.equal(await someMove(page), move);
  noComplaints(player);
  await context.close();
  line.close();
});

test("a line that dies is shown within eight seconds, and the move made on it is sent again, once, when it is back", async () => {
  const line = await slowLine(server.url, 0);
  const { host, guest } = await pair(browser, server.url, games[0], { side: "0", time: "fischer" });
  const { page } = host;
  // The host goes on over a line of the test's own, with the same identity.
  const token = await page.evaluate(() => localStorage.getItem("pentad.token"));
  const match = await inMatch(guest.page);
  const room = new URL(page.url()).hash;
  await page.goto("about:blank");
  const far = await newPerson(browser, line.url, "Ada");
  await far.page.evaluate((token) => localStorage.setItem("pentad.token", token), token);
  await far.page.goto(`${line.url}${room}`);
  await far.page.reload();
  assert.equal(await inMatch(far.page), match);
  const move = await someMove(far.page);
  line.freeze();
  const frozen = performance.now();
  await type(far.page, move);
  await lost(far.page);
  const took = performance.now() - frozen;
  assert.ok(took > 4000 && took < 10000, `the dead line was found after ${Math.round(took)} ms`);
  assert.ok((await testid(far.page, "status").innerText()).includes(`${move} is sent as soon as the connection is back.`));
  assert.equal(await far.page.getAttribute(".match .board", "data-underway"), move);
  assert.equal(await turnOf(guest.page), 0);
  line.thaw();
  await far.page.getByText(`your move ${move} was sent again`).waitFor();
  await Promise.all([far.page, guest.page].map((it) => waitForTurn(it, 1)));
  assert.equal(await turnOf(guest.page), 1);
  assert.equal(await far.page.getAttribute(".match .board", "data-underway"), null);
  await part(guest);
  await host.context.close();
  await far.context.close();
  line.close();
});
