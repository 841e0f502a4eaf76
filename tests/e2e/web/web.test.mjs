// The browser client against a real server: PENTAD_SERVER names the binary, PENTAD_GAMES the games to play if only
// those are to be tested.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createRoom, inMatch, mouse, playOn, resultOf, turnOf, waitForTurn } from "./player.mjs";
import { begin, elsewhere, newPerson, noComplaints, randomNumbers, serveUnder, ServerProcess, webRoot } from "./support.mjs";

const { server, browser, offered, games, once, only } = await begin();

test("the server offers games", () => {
  assert.ok(games.length > 0);
  for (const game of games) assert.ok(offered.includes(game), `${game} is not offered`);
});

for (const game of games) {
  test(`a newcomer finds from the first page to the end of a game of ${game} by clicks on what the screen shows`, async () => {
    const person = await newPerson(browser, server.url, "Ada");
    const { page } = person;
    const status = page.locator("[data-testid=status] p:not(.unseen)");
    await page.click(`[data-game=${game}]`);
    await page.click("[data-testid=create]");
    await inMatch(page);
    await page.locator("[data-next=true]").first().waitFor();
    // What the game is about, and what can be done.
    assert.ok((await status.allInnerTexts()).join(" ").length > 60);
    const guided = async (page, place) => {
      await mouse(page, place);
      const picked = page.locator(".cell.picked, [data-testid=move-menu], [data-testid=result]");
      if ((await picked.count()) > 0) await page.locator("[data-testid=status] p:not(.unseen), [data-testid=move-menu], [data-testid=result]").first().waitFor();
    };
    const end = await playOn(page, randomNumbers(), () => false, guided);
    const result = await resultOf(page);
    assert.match(result.title, /^(You win|You lose|Draw|Game over)$/);
    assert.ok(result.reason.length > 5 && !result.reason.includes("_"), result.reason);
    assert.ok(end.ply > 0);
    noComplaints(person);
    await person.context.close();
  });

  test(`${game} shows its rules with pictures, and its designer, in English and in Portuguese`, async () => {
    const texts = [];
    for (const locale of ["en-GB", "pt-PT"]) {
      const person = await newPerson(browser, server.url, "Ada", { locale });
      const { page } = person;
      await page.evaluate((game) => (location.hash = `#/rules/${game}`), game);
      await page.waitForSelector("article.rules .prose");
      assert.ok((await page.locator("[data-testid=credit]").innerText()).length > 5);
      // Each drawing of the rules is a board, and what its move makes of it.
      for (const drawn of await page.locator(".drawn").all()) {
        await drawn.locator(".board").nth(1).waitFor();
        assert.ok((await drawn.locator("[data-piece]").count()) > 1);
      }
      texts.push(await page.locator(".prose").innerText());
      noComplaints(person);
      await person.context.close();
    }
    assert.ok(texts[0].length > 20);
    if (!only) assert.match(texts[1], /1 Tabuleiro/);
  });
}

once("a second person watches and sees the game go on to its end", async () => {
  const player = await newPerson(browser, server.url, "Ada");
  const watcher = await newPerson(browser, server.url, "Bob");
  await createRoom(player.page, games[0], { level: 1 });
  const match = await inMatch(player.page);
  await watcher.page.goto(player.page.url());
  assert.equal(await inMatch(watcher.page), match);
  assert.match(await watcher.page.locator("[data-testid=status]").innerText(), /watching/);
  const seen = await playOn(player.page, randomNumbers(), ({ turn }) => turn >= 2);
  await waitForTurn(watcher.page, seen.turn);
  assert.equal(await watcher.page.locator("[data-next=true]").count(), 0);
  await player.page.click("[data-testid=resign]");
  await player.page.click("[data-testid=resign-yes]");
  assert.equal((await resultOf(watcher.page)).code, "resign");
  assert.match((await resultOf(watcher.page)).title, / won$/);
  assert.equal((await resultOf(player.page)).title, "You lose");
  noComplaints(player, watcher);
  await player.context.close();
  await watcher.context.close();
});

