// The board on a telephone in both directions and at a zoom of 200 %, and what a telephone does by itself: it sleeps.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { createRoom, finger, inMatch, mouse, playOn } from "./player.mjs";
import { begin, newPerson, noComplaints, phone, pictureFolder, randomNumbers } from "./support.mjs";
import { moveTogether, pair, part, testid } from "./two.mjs";

const { server, browser, games, once } = await begin();
const pictures = pictureFolder();

const screens = {
  "360x740": { ...phone, viewport: { width: 360, height: 740 } },
  "740x360": { ...phone, viewport: { width: 740, height: 360 } },
  // What a zoom of 200 % leaves of 1280x800.
  "640x400": { viewport: { width: 640, height: 400 } },
  "1280x800": { viewport: { width: 1280, height: 800 } },
};

/** What is not wholly inside the window, what lies over the board, and how wide a square is. */
const seen = (page) =>
  page.evaluate(() => {
    scrollTo(0, 0);
    const box = (selector) => [...document.querySelectorAll(selector)].map((it) => it.getBoundingClientRect());
    const inside = ({ left, top, right, bottom }) => left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    const wanted = [".match .board", ".seat-bar", ".clock", "[data-testid=flip]", "[data-testid=sound]", "[data-testid=settings]", "[data-testid=status] strong"];
    const board = box(".match .board")[0];
    const cells = [...document.querySelectorAll(".match .board [data-square]")];
    const covered = cells.filter((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) !== cell;
    });
    return {
      outside: wanted.filter((it) => box(it).length === 0 || !box(it).every(inside)),
      covered: covered.map((it) => it.getAttribute("data-square")),
      board: Math.min(board.width, board.height),
      over: document.documentElement.scrollWidth - innerWidth,
    };
  });

for (const [name, options] of Object.entries(screens)) {
  test(`at ${name} each game is played without scrolling, with both clocks, the turn, flip and sound in sight`, async () => {
    for (const locale of ["en", "pt-PT"]) {
      const person = await newPerson(browser, server.url, "Ada", { ...options, locale });
      const { page } = person;
      for (const game of games) {
        await createRoom(page, game, { level: 1, side: "0", time: "fischer" });
        await inMatch(page);
        await page.locator("[data-next=true]").first().waitFor();
        const { outside, covered, board, over } = await seen(page);
        assert.deepEqual({ outside, covered, over: Math.max(0, over) }, { outside: [], covered: [], over: 0 }, `${game}, ${locale}`);
        const least = Math.min(options.viewport.width, options.viewport.height) * 0.7;
        assert.ok(board >= least, `${game}: a board of ${board}`);
        const { over: ended } = await playOn(page, randomNumbers(4), ({ turn }) => turn >= 4, options.hasTouch ? finger : mouse);
        assert.ok(!ended);
        await page.locator("[data-next=true]").first().waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: join(pictures, `${game}-${name}-${locale}.png`) });
      }
      noComplaints(person);
      await person.context.close();
    }
  });
}

once("the clocks stay in sight while the rest of the page scrolls beside the board", async () => {
  const person = await newPerson(browser, server.url, "Ada", screens["740x360"]);
  const { page } = person;
  await createRoom(page, games[0], { level: 1, side: "0", time: "fischer" });
  await inMatch(page);
  const tops = () => page.locator(".clock, .match .board").evaluateAll((all) => all.map((it) => it.getBoundingClientRect()).every((it) => it.top >= 0 && it.bottom <= innerHeight));
  await page.evaluate(() => scrollTo(0, 250));
  assert.ok((await page.evaluate(() => scrollY)) > 200);
  assert.ok(await tops());
  await page.screenshot({ path: join(pictures, "scrolled-740.png") });
  noComplaints(person);
  await person.context.close();
});

once("who wants to be asked sees what a move makes of the board before it is sent", async () => {
  const person = await newPerson(browser, server.url, "Ada", phone);
  const { page } = person;
  await testid(page, "settings").click();
  await page.locator("label:has(input[name=confirm])").first().click();
  await testid(page, "settings-close").click();
  await createRoom(page, games[0], { opponent: "hotseat" });
  await inMatch(page);
  const ply = () => page.locator("[data-testid=match]").getAttribute("data-ply");
  const clickOn = async () => {
    for (let clicks = 0; clicks < 12 && (await testid(page, "move-menu").count()) === 0; clicks++) {
      await page.locator(".match [data-next=true]").last().click();
    }
    await page.locator("[data-testid=move-menu] .outcome-board .board").first().waitFor();
  };
  await clickOn();
  assert.equal(await ply(), "0");
  await page.screenshot({ path: join(pictures, "confirm-360.png") });
  await page.locator("[data-testid=move-menu] button").last().click();
  await testid(page, "move-menu").waitFor({ state: "detached" });
  assert.equal(await ply(), "0");
  assert.equal(await page.locator(".cell.picked").count(), 0);
  await clickOn();
  const move = await page.locator("[data-testid=move-menu] [data-move]").first().getAttribute("data-move");
  await page.locator("[data-testid=move-menu] [data-move]").first().click();
  await page.waitForFunction(() => document.querySelector("[data-testid=match]").dataset.ply === "1");
  assert.equal(await page.locator(".ply").first().innerText(), move);
  noComplaints(person);
  await person.context.close();
});

