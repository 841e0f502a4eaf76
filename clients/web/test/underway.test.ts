import assert from "node:assert/strict";
import { test } from "vitest";
import { underway } from "../src/board/underway";
import type { Piece } from "../src/protocol/messages";

const kinds = {
  man: { shape: "man", letter: "M", label: "man" },
  king: { shape: "king", letter: "K", label: "king" },
};
const man = (square: string, side: 0 | 1, count = 1): Piece => [square, side, "man", count];
const drawn = (pieces: Piece[], move: string) => underway(pieces, move, 0, kinds).sort(([a], [b]) => (a < b ? -1 : 1));

test("a piece stands on the last square of its move, and what it takes is covered", () => {
  assert.deepEqual(drawn([man("a4", 0), man("h8", 1)], "a4-a5"), [man("a5", 0), man("h8", 1)]);
  assert.deepEqual(drawn([man("a4", 0), man("a5", 1)], "a4xa5"), [man("a5", 0)]);
});

test("a captured piece is put where the move says", () => {
  assert.deepEqual(drawn([man("b2", 0), man("c3", 1)], "b2xc3@e4"), [man("c3", 0), man("e4", 1)]);
});

test("of a stack one piece goes and the rest is left to the server", () => {
  assert.deepEqual(drawn([man("c3", 0, 3)], "c3-d4"), [man("c3", 0, 3), man("d4", 0)]);
});

test("a piece is placed, taken off, or becomes another", () => {
  assert.deepEqual(drawn([], "c3"), [man("c3", 0)]);
  assert.deepEqual(drawn([man("b3", 0), man("c3", 1)], "xb3"), [man("c3", 1)]);
  assert.deepEqual(drawn([man("b2", 0)], "b2=K"), [["b2", 0, "king", 1]]);
});

test("a move without a square that this client knows changes nothing", () => {
  assert.deepEqual(drawn([man("a1", 0)], "pass"), [man("a1", 0)]);
});
