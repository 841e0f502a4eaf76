// Moves that are chosen before one's turn: by clicks, by dragging and typed, one and several.
import assert from "node:assert/strict";
import { join } from "node:path";
import { turnOf, waitForTurn } from "./player.mjs";
import { sandbox } from "./sandbox.mjs";
import { begin, phone, pictureFolder, randomNumbers } from "./support.mjs";
import { pair, part, testid } from "./two.mjs";

const { server, browser, games, once } = await begin();
const pathOf = (move) => move.match(/[a-z][0-9]+/g);

/** Moves at random up to one that takes a piece of the second player, who can take back on that very square. */
async function findRecapture(random, rules) {
  for (const game of games) {
    for (let tries = 0; tries < 4; tries++) {
      const played = [];
      for (let now = await rules.start(game); now && !now.result && played.length < 40; ) {
        if (played.length % 2 === 0) {
          const second = new Set(now.pieces.filter((piece) => piece[1] === 1).map((piece) => piece[0]));
          const taking = now.legal.filter((move) => move.includes("x") && pathOf(move).length === 2 && second.has(pathOf(move)[1]));
          for (const capture of taking.slice(0, 6)) {
            const square = pathOf(capture)[1];
            const after = await rules.after(game, now.pos, capture);
            const back = !after.result && after.legal.find((move) => pathOf(move).length === 2 && pathOf(move)[1] === square);
            if (back && second.has(pathOf(back)[0])) return { game, played, capture, back };
          }
        }
        const move = now.legal[Math.floor(random() * now.legal.length)];
        played.push(move);
        now = await rules.after(game, now.pos, move);
      }
    }
  }
  throw new Error("no game has a recapture");
}

async function type(page, move) {
  await page.fill("[data-testid=move-entry]", move);
  await page.keyboard.press("Enter");
}

/** Typed by the two in turn. */
async function playAll(host, guest, moves) {
  for (const [i, move] of moves.entries()) {
    await waitForTurn((i % 2 ? guest : host).page, i);
    await type((i % 2 ? guest : host).page, move);
    await Promise.all([host, guest].map(({ page }) => waitForTurn(page, i + 1)));
  }
}

for (const hand of ["clicks", "dragging", "typing"]) {
  once(`a recapture is chosen ahead by ${hand}, and played when the piece is taken`, async () => {
    const rules = await sandbox(server.url);
    const { game, played, capture, back } = await findRecapture(randomNumbers(3), rules);
    rules.close();
    const { host, guest } = await pair(browser, server.url, game, { side: "0" });
    const { page } = guest;
    await playAll(host, guest, played);
    const [from, to] = pathOf(back);
    const cell = (square) => page.locator(`.match [data-square="${square}"]`);
    if (hand === "clicks") {
      await cell(from).click();
      await page.locator(".cell.picked").waitFor();
      await cell(to).click();
    } else if (hand === "dragging") {
      await cell(from).dragTo(cell(to), { steps: 6 });
    } else {
      await type(page, back);
    }
    const menu = testid(page, "move-menu");
    await menu.or(testid(page, "premove")).first().waitFor();
    if ((await menu.count()) > 0) await page.locator(`[data-move="${back}"]`).click();
    await testid(page, "premove").getByText(back).waitFor();
    if (hand === "clicks") await page.screenshot({ path: join(pictureFolder(), "premove.png") });
    await type(host.page, capture);
    await waitForTurn(page, played.length + 2);
    assert.equal(await page.locator(`.ply[data-ply="${played.length + 2}"]`).innerText(), back);
    assert.equal(await testid(page, "premove").count(), 0);
    await part(host, guest);
  });
}

/** The moves of one game at random. */
async function line(rules, game, length, random) {
  for (let tries = 0; tries < 20; tries++) {
    const moves = [];
    let now = await rules.start(game);
    while (now && !now.result && moves.length < length) {
      const move = now.legal[Math.floor(random() * now.legal.length)];
      const before = now.toMove;
      now = await rules.after(game, now.pos, move);
      if (!now || now.toMove === before) break;
      moves.push(move);
    }
    if (moves.length === length && !now.result) return moves;
  }
  throw new Error(`${game} has no line of ${length} moves`);
}

