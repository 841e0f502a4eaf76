// The board itself: a grid to screen readers, a diamond where the game has one, turned round, moving and at rest.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { createRoom, inMatch, mouse, playOn, typeMoves, waitForTurn } from "./player.mjs";
import { begin, newPerson, pictureFolder, randomNumbers } from "./support.mjs";
import { part, testid } from "./two.mjs";

const { server, browser, games } = await begin();

async function atBoard(game, options) {
  const person = await newPerson(browser, server.url, "Ada", options);
  await createRoom(person.page, game, { level: 1, side: "0" });
  await inMatch(person.page);
  await person.page.locator("[data-next=true]").first().waitFor();
  return person;
}

for (const game of games) {
  test(`${game} is a grid of rows and named cells with one tab stop`, async () => {
    const person = await atBoard(game);
    const { page } = person;
    const grid = await page.getByRole("grid").evaluate((board) => ({
      label: board.getAttribute("aria-label"),
      rows: [...board.querySelectorAll("[role=row]")].map((row) => row.querySelectorAll("[role=gridcell]").length),
      stops: board.querySelectorAll("[tabindex='0']").length,
      names: [...board.querySelectorAll("[role=gridcell]")].map((cell) => cell.getAttribute("aria-label")),
      squares: [...board.querySelectorAll("[role=gridcell]")].map((cell) => cell.getAttribute("data-square")),
    }));
    assert.ok(grid.label.length > 5);
    assert.equal(new Set(grid.rows).size, 1, "rows of different lengths");
    assert.equal(grid.stops, 1);
    grid.names.forEach((name, i) => assert.ok(name.startsWith(`${grid.squares[i]}, `), name));
    assert.ok(grid.names.some((name) => name.endsWith("can be chosen")));
    assert.ok((await page.locator("#legal-moves option").count()) > 0, "no move can be typed");
    await part(person);
  });

  test(`${game} marks the squares of the last move`, async () => {
    const person = await atBoard(game);
    const { page } = person;
    await playOn(page, randomNumbers(5), ({ turn }) => turn >= 2);
    const move = await page.locator(".ply[aria-current]").innerText();
    const marked = await page.locator(".match .cell.last").evaluateAll((all) => all.map((it) => it.getAttribute("data-square")));
    assert.deepEqual(marked.sort(), [...new Set(move.match(/[a-z][0-9]+/g))].sort());
    await part(person);
  });

  test(`${game} turns round, and its squares keep their names`, async () => {
    const person = await atBoard(game);
    const { page } = person;
    const corners = () => page.locator(".match .board [role=gridcell]").evaluateAll((all) => [all[0], all[all.length - 1]].map((it) => it.getAttribute("data-square")));
    const [first, last] = await corners();
    await testid(page, "flip").click();
    assert.deepEqual(await corners(), [last, first]);
    await playOn(page, randomNumbers(5), ({ turn }) => turn >= 2);
    await part(person);
  });

  test(`${game} is played as a diamond where it has that layout, and the choice is kept`, async (t) => {
    const person = await atBoard(game);
    const { page } = person;
    if ((await testid(page, "layout").count()) === 0) {
      await part(person);
      return t.skip("this game has one layout");
    }
    await testid(page, "layout").click();
    await page.locator(".match .board.diamond").waitFor();
    await playOn(page, randomNumbers(5), ({ turn }) => turn >= 4);
    await page.reload();
    await inMatch(page);
    await page.locator(".match .board.diamond").waitFor();
    // The first player's goal is at the far end, straight up: the corner of a1 points down.
    const y = (square) => page.locator(`.match [data-square="${square}"]`).boundingBox().then((box) => box.y);
    const squares = await page.locator(".match [role=gridcell]").evaluateAll((all) => all.map((it) => it.getAttribute("data-square")));
    const far = squares.find((it) => it[0] === squares.map((name) => name[0]).sort().at(-1) && Number(it.slice(1)) === Math.max(...squares.map((name) => Number(name.slice(1)))));
    assert.ok((await y("a1")) > (await y(far)));
    for (const theme of ["light", "dark"]) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      await page.screenshot({ path: join(pictureFolder(), `${game}-diamond-${theme}.png`) });
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.screenshot({ path: join(pictureFolder(), `${game}-diamond-360.png`) });
    await playOn(page, randomNumbers(6), ({ turn }) => turn >= 6);
    await part(person);
  });
}

/** The lengths of all animations that pieces were given. */
async function motions(reducedMotion) {
  const person = await newPerson(browser, server.url, "Ada", { reducedMotion });
  const { page } = person;
  await page.evaluate(() => {
    globalThis.motions = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
      if (this.closest(".board")) globalThis.motions.push(timing.duration);
      return animate.call(this, frames, timing);
    };
  });
  await createRoom(page, games[0], { level: 1, side: "0" });
  await inMatch(page);
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 4);
  const seen = await page.evaluate(() => globalThis.motions);
  await part(person);
  return seen;
}

