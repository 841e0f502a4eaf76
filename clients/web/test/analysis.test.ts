import assert from "node:assert/strict";
import { test } from "vitest";
import type { AnalysedMove } from "../src/protocol/messages";
import { costOf, courseOf } from "../src/store/analysis";

const move = (seat: 0 | 1, score: number, forcedEnd?: number): AnalysedMove => ({
  seat, score, forcedEnd, move: "a1", best: "a1", loss: 0, blunder: false,
});
const course = (...moves: AnalysedMove[]) => courseOf({ done: false, plies: moves.length, moves }, null);

test("the course is the first player's, whoever is to move", () => {
  assert.deepEqual(course(move(0, 400), move(1, -400), move(1, 200)).map((it) => Math.sign(it)), [1, 1, -1]);
});

test("only an end that can be forced reaches the rim", () => {
  const [plain, won, lost] = course(move(0, 900), move(1, 100000, 5), move(1, -100000, -4)) as [number, number, number];
  assert.ok(plain > 0 && plain < 1);
  assert.equal(won, -1);
  assert.equal(lost, 1);
});

test("a match in which nothing was ever better has a level course", () => {
  assert.deepEqual(course(move(0, 0), move(1, 0)).map(Math.abs), [0, 0]);
});

test("the course ends as the match did, once all of it has been looked at", () => {
  const found = { done: true, plies: 1, moves: [move(0, 0)] };
  assert.deepEqual(courseOf(found, { winner: 1, reason: "resign" }), [0, -1]);
  assert.deepEqual(courseOf(found, { winner: null, reason: "agreement" }), [0, 0]);
  assert.deepEqual(courseOf({ ...found, done: false }, { winner: 1, reason: "resign" }), [0]);
});

test("a move's cost is counted unless an end could be forced before it or after it", () => {
  const found = { done: true, plies: 3, moves: [{ ...move(0, 50), loss: 35 }, move(1, 900, 3), { ...move(0, -100000, -2), loss: 7 }] };
  assert.equal(costOf(found, 1), null);
  assert.equal(costOf({ ...found, moves: [found.moves[0]!, move(1, 0)] }, 1), 0.35);
  assert.equal(costOf(found, 3), null);
  assert.equal(costOf(found, 0), null);
});