once("the screen stays on during a game, again after the page was hidden, and no longer than the game", async () => {
  const person = await newPerson(browser, server.url, "Ada", phone);
  const { page, context } = person;
  await context.addInitScript(() => {
    globalThis.held = [];
    const request = async (kind) => {
      const lock = { kind, released: false, release: async () => void (lock.released = true) };
      globalThis.held.push(lock);
      return lock;
    };
    Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => ({ request }), configurable: true });
  });
  await page.reload();
  await page.waitForSelector("[data-game]");
  const held = () => page.evaluate(() => globalThis.held.filter((it) => !it.released).length);
  assert.equal(await held(), 0);
  await createRoom(page, games[0], { level: 1, side: "0" });
  await inMatch(page);
  await page.waitForFunction(() => globalThis.held.some((it) => it.kind === "screen"));
  assert.equal(await held(), 1);
  // The browser lets go of it when the page is hidden; it is asked for again when it is seen again.
  await page.evaluate(() => {
    globalThis.held[0].released = true;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForFunction(() => globalThis.held.filter((it) => !it.released).length === 1);
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 2);
  await testid(page, "resign").click();
  await testid(page, "resign-yes").click();
  await testid(page, "result").waitFor();
  await page.waitForFunction(() => globalThis.held.every((it) => it.released));
  noComplaints(person);
  await context.close();
});

once("who waits hears that somebody came, an offer is heard too, a sleeping device wakes up, and loudness is a choice", async () => {
  const host = await newPerson(browser, server.url, "Ada", phone);
  const { page } = host;
  await host.context.addInitScript(() => {
    globalThis.tones = [];
    const Real = globalThis.AudioContext;
    globalThis.AudioContext = class extends Real {
      constructor() {
        super();
        globalThis.audio = this;
      }
      createOscillator() {
        const tone = super.createOscillator();
        const start = tone.start.bind(tone);
        tone.start = (at) => (globalThis.tones.push(Math.round(tone.frequency.value)), start(at));
        return tone;
      }
      createGain() {
        const gain = super.createGain();
        const rise = gain.gain.exponentialRampToValueAtTime.bind(gain.gain);
        gain.gain.exponentialRampToValueAtTime = (to, at) => ((globalThis.loudest = Math.max(globalThis.loudest ?? 0, to)), rise(to, at));
        return gain;
      }
    };
  });
  await page.reload();
  await page.waitForSelector("[data-game]");
  await createRoom(page, games[0], { opponent: "person", side: "0", time: "fischer" });
  const heard = (hertz) => page.waitForFunction((hertz) => hertz.every((it) => globalThis.tones.includes(it)), hertz);
  const guest = await newPerson(browser, server.url, "Bob");
  await guest.page.goto(await testid(page, "invite").inputValue());
  await heard([440, 660]);
  await page.waitForFunction((name) => document.querySelector("[data-testid=said]").textContent.includes(name), guest.name);
  await testid(guest.page, "ready").click();
  await testid(page, "ready").click();
  await inMatch(page);
  await inMatch(guest.page);
  await moveTogether(host, guest, randomNumbers(2));
  // As a telephone does that was in a pocket.
  await page.evaluate(() => globalThis.audio.suspend());
  await page.waitForFunction(() => globalThis.audio.state === "suspended");
  await page.evaluate(() => (globalThis.tones.length = 0));
  await testid(guest.page, "pause").click();
  await testid(page, "offer").waitFor();
  await heard([587]);
  assert.equal(await page.evaluate(() => globalThis.audio.state), "running");
  const loudest = {};
  for (const how of ["low", "high"]) {
    await testid(page, "settings").click();
    await page.evaluate(() => (globalThis.loudest = 0));
    await page.locator(`label:has(input[name=volume][value=${how}])`).click();
    await page.waitForFunction(() => globalThis.loudest > 0);
    loudest[how] = await page.evaluate(() => globalThis.loudest);
    await testid(page, "settings-close").click();
  }
  assert.ok(loudest.high > 4 * loudest.low, JSON.stringify(loudest));
  await part(host, guest);
});

