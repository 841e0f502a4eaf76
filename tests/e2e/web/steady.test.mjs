// What stays where it is, and what is seen without colours: the last move, the column of actions, the clocks.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { createRoom, inMatch, playOn, typeMoves } from "./player.mjs";
import { begin, newPerson, noComplaints, phone, pictureFolder, randomNumbers } from "./support.mjs";
import { moveTogether, pair, part, testid } from "./two.mjs";

const { server, browser, games, once } = await begin();
const pictures = pictureFolder();
const boards = ["wood", "slate", "forest", "paper", "dracula", "gruvbox"];

test("the last move is seen by its shape on every board: what was left, what was reached and where something was put", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  for (const game of games) {
    await createRoom(page, game, { opponent: "hotseat" });
    await inMatch(page);
    const { turn, over } = await playOn(page, randomNumbers(5), ({ turn }) => turn >= 5);
    const move = await page.locator(`.ply[data-ply="${turn}"]`).innerText();
    const path = move.match(/[a-z][1-9][0-9]?/g);
    const drawn = await page.locator(".match .board [data-trace]").evaluateAll((shapes) =>
      shapes.map((it) => [it.getAttribute("data-trace"), it.getAttribute("class"), getComputedStyle(it).strokeDasharray]),
    );
    assert.deepEqual(drawn.map(([square]) => square).sort(), [...new Set(path)].sort(), `${game}: ${move}`);
    if (path.length > 1) assert.equal(new Set(drawn.map(([, role, dashes]) => `${role} ${dashes}`)).size > 1, true, `${game}: ${move}`);
    for (const theme of ["light", "dark", "contrast"]) {
      for (const board of boards) {
        const faint = await page.evaluate(([theme, board]) => {
          Object.assign(document.documentElement.dataset, { theme, board });
          const light = (colour) => {
            const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((it) => it / 255).map((it) => (it <= 0.03928 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
          };
          const stroke = light(getComputedStyle(document.querySelector(".match .board [data-trace]")).stroke);
          const grounds = [...document.querySelectorAll(".match .board .square, .match .board .table")].map((it) => light(getComputedStyle(it).fill));
          return grounds.map((ground) => Math.max(ground / stroke, stroke / ground)).filter((it) => it < 3);
        }, [theme, board]);
        assert.deepEqual(faint, [], `${game}, ${theme}, ${board}`);
      }
    }
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: "light", board: "wood" }));
    await page.screenshot({ path: join(pictures, `${game}-last-move.png`) });
    assert.ok(!over, `${game} was over before it was looked at`);
  }
  noComplaints(person);
  await person.context.close();
});

/** Where everything beside and below the board stands. */
const places = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".seat-bar, .match-title, .view-tools, .status, .history, .match-actions, .match-actions .button, .move-entry, .chat")].map((element) => {
      const box = element.getBoundingClientRect();
      return `${element.className} ${Math.round(box.left)},${Math.round(box.top + scrollY)} ${Math.round(box.width)}x${Math.round(box.height)}`;
    }),
  );

for (const [screen, options] of Object.entries({ wide: {}, narrow: phone })) {
  for (const locale of ["en", "pt-PT"]) {
    test(`nothing moves while a move is picked and chosen on a ${screen} screen (${locale})`, async () => {
      const person = await newPerson(browser, server.url, "Ada", { ...options, locale });
      const { page } = person;
      let [picks, menus] = [0, 0];
      for (const game of games) {
        await createRoom(page, game, { opponent: "hotseat" });
        await inMatch(page);
        await page.locator("[data-next=true]").first().waitFor();
        let before = await places(page);
        let turn = 0;
        await playOn(page, randomNumbers(11), (seen) => seen.turn >= 8, async (page, choice) => {
          const now = await page.evaluate(() => ({ turn: Number(document.querySelector(".board").dataset.turn), picked: document.querySelectorAll(".cell.picked").length, menu: !!document.querySelector("[data-testid=move-menu]") }));
          if (now.turn !== turn || now.picked === 0) before = await places(page);
          turn = now.turn;
          if (now.picked > 0) assert.deepEqual(await places(page), before, `${game}, turn ${turn}`);
          picks += now.picked > 0 ? 1 : 0;
          menus += now.menu ? 1 : 0;
          if (choice.move) await page.locator(`[data-move="${choice.move}"]`).click();
          else await page.locator(`.match [data-square="${choice.square}"]`).click();
        });
      }
      assert.ok(picks > 5, `${picks} picks, ${menus} menus`);
      noComplaints(person);
      await person.context.close();
    });
  }
}

once("a note covers no clock, wherever the page is scrolled to", async () => {
  const { host, guest } = await pair(browser, server.url, games[0], { side: "0", time: "fischer" });
  const { page } = host;
  await page.setViewportSize(phone.viewport);
  await moveTogether(host, guest, randomNumbers(2));
  await moveTogether(guest, host, randomNumbers(3));
  const covered = () =>
    page.evaluate(() => {
      const notes = [...document.querySelectorAll(".toast")].map((it) => it.getBoundingClientRect());
      const clocks = [...document.querySelectorAll(".clock")].map((it) => it.getBoundingClientRect());
      return { notes: notes.length, clocks: clocks.length, covered: notes.some((a) => clocks.some((b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top)) };
    });
  // The lower clock stands where notes come up.
  await page.setViewportSize({ width: 360, height: 560 });
  const scroll = await page.locator(".clock").last().evaluate((clock) => {
    scrollTo(0, scrollY + clock.getBoundingClientRect().bottom - innerHeight + 30);
    return clock.getBoundingClientRect().bottom <= innerHeight;
  });
  assert.ok(scroll);
  await page.evaluate(() => document.querySelector("[data-testid=abort]").click());
  await testid(guest.page, "decline").click();
  await page.getByText("Your offer was declined.").waitFor();
  assert.deepEqual(await covered(), { notes: 1, clocks: 2, covered: false });
  await page.screenshot({ path: join(pictures, "note-over-clock-360.png") });
  for (const by of [40, 40, -20, 200]) {
    await page.evaluate((by) => new Promise((done) => (scrollBy(0, by), requestAnimationFrame(() => requestAnimationFrame(done)))), by);
    const seen = await covered();
    if (seen.notes > 0) assert.equal(seen.covered, false, `scrolled by ${by}`);
  }
  await part(host, guest);
});

once("a takeback is offered to who has moved, and its request is withdrawn by a button that says so", async () => {
  const { host, guest } = await pair(browser, server.url, "replica", { side: "0" });
  assert.equal(await testid(host.page, "takeback").count(), 0);
  await moveTogether(host, guest, randomNumbers(2));
  await testid(host.page, "takeback").waitFor();
  assert.equal(await testid(guest.page, "takeback").count(), 0, "the second player has nothing to take back");
  await testid(host.page, "takeback").click();
  assert.equal(await testid(host.page, "offer-cancel").innerText(), "Withdraw the request");
  await testid(host.page, "offer-cancel").click();
  await testid(host.page, "takeback").waitFor();
  await part(host, guest);
});
