// Plays by what the page shows: the squares that can be chosen, the menu of moves, the result. Knows no game.
import assert from "node:assert/strict";
import { deadlineMs } from "./support.mjs";

export async function createRoom(page, game, { opponent = "bot", level, side = "0", time, visibility, variant } = {}) {
  await page.evaluate((game) => (location.hash = `#/new/${encodeURIComponent(game)}`), game);
  await page.waitForSelector("[data-testid=create]");
  await choose(page, "opponent", opponent);
  if (level !== undefined) await page.selectOption("select[name=level]", String(level));
  if (opponent === "bot" || opponent === "person") await choose(page, "side", side);
  if (time) await choose(page, "time", time);
  // By itself a table for a friend is seen by nobody else, and starts when both sit.
  const seen = visibility ?? (opponent === "person" ? "public" : undefined);
  if (seen) await choose(page, "visibility", seen);
  if (variant) await choose(page, "option-variant", variant);
  await page.click("[data-testid=create]");
  await page.waitForFunction(() => location.hash.startsWith("#/room/"));
}

async function choose(page, name, value) {
  await page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
}

export async function inMatch(page) {
  await page.waitForSelector("[data-testid=match]");
  return page.getAttribute("[data-testid=match]", "data-match");
}

/** Waits until the page wants a click or shows the result, and says where things are. */
function look(page, timeoutMs = deadlineMs) {
  return page.evaluate(async (timeoutMs) => {
    const deadline = performance.now() + timeoutMs;
    const place = (element) => {
      const inside = (box) => box.top >= 0 && box.bottom <= innerHeight;
      if (!inside(element.getBoundingClientRect())) element.scrollIntoView({ block: "center" });
      const box = element.getBoundingClientRect();
      const square = element.getAttribute("data-square");
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, square, move: element.getAttribute("data-move") };
    };
    for (;;) {
      await new Promise(requestAnimationFrame);
      const ply = Number(document.querySelector("[data-testid=match]")?.getAttribute("data-ply"));
      const turn = Number(document.querySelector(".board")?.getAttribute("data-turn"));
      if (document.querySelector("[data-testid=result]")) return { over: true, ply, turn };
      const menu = [...document.querySelectorAll("[data-testid=move-menu] [data-move]")];
      const choices = menu.length > 0 ? menu : [...document.querySelectorAll("[data-next=true]")];
      if (choices.length > 0) return { choices: choices.map(place), ply, turn };
      if (performance.now() > deadline) throw new Error(`nothing to click: ${document.querySelector("main")?.textContent}`);
    }
  }, timeoutMs);
}

/** Plays at random until `enough` says so or the game is over; answers how it stands then. */
export async function playOn(page, random, enough = () => false, hand = mouse) {
  for (let steps = 0; steps < 3000; steps++) {
    const seen = await look(page);
    if (seen.over || enough(seen)) return seen;
    await hand(page, seen.choices[Math.floor(random() * seen.choices.length)], random);
  }
  throw new Error("the game does not end");
}

/** Plays these moves by typing them, for whoever holds both sides. */
export async function typeMoves(page, moves) {
  for (const [played, move] of moves.entries()) {
    await page.fill("[data-testid=move-entry]", move);
    await page.keyboard.press("Enter");
    await waitForTurn(page, played + 1);
  }
}

export const mouse = (page, { x, y }) => page.mouse.click(x, y);

export const finger = (page, { x, y }) => page.touchscreen.tap(x, y);

/** Takes the piece up and lets go over a square where it may go; where there is nothing to drag it is a click. */
export async function drag(page, { x, y, square }, random) {
  if (!square) return page.mouse.click(x, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 9, y + 4, { steps: 3 });
  const held = await page.evaluate(() => document.querySelector(".board").classList.contains("dragging"));
  const targets = held ? await squaresThatCanBeChosen(page, square) : [];
  if (targets.length === 0) {
    await page.mouse.move(x, y);
    await page.mouse.up();
    // Taken up and put down again is picked; a second click plays where the move has one square only.
    if (held && (await page.locator(`[data-square="${square}"][data-next]`).count()) > 0) await page.mouse.click(x, y);
    return;
  }
  const to = targets[Math.floor(random() * targets.length)];
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

function squaresThatCanBeChosen(page, except) {
  return page.evaluate(
    (except) =>
      [...document.querySelectorAll("[data-next=true]")]
        .filter((element) => element.getAttribute("data-square") !== except)
        .map((element) => {
          const box = element.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }),
    except,
  );
}

/** Tab to the board, arrows to the square, Enter; in the menu of moves Tab and Enter. No pointer. */
export async function keys(page, { square, move }) {
  if (move) {
    for (let i = 0; i < 60; i++) {
      if (await page.evaluate((move) => document.activeElement?.getAttribute("data-move") === move, move)) break;
      await page.keyboard.press("Tab");
    }
    return page.keyboard.press("Enter");
  }
  for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement?.hasAttribute("data-square"))); i++) {
    await page.keyboard.press("Tab");
  }
  for (const key of await page.evaluate(wayTo, square)) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-square")), square);
  await page.keyboard.press("Enter");
}

/** The arrow keys that lead over the grid from the focused square to another. */
function wayTo(square) {
  const rows = [...document.querySelectorAll(".match .board [role=row]")].map((row) => [...row.querySelectorAll("[data-square]")]);
  const find = (wanted) => {
    const row = rows.findIndex((cells) => cells.some((cell) => cell === wanted));
    return [row, rows[row].indexOf(wanted)];
  };
  const [row, column] = find(document.activeElement);
  const [toRow, toColumn] = find(document.querySelector(`.match .board [data-square="${square}"]`));
  return [
    ...Array(Math.abs(toRow - row)).fill(toRow > row ? "ArrowDown" : "ArrowUp"),
    ...Array(Math.abs(toColumn - column)).fill(toColumn > column ? "ArrowRight" : "ArrowLeft"),
  ];
}

export async function resultOf(page) {
  const result = page.locator("[data-testid=result]");
  await result.waitFor();
  return {
    title: await result.locator("strong").innerText(),
    reason: await page.locator("[data-testid=reason]").innerText(),
    code: await result.getAttribute("data-reason"),
  };
}

export function turnOf(page) {
  return page.evaluate(() => Number(document.querySelector(".board")?.getAttribute("data-turn")));
}

export function waitForTurn(page, turn) {
  return page.waitForFunction(
    (turn) => Number(document.querySelector(".board")?.getAttribute("data-turn")) >= turn || document.querySelector("[data-testid=result]"),
    turn,
  );
}