once("two people meet by the invite link, play, and play again", async () => {
  const host = await newPerson(browser, server.url, "Ada");
  const guest = await newPerson(browser, server.url, "Bob");
  await createRoom(host.page, games[0], { opponent: "person", visibility: "private" });
  const invite = await host.page.locator("[data-testid=invite]").inputValue();
  await guest.page.goto(invite);
  const match = await inMatch(host.page);
  assert.equal(await inMatch(guest.page), match);
  const random = randomNumbers();
  await playOn(host.page, random, () => true);
  const before = await turnOf(host.page);
  await Promise.all([waitForTurn(guest.page, before + 1), playOneMove(host.page, random)]);
  await playOneMove(guest.page, random);
  await waitForTurn(host.page, before + 2);
  await guest.page.click("[data-testid=resign]");
  await guest.page.click("[data-testid=resign-yes]");
  assert.equal((await resultOf(host.page)).title, "You win");
  await host.page.click("[data-testid=rematch]");
  await guest.page.click("[data-testid=accept]");
  await host.page.waitForFunction((old) => document.querySelector("[data-testid=match]")?.getAttribute("data-match") !== old, match);
  assert.equal(await host.page.locator("[data-testid=match]").getAttribute("data-over"), "false");
  await playOneMove(guest.page, random);
  await waitForTurn(host.page, 1);
  noComplaints(host, guest);
  await host.context.close();
  await guest.context.close();
});

/** Clicks until the turn has passed on. */
async function playOneMove(page, random) {
  const turn = await turnOf(page);
  const random_ = random;
  for (let clicks = 0; clicks < 10 && (await turnOf(page)) === turn; clicks++) {
    const squares = page.locator("[data-testid=move-menu] [data-move], [data-next=true]");
    const count = await squares.count();
    if (count === 0) break;
    await squares.nth(Math.floor(random_() * count)).click();
  }
  await waitForTurn(page, turn + 1);
}

once("two people at one screen play both sides to the end", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { opponent: "hotseat" });
  await inMatch(page);
  assert.match(await page.locator("[data-testid=status]").innerText(), / to move/);
  await playOn(page, randomNumbers());
  assert.match((await resultOf(page)).title, / won$|^Draw$/);
  noComplaints(person);
  await person.context.close();
});

once("two computers play a whole game for whoever watches", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { opponent: "bots" });
  await inMatch(page);
  // A short game may be over before a slow page is looked at.
  await page.waitForFunction(
    () =>
      /is thinking/.test(document.querySelector("[data-testid=status]")?.textContent ?? "") ||
      document.querySelector("[data-testid=result]"),
  );
  assert.equal(await page.locator("[data-next=true]").count(), 0);
  assert.equal(await page.locator("[data-testid=resign]").count(), 0);
  const result = await resultOf(page);
  assert.match(result.title, / won$|^Draw$/);
  noComplaints(person);
  await person.context.close();
});

once("the title says whose turn it is and how the game ended, and a computer plays again", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { level: 1 });
  const match = await inMatch(page);
  await page.waitForFunction(() => /^Your turn · .+ · Pentad$/.test(document.title));
  await page.click("[data-testid=resign]");
  await page.click("[data-testid=resign-yes]");
  await page.waitForFunction(() => /^You lose · /.test(document.title));
  await page.click("[data-testid=rematch]");
  await page.waitForFunction((old) => document.querySelector("[data-testid=match]")?.getAttribute("data-match") !== old, match);
  await playOn(page, randomNumbers(), ({ turn }) => turn >= 2);
  noComplaints(person);
  await person.context.close();
});

once("the page works under the path of a host, and asks for nothing outside it", async () => {
  const proxy = await serveUnder("/games/pentad/", server.url);
  const person = await newPerson(browser, proxy.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { level: 1 });
  await inMatch(page);
  await playOn(page, randomNumbers(), ({ turn }) => turn >= 2);
  await page.reload();
  await inMatch(page);
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope), proxy.url);
  const manifest = await page.locator("link[rel=manifest]").evaluate((link) => link.href);
  const start = new URL((await (await page.request.get(manifest)).json()).start_url, manifest).href;
  assert.equal(start, proxy.url);
  noComplaints(person);
  await person.context.close();
  proxy.close();
});

