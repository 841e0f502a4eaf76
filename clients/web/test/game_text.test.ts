import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "vitest";
import type { GameInfo } from "../src/protocol/messages";
import { readGame, type GameText } from "../src/store/game_text";

const choice = (...values: string[]) => ({ type: "string", default: values[0]!, enum: values });
const games = [
  { game: "bounce", name: "Bounce", rulesVersion: 1, sides: ["Red", "Blue"], options: { properties: { size: choice("8x8", "4x4"), variant: choice("standard") } } },
  { game: "claustro", name: "Claustro", rulesVersion: 1, sides: ["Green", "Blue"], options: { properties: { size: choice("5x5"), variant: choice("standard", "original") } } },
] as unknown as GameInfo[];
const moves = ["a2-d4", "d2-d1", "b1-d2", "a3-b1", "xb3"];
const small = { game: "bounce", options: { size: "4x4", variant: "standard" } };

test("moves are read in many notations", () => {
  for (const text of [
    "1. a2-d4 d2-d1 2. b1-d2 a3-b1 3. xb3 1-0",
    "1.a2-d4 d2-d1 2.b1-d2 a3-b1 3.xb3",
    "a2-d4, d2-d1, b1-d2, a3-b1, xb3",
    "A2-D4 D2–D1 b1->d2 a3 - b1 ×B3!",
    "1. a2-d4 {a comment (with) 1. a1} d2-d1 ; the rest\n2. b1-d2 (2. a1-d2 (or) x) a3-b1 $3 xb3 *",
  ])
    assert.deepEqual((readGame(text, games, small) as GameText).moves, moves, text);
});

test("tags, a server's text and JSON name the game, its options and the players", () => {
  const wanted = { game: "bounce", options: { size: "4x4", variant: "standard" }, names: ["Ana \"A\"", "Bo"], result: "1-0", moves };
  const line = "1. a2-d4 d2-d1 2. b1-d2 a3-b1 3. xb3 1-0";
  for (const text of [
    `[Event "?"]\n[White "Ana \\"A\\""]\n[Black "Bo"]\n[Game "bounce"]\n[Size "4x4"]\n\n${line}\n\n`,
    `Match: m_1\nGame: Bounce, 4x4, standard, rules 1\nRed: Ana "A"\nBlue: Bo\nResult: Red wins (one_group)\n\n${line}\n`,
    JSON.stringify({ game: "bounce", size: "4x4", tags: { White: "Ana \"A\"", Black: "Bo" }, moves, result: "1-0" }),
    JSON.stringify({
      game: "bounce", options: { size: "4x4" }, seats: [{ name: "Ana \"A\"" }, { name: "Bo" }], result: { winner: 0 },
      events: [...moves.slice(0, 4), "a1-a2"].map((move) => ({ kind: "move", move })).concat([{ kind: "takeback", plies: 1 }, { kind: "move", move: "xb3" }] as any),
    }),
  ])
    assert.deepEqual(readGame(text, games), wanted, text);
});

test("the records of matches are read", () => {
  const folder = new URL("../../../tests/golden/records/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.startsWith("bounce"));
  assert.ok(files.length > 0);
  for (const name of files) assert.ok((readGame(readFileSync(new URL(name, folder), "utf8"), games) as GameText).moves.length > 0, name);
});

test("what cannot be read says why", () => {
  assert.equal(readGame("", games, small), "no_moves");
  assert.equal(readGame("{}", games, small), "no_moves");
  assert.equal(readGame("a2-d4", games), "no_game");
  assert.equal(readGame('[Game "chess"]\n\ne4', games), "no_game");
  assert.equal(readGame('[Game "bounce"]\n[FEN "4/4/4/4 first 1"]\n\na2-d4', games), "position");
  assert.equal(readGame("a2-d4 1-0\na2-d4 0-1", games, small), "several");
  assert.equal(readGame('[Game "bounce"]\n\na2-d4\n\n[Game "bounce"]\n\na2-d4', games), "several");
});
