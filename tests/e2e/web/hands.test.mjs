// Every game to its end by clicks, by dragging, by touch and by keyboard alone, on a telephone and on a wide screen.
// PENTAD_LONG=1 plays each game in each way on both; without it each game in each way once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom, drag, finger, inMatch, keys, mouse, playOn, resultOf } from "./player.mjs";
import { begin, newPerson, noComplaints, phone, randomNumbers, viewport } from "./support.mjs";

const { server, browser, games } = await begin();

const wide = { viewport };
const narrow = { viewport: phone.viewport };
const ways = [
  { name: "by clicks", hand: mouse, screens: [narrow, wide] },
  { name: "by dragging", hand: drag, screens: [wide, narrow] },
  { name: "by touch", hand: finger, screens: [phone, { ...phone, viewport }] },
  { name: "by keyboard alone", hand: keys, screens: [wide, narrow] },
];

games.forEach((game, i) => {
  ways.forEach(({ name, hand, screens }, j) => {
    // Each way meets both screens with one game or another even in the short run.
    const chosen = process.env.PENTAD_LONG ? screens : [screens[(i + j) % 2]];
    for (const screen of chosen) {
      test(`${game} can be played ${name} to the end at ${screen.viewport.width} px`, async () => {
        const person = await newPerson(browser, server.url, "Ada", screen);
        const { page } = person;
        await createRoom(page, game, { level: 1, side: "0" });
        await inMatch(page);
        const end = await playOn(page, randomNumbers(i + 11), () => false, hand);
        assert.ok(end.ply > 0);
        assert.match((await resultOf(page)).title, /^(You win|You lose|Draw)$/);
        noComplaints(person);
        await person.context.close();
      });
    }
  });
});

test("a drag is given up by Esc and by letting go outside, and a small one is a click", async (t) => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  const own = page.locator("[data-next=true].takeable").first();
  let begun = false;
  for (const game of games) {
    await createRoom(page, game, { level: 1, side: "0" });
    await inMatch(page);
    await page.locator("[data-next=true]").first().waitFor();
    if ((begun = (await own.count()) > 0)) break;
  }
  if (!begun) return t.skip("no game begins with pieces on the board");
  const box = await own.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const picked = () => page.locator(".cell.picked").count();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 20, { steps: 4 });
  assert.equal(await picked(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await picked(), 0);
  await page.mouse.up();
  assert.equal(await picked(), 0);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(2, 2, { steps: 4 });
  await page.mouse.up();
  assert.equal(await picked(), 0);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y + 2);
  await page.mouse.up();
  assert.equal(await picked(), 1);
  noComplaints(person);
  await person.context.close();
});

test("a typed move is played, a wrong one is told as such, and letters on the board go there", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { level: 1, side: "0" });
  await inMatch(page);
  await page.locator("[data-next=true]").first().waitFor();
  const move = await page.locator("#legal-moves option").first().getAttribute("value");
  await page.locator("[data-next=true]").first().focus();
  await page.keyboard.press("z");
  assert.equal(await page.locator("[data-testid=move-entry]").inputValue(), "z");
  await page.keyboard.press("Enter");
  await page.getByText("z is not a move here.").waitFor();
  await page.locator("[data-testid=move-entry]").fill(move);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=match]").getAttribute("data-ply")) >= 1);
  assert.ok((await page.locator("[data-ply='1'].ply").innerText()).length > 0);
  noComplaints(person);
  await person.context.close();
});

test("what happens is read aloud: moves, whose turn it is, the clock and the result", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { level: 1, side: "0", time: "fischer" });
  await inMatch(page);
  const said = (text) => page.waitForFunction((text) => document.querySelector("[data-testid=said]")?.textContent.includes(text), text);
  await said("Your turn.");
  await playOn(page, randomNumbers(), ({ turn }) => turn >= 2, keys);
  await said(" played ");
  await said(" left.");
  await page.click("[data-testid=resign]");
  await page.click("[data-testid=resign-yes]");
  await said("by resignation");
  noComplaints(person);
  await person.context.close();
});

