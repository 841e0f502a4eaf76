// The way back to one's own games that go on: which one waits, its clock, its table.
import assert from "node:assert/strict";
import { join } from "node:path";
import { createRoom, inMatch } from "./player.mjs";
import { begin, pictureFolder, phone, randomNumbers } from "./support.mjs";
import { moveTogether, pair, part, testid } from "./two.mjs";

const { server, browser, games, once } = await begin();
const [first, second = first] = games;

once("a game against a person with a clock comes before a newer one against a computer, by name, with its clock and table", async () => {
  for (const locale of ["en", "pt-PT"]) {
    const { host, guest } = await pair(browser, server.url, first, { side: "0", time: "fischer" }, { locale });
    const { page } = host;
    const match = await inMatch(page);
    await moveTogether(host, guest, randomNumbers(2));
    await moveTogether(guest, host, randomNumbers(3));
    const named = await page.locator(".match-title h2").innerText();
    await createRoom(page, second, { level: 1, side: "0" });
    const other = await inMatch(page);
    assert.notEqual(other, match);

    await page.evaluate(() => (location.hash = "#/"));
    const banner = page.locator(".banner.inline");
    await banner.getByText(named).waitFor();
    const text = await banner.innerText();
    assert.ok(text.includes(guest.name), text);
    assert.ok(text.includes(locale === "en" ? "Your turn" : "É a sua vez"), text);
    assert.match(await banner.locator(".clock").innerText(), /^\d+:\d\d/);
    assert.ok(text.includes(locale === "en" ? "and 1 more" : "e mais 1"), text);
    await page.screenshot({ path: join(pictureFolder(), `return-${locale}.png`) });
    await testid(page, "return").click();
    assert.equal(await inMatch(page), match);

    // In the list of one's own games both are at the top and lead to their tables.
    await page.evaluate(() => (location.hash = "#/matches"));
    const tables = testid(page, "to-table");
    await tables.nth(1).waitFor();
    assert.deepEqual(await page.locator(".match-row").evaluateAll((rows) => rows.slice(0, 2).map((it) => it.dataset.match)), [match, other]);
    assert.match(await page.locator(`.match-row[data-match="${match}"] .clock`).innerText(), /^\d+:\d\d/);
    await page.setViewportSize(phone.viewport);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    await page.screenshot({ path: join(pictureFolder(), `my-games-${locale}-360.png`) });
    await tables.nth(1).click();
    assert.equal(await inMatch(page), other);
    assert.equal(await page.locator("[data-testid=replay-page]").count(), 0);
    await part(host, guest);
  }
});
