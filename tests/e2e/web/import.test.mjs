// Games that somebody wrote down are read and looked through on the board.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { begin, newPerson, noComplaints } from "./support.mjs";
import { testid } from "./two.mjs";

const { server, browser, once } = await begin();

const game = `[White "Ana"]\n[Black "Bo"]\n[Game "bounce"]\n[Size "4x4"]\n\n1. a2-d4 {good} d2-d1 2. b1-d2 A3-B1 3. xb3 1-0\n`;

once("a pasted game, a record from a file and a list of moves come on the board", async () => {
  const person = await newPerson(browser, server.url, "Ada", { locale: "en" });
  const { page } = person;
  await page.evaluate(() => (location.hash = "#/matches"));
  await testid(page, "import").click();
  const submit = () => page.click(".import button[type=submit]");
  const shows = (text) => page.waitForFunction((text) => document.querySelector("[data-testid=import-page]")?.textContent.includes(text), text);
  const says = (text) => page.waitForFunction((text) => document.querySelector(".import [role=alert]")?.textContent.includes(text), text);
  const paste = (text) => page.fill("[name=game-text]", text);

  await paste(game);
  await submit();
  await shows("Ana – Bo");
  await shows("After move 5 of 5");
  assert.deepEqual(await page.$$eval(".history [data-ply]", (all) => all.map((it) => it.textContent)), ["a2-d4", "d2-d1", "b1-d2", "a3-b1", "xb3"]);
  const last = await page.$$eval("[data-square]", (all) => all.map((it) => it.getAttribute("aria-label")).join());
  await testid(page, "first").click();
  await page.waitForFunction((last) => [...document.querySelectorAll("[data-square]")].map((it) => it.getAttribute("aria-label")).join() !== last, last);

  await page.click(".match-actions .button");
  await paste(game.replace("d2-d1", "d2-d2"));
  await submit();
  await says("The rules do not allow these moves");
  await paste("hello: nothing");
  await submit();
  await page.waitForSelector(".import [role=alert]");

  const record = new URL("../../golden/records/murus_gallicus.rules1.whole.json", import.meta.url);
  const moves = JSON.parse(readFileSync(record, "utf8")).events.filter((it) => it.kind === "move").length;
  await page.setInputFiles("[name=game-file]", { name: "record.json", mimeType: "application/json", buffer: readFileSync(record) });
  await page.waitForFunction(() => document.querySelector("[name=game-text]").value.includes("murus_gallicus"));
  await submit();
  await shows("Murus Gallicus");
  assert.ok((await page.$$(".history [data-ply]")).length <= moves);

  await page.click(".match-actions .button");
  await page.selectOption("select[name=game]", { label: "Claustro" }).catch(() => page.check("[name=game][value=claustro]"));
  await paste("1. a3-a4 c5-b5 2. a4:b5@a4");
  await submit();
  await shows("After move 3 of 3");
  await shows("a4xb5@a4");
  assert.match(await page.title(), /Claustro/);
  noComplaints(person);
});
