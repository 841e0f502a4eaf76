import assert from "node:assert/strict";
import { test } from "vitest";
import type { AnalysedMove } from "../src/protocol/messages";
import { courseOf } from "../src/store/analysis";

const move = (seat: 0 | 1, score: number, forcedEnd?: number): AnalysedMove => ({
  seat, score, forcedEnd, move: "a1", best: "a1", loss: 0, blunder: false,
});
const course = (...moves: AnalysedMove[]) => courseOf({ done: true, plies: moves.length, moves });

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
