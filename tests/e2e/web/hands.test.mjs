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
