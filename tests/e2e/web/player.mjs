// Plays by what the page shows: the squares that can be chosen, the menu of moves, the result. Knows no game.
import { deadlineMs } from "./support.mjs";

export async function createRoom(page, game, { opponent = "bot", level, side = "0", visibility } = {}) {
  await page.evaluate((game) => (location.hash = `#/new/${encodeURIComponent(game)}`), game);
  await page.waitForSelector("[data-testid=create]");
  await choose(page, "opponent", opponent);
  if (level !== undefined) await page.selectOption("select[name=level]", String(level));
  if (opponent === "bot" || opponent === "person") await choose(page, "side", side);
  if (visibility) await choose(page, "visibility", visibility);
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
    const center = (element) => {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    for (;;) {
      await new Promise(requestAnimationFrame);
      const ply = Number(document.querySelector("[data-testid=match]")?.getAttribute("data-ply"));
      const turn = Number(document.querySelector(".board")?.getAttribute("data-turn"));
      if (document.querySelector("[data-testid=result]")) return { over: true, ply, turn };
      const menu = [...document.querySelectorAll("[data-testid=move-menu] [data-move]")];
      if (menu.length > 0) return { choices: menu.map(center), ply, turn };
      const squares = [...document.querySelectorAll("[data-next=true]")];
      if (squares.length > 0) return { choices: squares.map(center), ply, turn };
      if (performance.now() > deadline) throw new Error(`nothing to click: ${document.querySelector("main")?.textContent}`);
    }
  }, timeoutMs);
}

/** Clicks at random until `enough` says so or the game is over; answers how it stands then. */
export async function playOn(page, random, enough = () => false) {
  for (let clicks = 0; clicks < 3000; clicks++) {
    const seen = await look(page);
    if (seen.over || enough(seen)) return seen;
    const { x, y } = seen.choices[Math.floor(random() * seen.choices.length)];
    await page.mouse.click(x, y);
  }
  throw new Error("the game does not end");
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
