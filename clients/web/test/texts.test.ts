import assert from "node:assert/strict";
import { test } from "vitest";
import { clockText } from "../src/components/clock_text";
import { toneOf } from "../src/board/tone";
import { link, parseRoute } from "../src/router";
import { errorText, reasonText, t } from "../src/texts";

test("values are filled into texts", () => {
  assert.equal(t("lobby.by", { designer: "Ada" }), "by Ada");
});

test("an unknown error shows its code and an unknown reason its words", () => {
  assert.match(errorText("room_full"), /full/);
  assert.match(errorText("brand_new"), /brand_new/);
  assert.match(errorText("bad_request", { reason: "direction", character: "U+202E" }), /U\+202E changes the direction/);
  assert.match(errorText("name_invalid", { reason: "too_long", limit: 32 }), /at most 32 characters/);
  assert.equal(errorText("name_invalid", { reason: "brand_new" }), errorText("name_invalid"));
  assert.equal(reasonText("crossed_the_river", undefined), "crossed the river");
});

test("a reason is read in the game's own words before the page's", () => {
  const game = { texts: { en: { "reason.crossed_the_river": "a piece crossed the river", "reason.resign": "gave in" } } };
  assert.equal(reasonText("crossed_the_river", game), "a piece crossed the river");
  assert.equal(reasonText("resign", game), "gave in");
  assert.equal(reasonText("resign", undefined), "by resignation");
});

test("addresses lead to pages and back", () => {
  assert.deepEqual(parseRoute(""), { page: "lobby" });
  assert.deepEqual(parseRoute(link.room("AB CD", true)), { page: "room", by: "code", value: "AB CD", watch: true });
  assert.deepEqual(parseRoute(link.table("r_1")), { page: "room", by: "room", value: "r_1", watch: false });
  assert.deepEqual(parseRoute(link.invite("x/y")), { page: "room", by: "invite", value: "x/y", watch: false });
  assert.deepEqual(parseRoute("#/rules"), { page: "rules", game: null });
  assert.deepEqual(parseRoute("#/nowhere/at/all"), { page: "unknown" });
  assert.deepEqual(parseRoute("#/room/%zz"), { page: "room", by: "code", value: "%zz", watch: false });
});

test("a side has the colour it is named after, else orange or blue", () => {
  assert.equal(toneOf(["White", "Black"], 1), "black");
  assert.equal(toneOf(["Romans", "Gauls"], 0), "orange");
  assert.equal(toneOf(["Romans", "Gauls"], 1), "blue");
});

test("clocks show minutes, then tenths of a second at the end", () => {
  assert.equal(clockText(3_725_000), "1:02:05");
  assert.equal(clockText(65_000), "1:05");
  assert.equal(clockText(9_940), "0:09.9");
});