test("pieces glide for at most 200 ms, and not at all for who wants no motion", async () => {
  const seen = await motions("no-preference");
  assert.ok(seen.length > 0);
  for (const ms of seen) assert.ok(ms <= 200, `${ms} ms`);
  assert.deepEqual(await motions("reduce"), []);
});

test("there is no sound before a gesture, and none when it is switched off", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page, context } = person;
  await context.addInitScript(() => {
    globalThis.sounds = [];
    const Real = globalThis.AudioContext;
    globalThis.AudioContext = class extends Real {
      constructor() {
        super();
        globalThis.sounds.push("woken");
      }
      createOscillator() {
        globalThis.sounds.push("tone");
        return super.createOscillator();
      }
    };
  });
  const heard = () => page.evaluate(() => globalThis.sounds);
  await page.reload();
  await page.waitForSelector("[data-game]");
  assert.deepEqual(await heard(), []);
  await createRoom(page, games[0], { level: 1, side: "0" });
  await inMatch(page);
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 2);
  const before = await heard();
  assert.equal(before.filter((it) => it === "woken").length, 1);
  assert.ok(before.includes("tone"));
  await testid(page, "sound").click();
  const quiet = (await heard()).length;
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 4);
  assert.equal((await heard()).length, quiet);
  await part(person);
});

test("captured pieces are counted beside who took them", async (t) => {
  for (const game of games) {
    const person = await atBoard(game);
    const { page } = person;
    const taken = page.locator(".seat-bar .taken");
    const played = await playOn(page, randomNumbers(5), () => false, async (page, place) => {
      if ((await taken.count()) === 0) return mouse(page, place);
      throw "enough";
    }).catch((end) => (end === "enough" ? null : Promise.reject(end)));
    if (!played || (await taken.count()) > 0) {
      assert.match(await taken.first().innerText(), /×[1-9]/);
      return part(person);
    }
    await part(person);
  }
  t.skip("nothing is captured in these games");
});

test("coordinates stand beside the board unless they are switched off", async () => {
  const person = await atBoard(games[0]);
  const { page } = person;
  assert.ok((await page.locator(".match .coordinate").count()) > 5);
  await testid(page, "settings").click();
  await page.locator("label:has(input[name=coordinates][value=off])").click();
  await page.keyboard.press("Escape");
  await page.locator(".match .coordinate").first().waitFor({ state: "detached" });
  await part(person);
});

test("who has asked for it is notified of the own turn while another page is in front", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page, context } = person;
  await context.grantPermissions(["notifications"], { origin: new URL(server.url).origin });
  await context.addInitScript(() => {
    // A browser that nobody sees has no page in front.
    Object.defineProperty(Document.prototype, "hidden", { get: () => globalThis.elsewhere === true });
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await testid(page, "settings").click();
  await page.locator("label:has(input[name=notify])").first().click();
  await page.keyboard.press("Escape");
  await createRoom(page, games[0], { level: 1, side: "0" });
  await inMatch(page);
  const notes = () =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, data }) => ({ title, body, data })));
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 2);
  assert.deepEqual(await notes(), []);
  await page.evaluate(() => (globalThis.elsewhere = true));
  const seen = await playOn(page, randomNumbers(6), ({ turn }) => turn >= 4);
  await waitForTurn(page, seen.turn);
  await page.waitForFunction(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length > 0);
  const [note] = await notes();
  assert.match(note.body, / played .+ Your turn\./);
  assert.equal(note.data, page.url());
  await part(person);
});

test("the page's icon changes when it is one's turn", async () => {
  const person = await atBoard(games[0]);
  const { page } = person;
  await page.waitForSelector("link[rel=icon][href='favicon-turn.svg']", { state: "attached" });
  await testid(page, "resign").click();
  await testid(page, "resign-yes").click();
  await page.waitForSelector("link[rel=icon][href='favicon.svg']", { state: "attached" });
  await part(person);
});

test("notifications are off until they are asked for, and stay off where the browser forbids them", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page, context } = person;
  const choose = (value) => page.locator("label:has(input[name=notify])").nth(["on", "off"].indexOf(value)).click();
  const off = page.locator("input[name=notify][value=off]");
  await testid(page, "settings").click();
  assert.ok(await off.isChecked());
  // A browser that nobody sits at says no by itself.
  await choose("on");
  await page.getByText("does not allow notifications").waitFor({ state: "attached" });
  assert.ok(await off.isChecked());
  await context.grantPermissions(["notifications"], { origin: new URL(server.url).origin });
  await choose("on");
  await page.waitForFunction(() => localStorage.getItem("pentad.notify") === "on");
  await choose("off");
  await page.waitForFunction(() => localStorage.getItem("pentad.notify") === "off");
  await part(person);
});

/** One who plays both sides, after these moves. */
async function atPosition(game, moves = "", options = {}) {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, game, { opponent: "hotseat", ...options });
  await inMatch(page);
  await typeMoves(page, moves.match(/\S+/g) ?? []);
  return { person, page, square: (name) => page.locator(`.match [data-square=${name}]`), says: (words) => testid(page, "status").getByText(words).waitFor() };
}