once("several moves are chosen ahead, follow one after the other, and are forgotten together", async () => {
  const rules = await sandbox(server.url);
  for (const [i, game] of games.entries()) {
    const moves = await line(rules, game, 8, randomNumbers(11));
    const { host, guest } = await pair(browser, server.url, game, { side: "0" });
    const { page } = guest;
    const own = moves.filter((_, i) => i % 2 === 1);
    for (const move of own.slice(0, 3)) await type(page, move);
    await page.waitForFunction((moves) => moves.every((it) => document.querySelector("[data-testid=premove]")?.textContent.includes(it)), own.slice(0, 3));
    assert.equal(await page.locator(".arrow.plan").count(), 3);
    if (i === 0) {
      await page.screenshot({ path: join(pictureFolder(), "premoves-three.png") });
      await page.setViewportSize(phone.viewport);
      await page.screenshot({ path: join(pictureFolder(), "premoves-three-360.png") });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => scrollTo(0, 0));
    }
    for (let turn = 0; turn < 6; turn += 2) {
      await type(host.page, moves[turn]);
      await Promise.all([host, guest].map(({ page }) => waitForTurn(page, turn + 2)));
    }
    assert.deepEqual(await page.locator(".ply").allInnerTexts(), moves.slice(0, 6), game);
    assert.equal(await testid(page, "premove").count(), 0);

    // Two more, taken back at once by Esc on the board: the server has none of them any more.
    await type(page, own[3]);
    await type(page, own[3]);
    await page.locator(".arrow.plan").nth(1).waitFor();
    await page.locator(".match .board [tabindex='0']").focus();
    await page.keyboard.press("Escape");
    await testid(page, "premove").waitFor({ state: "detached" });
    await type(host.page, moves[6]);
    await waitForTurn(page, 7);
    await page.getByText("Your turn", { exact: true }).waitFor();
    assert.equal(await turnOf(page), 7);
    await part(host, guest);
  }
  rules.close();
});

once("a second move is chosen by clicks on the board as the first would leave it, for each game", async () => {
  const rules = await sandbox(server.url);
  for (const game of games) {
    const { host, guest } = await pair(browser, server.url, game, { side: "0" });
    const { page } = guest;
    const [, first, , second] = await line(rules, game, 8, randomNumbers(11));
    await type(page, first);
    await page.locator(".arrow.plan").first().waitFor();
    const chosen = () => page.locator(".arrow.plan").count();
    const own = await page.locator(".match .cell.takeable").evaluateAll((all) => all.map((it) => it.dataset.square));
    // A piece that may not go anywhere is not picked; the next one is tried.
    for (const square of [pathOf(second)[0], ...own]) {
      if ((await chosen()) !== 1) break;
      await page.locator(`.match [data-square="${square}"]`).click();
      const onward = page.locator(".match .cell.next:not(.picked), [data-testid=move-menu] [data-move]");
      while ((await chosen()) === 1) {
        const more = await onward.or(page.locator(".arrow.plan").nth(1)).first().waitFor({ timeout: 2000 }).then(() => true, () => false);
        if (!more || (await chosen()) !== 1) break;
        await onward.last().click();
      }
    }
    assert.equal(await chosen(), 2, game);
    // A click that leads nowhere takes both back.
    if (own.length > 1) {
      const free = await page.locator(".match .cell:not(.blocked, .takeable)").evaluateAll((all) => all.map((it) => it.dataset.square));
      for (const square of free) if ((await chosen()) > 0) await page.locator(`.match [data-square="${square}"]`).click();
      await testid(page, "premove").waitFor({ state: "detached" });
    }
    await part(host, guest);
  }
  rules.close();
});
