import assert from "node:assert/strict";
import { test } from "vitest";
import { positionText, readDrawing } from "../src/board/drawing";

test("a drawing is rows, a side and perhaps a move", () => {
  assert.deepEqual(readDrawing([".  w2", "b1 .", "first", "a1-a2"]), { rows: [".w2", "b1."], side: "first", move: "a1-a2" });
  assert.deepEqual(readDrawing(["..", "second"]), { rows: [".."], side: "second", move: undefined });
  assert.equal(readDrawing(["no side", "here"]), null);
  assert.equal(readDrawing(["first"]), null);
});

test("it becomes a position's text as the game writes it", () => {
  const drawing = readDrawing(["..K.", "....", "k...", "second"])!;
  assert.equal(positionText(drawing, "#.bb./..... first 1"), "..K./..../k... second 1");
  assert.equal(positionText(drawing, "4MMMK/8 first 1"), "2K1/4/k3 second 1");
});