test("where one path means two moves a menu shows what each makes of the board", async (t) => {
  if (!games.includes("murus_gallicus")) return t.skip("its moves are those of Murus Gallicus");
  const moves = "d1-d3 e7-e5 c1-e3 g7-e5 d2-f4 c7-e5 e3-g5 a7-a5";
  const { person, page, square } = await atPosition("murus_gallicus", moves, { variant: "advanced" });
  await square("f4").click();
  await square("e5").click();
  const choices = testid(page, "move-menu").locator("[data-move]");
  assert.deepEqual(await choices.evaluateAll((all) => all.map((it) => it.getAttribute("data-move"))), ["f4*e5", "f4xe5"]);
  // The first gives up both of the tower's stones.
  const left = (i) => choices.nth(i).locator("[data-piece=f4]").count();
  await choices.nth(0).locator("[data-piece=e5]").waitFor();
  await choices.nth(1).locator("[data-piece=e5]").waitFor();
  assert.deepEqual([await left(0), await left(1)], [0, 1]);
  await page.screenshot({ path: join(pictureFolder(), "murus_gallicus-menu.png") });
  await page.keyboard.press("Escape");
  await testid(page, "move-menu").waitFor({ state: "detached" });
  await part(person);
});

test("each click says what the next one is for: where a captured piece is put", async (t) => {
  if (!games.includes("claustro")) return t.skip("its moves are those of Claustro");
  const { person, page, square, says } = await atPosition("claustro", "a3-b3 c5-c4");
  await square("b3").click();
  await says("Click a marked square to go there.");
  await square("c4").click();
  await says("Now click the square where the captured piece is put.");
  await square("a3").click();
  await waitForTurn(page, 3);
  assert.equal(await page.locator(".ply[aria-current]").innerText(), "b3xc4@a3");
  await part(person);
});

test("each click says what the next one is for: a piece that becomes another, and Esc lets go of it", async (t) => {
  if (!games.includes("replica")) return t.skip("its moves are those of Replica");
  const { person, page, square, says } = await atPosition("replica");
  await square("b2").focus();
  await page.keyboard.press("Enter");
  await says("Click b2 again and it becomes a king.");
  await page.keyboard.press("Escape");
  await page.locator(".cell.picked").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await waitForTurn(page, 1);
  assert.equal(await page.locator(".ply[aria-current]").innerText(), "b2=K");
  await part(person);
});

test("arrows and circles are drawn with the right button, taken away by the same again, Esc, a click or a move", async () => {
  for (const game of games) {
    const person = await atBoard(game, { locale: game === games[0] ? "pt-PT" : "en" });
    const { page } = person;
    const squares = await page.locator(".match .board [role=gridcell]:not([aria-disabled=true])").evaluateAll((all) => all.map((it) => it.getAttribute("data-square")));
    const [one, other] = [squares[0], squares[squares.length - 2]];
    const middle = async (square) => {
      const { x, y, width, height } = await page.locator(`.match [data-square="${square}"]`).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const draw = async (from, to) => {
      await page.mouse.move(...(await middle(from)));
      await page.mouse.down({ button: "right" });
      await page.mouse.move(...(await middle(to)), { steps: 4 });
      await page.mouse.up({ button: "right" });
    };
    const drawn = () => page.locator(".match .board").evaluate((board) => [...board.querySelectorAll(".arrow.own, .ring")].map((it) => it.dataset.arrow ?? it.dataset.ring).sort());
    await page.evaluate(() => addEventListener("contextmenu", (event) => (globalThis.menus = [...(globalThis.menus ?? []), event.defaultPrevented])));
    await draw(one, other);
    await draw(other, one);
    await draw(one, one);
    assert.deepEqual(await drawn(), [`${one} ${other}`, `${other} ${one}`, one].sort(), game);
    assert.ok((await page.evaluate(() => globalThis.menus)).every(Boolean), "no menu of the browser");
    assert.equal(await page.locator(".cell.picked").count(), 0, "nothing is picked by it");
    if (game === games[0]) await page.screenshot({ path: join(pictureFolder(), "sketch.png") });
    await draw(one, other);
    assert.deepEqual(await drawn(), [`${other} ${one}`, one].sort(), "the same again takes it away");
    await page.keyboard.press("Escape");
    assert.deepEqual(await drawn(), []);
    await draw(one, one);
    await page.mouse.move(...(await middle(other)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(5, 5);
    await page.mouse.up({ button: "right" });
    assert.deepEqual(await drawn(), [one], "let go of beside the board it is nothing");
    const first = await page.locator("[data-next=true]").first().getAttribute("data-square");
    await page.mouse.click(...(await middle(first)));
    assert.deepEqual(await drawn(), [], "a click takes all away");
    await draw(one, other);
    await page.keyboard.press("Tab");
    const move = await page.locator("#legal-moves option").first().getAttribute("value");
    await page.fill("[data-testid=move-entry]", move);
    await page.keyboard.press("Enter");
    await waitForTurn(page, 1);
    await page.waitForFunction(() => document.querySelectorAll(".arrow.own").length === 0);
    await part(person);
  }
});