once("the client comes compressed, and is not sent again as long as it is the same", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const responses = [];
  person.page.on("response", (response) => responses.push(response));
  await person.page.reload();
  await person.page.waitForSelector("[data-game]");
  const page = responses.find((response) => response.url() === server.url);
  assert.match(page.headers()["content-encoding"] ?? "", /^(br|gzip)$/);
  const name = /rel="modulepreload" href="(chunk-\w+\.js)"/.exec(await page.text())[1];
  const whole = readFileSync(join(webRoot(), name));
  const tags = new Set();
  for (const coding of ["br", "gzip", "identity"]) {
    const reply = await fetch(server.url + name, { headers: { "Accept-Encoding": coding } });
    assert.equal(reply.headers.get("content-encoding"), coding === "identity" ? null : coding);
    assert.ok(whole.equals(Buffer.from(await reply.arrayBuffer())), `${coding} unpacks to the file`);
    const size = Number(reply.headers.get("content-length"));
    assert.ok(coding === "identity" ? size === whole.length : size < whole.length * 0.4, `${size} bytes in ${coding}`);
    tags.add(reply.headers.get("etag"));
    const again = await fetch(server.url + name, { headers: { "Accept-Encoding": coding, "If-None-Match": reply.headers.get("etag") } });
    assert.equal(again.status, 304);
  }
  assert.equal(tags.size, 3);
  noComplaints(person);
  await person.context.close();
});

once("the API is read by pages of the allowed origins, and by no others", async () => {
  const allowed = await elsewhere(), foreign = await elsewhere();
  const other = new ServerProcess("--allowed-origins", new URL(allowed.url).origin);
  await other.start();
  try {
    const read = async ({ url }) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      const told = await page.evaluate(async (api) => {
        const ask = (init) => fetch(`${api}api/v1/rooms`, init).then((reply) => reply.json(), (error) => error.name);
        // The second one is asked about before: it has a header that is not of every page.
        return [await ask({}), await ask({ headers: { "X-Mine": "1" } })];
      }, other.url);
      await context.close();
      return told;
    };
    for (const told of await read(allowed)) assert.ok(Array.isArray(told.rooms), JSON.stringify(told));
    assert.deepEqual(await read(foreign), ["TypeError", "TypeError"]);
  } finally {
    await other.remove();
    for (const page of [allowed, foreign]) page.close();
  }
});

once("a room that is not there is refused in words", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await page.evaluate(() => (location.hash = "#/room/NOSUCH"));
  await page.getByText("There is no such room").waitFor();
  noComplaints(person);
  await person.context.close();
});

once("a reload in the middle of a game returns to it", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { level: 1 });
  const match = await inMatch(page);
  const seen = await playOn(page, randomNumbers(), ({ turn }) => turn >= 2);
  await page.reload();
  assert.equal(await inMatch(page), match);
  const again = await playOn(page, randomNumbers(), () => true);
  assert.equal(again.turn, seen.turn);
  assert.equal(again.ply, seen.ply);
  assert.equal(await page.locator("[data-testid=my-name]").innerText(), person.name);
  await playOn(page, randomNumbers());
  await resultOf(page);
  noComplaints(person);
  await person.context.close();
});

once("a game is found again from the lobby", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[0], { level: 1, visibility: "unlisted" });
  const match = await inMatch(page);
  await page.goto(`${server.url}#/`);
  await page.reload();
  await page.click("[data-testid=return]");
  assert.equal(await inMatch(page), match);
  noComplaints(person);
  await person.context.close();
});

once("the page heals by itself when the server is killed and comes back, and the game goes on", async () => {
  const person = await newPerson(browser, server.url, "Ada");
  const { page } = person;
  await createRoom(page, games[games.length - 1], { level: 1 });
  const match = await inMatch(page);
  const random = randomNumbers();
  const seen = await playOn(page, random, ({ turn }) => turn >= 2);
  await server.kill("SIGKILL");
  await page.waitForSelector(".banner:has(.spinner)");
  await server.start();
  await page.waitForSelector(".banner", { state: "detached" });
  assert.equal(await inMatch(page), match);
  const again = await playOn(page, random, () => true);
  assert.equal(again.turn, seen.turn);
  assert.equal(again.ply, seen.ply);
  await playOn(page, random);
  assert.ok((await resultOf(page)).reason.length > 5);
  // The browser itself reports each attempt to connect that finds no server.
  const own = person.complaints.filter((text) => !/WebSocket connection to .* failed/.test(text));
  assert.deepEqual(own, []);
  await person.context.close();
});
