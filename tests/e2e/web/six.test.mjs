// A game that the client has never seen, in two languages: all its texts come from the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom, inMatch } from "./player.mjs";
import { begin, newPerson, noComplaints } from "./support.mjs";
import { testid } from "./two.mjs";

const { server, browser } = await begin();
const reply = await fetch(new URL("api/v1/games", server.url));
const card = (await reply.json()).games.find(({ game }) => game === "noughts");

test("the texts of an unknown game are shown in the reader's language", async () => {
  const ends = { en: card.texts.en["reason.three_in_line"], pt: card.texts.pt["reason.three_in_line"] };
  const sides = { en: card.sides, pt: [card.texts.pt["side.first"], card.texts.pt["side.second"]] };
  for (const [locale, tag] of [["en", "en"], ["pt-PT", "pt"]]) {
    const person = await newPerson(browser, server.url, "Ada", { locale });
    const { page } = person;
    await createRoom(page, "noughts", { opponent: "hotseat" });
    await inMatch(page);
    for (const square of ["a1", "a2", "b1", "b2", "c1"]) {
      await page.locator(`.match [data-square=${square}][data-next=true]`).click();
    }
    const result = testid(page, "result");
    await result.waitFor();
    const told = await result.textContent();
    assert.ok(told.toLowerCase().includes(ends[tag]), `${told} does not say: ${ends[tag]}`);
    const shown = await page.locator("body").textContent();
    assert.ok(shown.includes(sides[tag][0]) && shown.includes(sides[tag][1]), shown);
    noComplaints(person);
    await person.context.close();
  }
});
