// How a game between two stops before its end: paused, called off, claimed, out of time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inMatch, playOn, resultOf } from "./player.mjs";
import { begin, newPerson, randomNumbers, ServerProcess } from "./support.mjs";
import { moveTogether, pair, part, testid } from "./two.mjs";

const { server, browser, games } = await begin(new ServerProcess("--gone-after-least-s", "3", "--gone-after-most-s", "3"));

/** At a table where both have made a move. */
async function underWay(options) {
  const people = await pair(browser, server.url, games[0], { side: "0", ...options });
  const random = randomNumbers(4);
  await moveTogether(people.host, people.guest, random);
  await moveTogether(people.guest, people.host, random);
  return { ...people, random };
}

test("a clock runs, stands still while both agree to pause, and runs on", async () => {
  const { host, guest, random } = await underWay({ time: "fischer" });
  const running = (page) => page.locator(".clock.running");
  await running(host.page).waitFor();
  await testid(host.page, "pause").click();
  await testid(guest.page, "accept").click();
  await running(host.page).waitFor({ state: "detached" });
  await guest.page.getByText("The game is paused.").first().waitFor();
  assert.equal(await host.page.locator("[data-next=true]").count(), 0);
  await testid(guest.page, "pause").click();
  await testid(host.page, "accept").click();
  await running(host.page).waitFor();
  await moveTogether(host, guest, random);
  await part(host, guest);
});

test("before both have moved one may call the game off alone, later both must want it", async () => {
  const first = await pair(browser, server.url, games[0], { side: "0" });
  await testid(first.guest.page, "abort").click();
  await testid(first.guest.page, "abort-yes").click();
  assert.equal((await resultOf(first.host.page)).code, "aborted");
  assert.equal((await resultOf(first.host.page)).title, "Game over");
  await part(first.host, first.guest);

  const { host, guest } = await underWay();
  await testid(host.page, "abort").click();
  await testid(guest.page, "decline").click();
  await host.page.getByText("Your offer was declined.").waitFor();
  await testid(guest.page, "abort").click();
  await testid(host.page, "accept").click();
  assert.equal((await resultOf(guest.page)).code, "aborted");
  await part(host, guest);
});

test("who leaves is shown to be away, and after a countdown the win may be claimed", async () => {
  const { host, guest, random } = await underWay();
  await moveTogether(host, guest, random);
  await guest.context.close();
  await host.page.locator("[data-seat='1'] .presence").waitFor();
  await testid(host.page, "claim-card").waitFor();
  await host.page.locator("[data-testid=claim]:not([disabled])").click();
  assert.deepEqual(await resultOf(host.page).then(({ title, code }) => [title, code]), ["You win", "claim"]);
  await part(host);
});

test("who comes back takes the claim away with it and plays on", async () => {
  const { host, guest, random } = await underWay();
  await moveTogether(host, guest, random);
  const address = guest.page.url();
  await guest.page.goto("about:blank");
  await testid(host.page, "claim-card").waitFor();
  await guest.page.goto(address);
  await inMatch(guest.page);
  await testid(host.page, "claim-card").waitFor({ state: "detached" });
  await moveTogether(guest, host, random);
  await part(host, guest);
});

test("both want a rematch, and the sides change", async () => {
  const { host, guest } = await underWay();
  await testid(host.page, "resign").click();
  await testid(host.page, "resign-yes").click();
  await resultOf(guest.page);
  const before = await inMatch(host.page);
  await testid(guest.page, "rematch").click();
  await testid(host.page, "decline").click();
  await guest.page.getByText("Your offer was declined.").waitFor();
  await testid(host.page, "rematch").click();
  await testid(guest.page, "accept").click();
  await host.page.waitForFunction((old) => document.querySelector("[data-testid=match]")?.getAttribute("data-match") !== old, before);
  await guest.page.locator("[data-next=true]").first().waitFor();
  assert.equal(await host.page.locator("[data-next=true]").count(), 0);
  await part(host, guest);
});

test("a rematch is offered to who is in the room with another page open, and the page leads back", async () => {
  const { host, guest } = await underWay();
  const before = await inMatch(host.page);
  await host.page.evaluate(() => (location.hash = "#/"));
  await testid(host.page, "return").waitFor();
  await testid(guest.page, "resign").click();
  await testid(guest.page, "resign-yes").click();
  await testid(guest.page, "rematch").click();
  await host.page.getByText("Your opponent wants a rematch.").waitFor();
  await testid(host.page, "return").click();
  await testid(host.page, "accept").click();
  await guest.page.waitForFunction((old) => document.querySelector("[data-testid=match]")?.getAttribute("data-match") !== old, before);
  await part(host, guest);
});

test("a rematch is open no more when the other one has left the room", async () => {
  const { host, guest } = await underWay();
  await testid(host.page, "resign").click();
  await testid(host.page, "resign-yes").click();
  await resultOf(guest.page);
  await testid(guest.page, "rematch").click();
  await testid(host.page, "accept").waitFor();
  await guest.page.evaluate(() => (location.hash = "#/"));
  await testid(host.page, "gone").waitFor();
  assert.equal(await testid(host.page, "accept").count(), 0);
  assert.equal(await testid(host.page, "rematch").count(), 0);
  await part(host, guest);
});

test("a flag falls by itself", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await page.evaluate((game) => (location.hash = `#/new/${game}`), games[0]);
  await testid(page, "create").waitFor();
  await page.locator("label:has(input[name=side][value='0'])").click();
  await page.locator("label:has(input[name=time][value=permove])").click();
  await page.selectOption("select[name=seconds]", "10");
  await testid(page, "create").click();
  await inMatch(page);
  await playOn(page, randomNumbers(5), ({ turn }) => turn >= 2);
  assert.deepEqual(await resultOf(page).then(({ title, code }) => [title, code]), ["You lose", "timeout"]);
  await part(person);
});