/** The squares of the board that a click leads nowhere from, and those that begin a move. */
const squaresOf = (page) =>
  page.evaluate(() => {
    const all = (selector) => [...document.querySelectorAll(`.match .board ${selector}`)].map((it) => it.getAttribute("data-square"));
    return { idle: all(".cell:not(.blocked):not([data-next])"), next: all("[data-next=true]") };
  });

/** Clicks a square that is no move; what the page says to it. */
async function refusedClick(page, square) {
  await page.locator(`.match .board [data-square="${square}"]`).click();
  const note = page.locator("[data-testid=status] [data-testid=refusal]");
  await note.waitFor();
  const marked = await page.locator(".match .board .cell.refused").evaluateAll((all) => all.map((it) => it.getAttribute("data-square")));
  return { text: await note.innerText(), rule: await note.getAttribute("data-rule"), marked };
}

for (const game of games) {
  test(`${game}: a click and a typed move that are none say why, with the squares and the paragraph of the rules`, async () => {
    const person = await newPerson(browser, server.url, "Ada");
    const { page, context } = person;
    await createRoom(page, game, { opponent: "hotseat" });
    await inMatch(page);
    const begins = () => page.locator("[data-next=true]").first().waitFor();
    await begins();
    const random = randomNumbers();
    await playOn(page, random, ({ turn }) => turn >= 4, keys);
    // Whatever is picked by the way is put back.
    await page.keyboard.press("Escape");
    await begins();
    const { idle, next } = await squaresOf(page);
    const told = [];
    for (const square of idle) {
      const answer = await refusedClick(page, square);
      assert.ok(answer.text.length > 10 && answer.marked.includes(square), `${square}: ${JSON.stringify(answer)}`);
      told.push(answer);
      await page.keyboard.press("Escape");
      await page.locator("[data-testid=refusal]").waitFor({ state: "detached" });
    }
    // Behind a first click as well.
    const first = next[0];
    await page.locator(`.match .board [data-square="${first}"]`).click();
    if ((await page.locator(`.cell.picked[data-square="${first}"]`).count()) > 0) {
      const behind = (await squaresOf(page)).idle.filter((square) => !next.includes(square));
      if (behind.length > 0) told.push(await refusedClick(page, behind[behind.length - 1]));
    }
    const ruled = told.filter((it) => it.rule);
    assert.ok(ruled.length > 0, JSON.stringify(told));
    for (const it of ruled) assert.ok(it.text.includes(`Rule ${it.rule}`), it.text);
    // Typed, the same is refused beside the field; then in the other language, with the rule in its words.
    await page.keyboard.press("Escape");
    await page.fill("[data-testid=move-entry]", "a1-a1-a1");
    await page.keyboard.press("Enter");
    await page.locator("#move-problem").getByText("a1-a1-a1 is not a move here. A move is written").waitFor();
    const { rule } = ruled[0];
    const square = idle[told.indexOf(ruled[0])] ?? idle[0];
    await page.evaluate(() => localStorage.setItem("pentad.language", "pt"));
    await page.reload();
    await inMatch(page);
    await begins();
    const there = told.indexOf(ruled[0]) < idle.length ? await refusedClick(page, square) : null;
    if (there) {
      assert.equal(there.rule, rule);
      assert.ok(there.text.includes(`Regra ${rule}`) && there.text !== ruled[0].text, there.text);
      const [rules] = await Promise.all([context.waitForEvent("page"), page.locator("[data-testid=refusal] a").click()]);
      const paragraph = rules.locator(".prose .named");
      await paragraph.waitFor();
      assert.ok((await paragraph.innerText()).startsWith(`${rule} `));
      await rules.waitForFunction(() => {
        const { top, bottom } = document.querySelector(".prose .named").getBoundingClientRect();
        return document.activeElement?.classList.contains("named") && top >= 0 && bottom <= innerHeight;
      });
    }
    noComplaints(person);
    await context.close();
  });
}