for (const name of ["360x740", "740x360"]) {
  const options = screens[name];
  once(`boards with small squares are zoomed at ${name}: in the same place, moved by a finger, played by clicks`, async () => {
    const person = await newPerson(browser, server.url, "Ada", { ...options, locale: name === "360x740" ? "pt-PT" : "en" });
    const { page } = person;
    let zoomed = 0;
    for (const game of games) {
      await page.evaluate((game) => (location.hash = `#/new/${game}`), game);
      await testid(page, "create").waitFor();
      await page.locator("label:has(input[name=opponent][value=hotseat])").click();
      const sizes = page.locator("select[name=option-size]");
      if ((await sizes.count()) === 0) continue;
      await sizes.selectOption({ index: (await sizes.locator("option").count()) - 1 });
      await testid(page, "create").click();
      await inMatch(page);
      await page.locator("[data-next=true]").first().waitFor();
      const side = () => page.locator(".match [data-square]").first().evaluate((it) => Math.min(it.getBoundingClientRect().width, it.getBoundingClientRect().height));
      const small = (await side()) < 31.9;
      assert.equal((await testid(page, "zoom").count()) > 0, small, `${game}: squares of ${await side()}`);
      if (!small) continue;
      zoomed++;
      const frame = () => page.locator(".match .board-frame").boundingBox();
      const before = await frame();
      await page.screenshot({ path: join(pictures, `${game}-small-${name}.png`) });
      await testid(page, "zoom").click();
      assert.ok((await side()) >= 40, `${await side()} px`);
      const after = await frame();
      for (const edge of ["x", "y", "width", "height"]) assert.ok(Math.abs(after[edge] - before[edge]) < 2, `${edge}: ${before[edge]} and ${after[edge]}`);
      await page.screenshot({ path: join(pictures, `${game}-zoomed-${name}.png`) });

      // A finger that moves over the pieces moves the view, and takes none of them up.
      const at = () => page.locator(".match .board-frame").evaluate((it) => [it.scrollLeft, it.scrollTop]);
      const [x, y] = [after.x + after.width / 2, after.y + after.height / 2];
      const line = await person.context.newCDPSession(page);
      const was = await at();
      const touch = (type, by) => line.send("Input.dispatchTouchEvent", { type, touchPoints: by === null ? [] : [{ x: x - by, y: y - by }] });
      await touch("touchStart", 0);
      for (let by = 10; by <= 100; by += 10) await touch("touchMove", by);
      await touch("touchEnd", null);
      const is = await at();
      assert.ok(is[0] > was[0] && is[1] > was[1], `${was} and ${is}`);
      assert.equal(await page.locator(".cell.picked").count(), 0);

      // Moves are made by clicks on what is in sight, and what another one plays comes into sight.
      const tap = async (square) => {
        const cell = page.locator(`.match [data-square="${square}"]`);
        await cell.evaluate((it) => it.scrollIntoView({ block: "center", inline: "center" }));
        const box = await cell.boundingBox();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        await page.touchscreen.tap(x, y);
      };
      while ((await page.locator(".match .board").getAttribute("data-turn")) === "0") {
        const next = await page.locator("[data-next=true]").evaluateAll((all) => all.map((it) => it.getAttribute("data-square")));
        if (next.length > 0) await tap(next[next.length - 1]);
      }
      const corner = await page.locator(".match [data-square]").first().getAttribute("data-square");
      await page.locator(`.match [data-square="${corner}"]`).evaluate((it) => it.scrollIntoView({ block: "center", inline: "center" }));
      const moves = await page.locator("#legal-moves option").evaluateAll((all) => all.map((it) => it.value));
      await page.fill("[data-testid=move-entry]", moves[0]);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelector(".match .board").dataset.turn === "2");
      const seen = await page.evaluate(() => {
        const view = document.querySelector(".match .board-frame").getBoundingClientRect();
        return [...document.querySelectorAll(".match .board :is(.trace-to, .trace-placed)")].every((it) => {
          const box = it.getBoundingClientRect();
          return box.left >= view.left - 1 && box.right <= view.right + 1 && box.top >= view.top - 1 && box.bottom <= view.bottom + 1;
        });
      });
      assert.ok(seen, "the last move is in sight");
      await testid(page, "zoom").click();
      assert.ok((await side()) < 32);
    }
    assert.ok(zoomed > 0, "no game has so small squares");
    noComplaints(person);
    await person.context.close();
  });
}
