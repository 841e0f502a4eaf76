import assert from "node:assert/strict";
import { test } from "vitest";
import { click, nextSquares, pathOf, rolesOf, signAhead } from "../src/board/picker";

const sorted = (squares: Set<string>) => [...squares].sort();

test("the click path of a move is its squares from left to right", () => {
  assert.deepEqual(pathOf("b2-b3"), ["b2", "b3"]);
  assert.deepEqual(pathOf("b2=K"), ["b2"]);
  assert.deepEqual(pathOf("xb3"), ["b3"]);
  assert.deepEqual(pathOf("c3"), ["c3"]);
  assert.deepEqual(pathOf("a4xb5@a4"), ["a4", "b5", "a4"]);
  assert.deepEqual(pathOf("a12xt20@e10"), ["a12", "t20", "e10"]);
});

test("of each square of a move it is known whether a piece left it, reached it or was put there", () => {
  assert.deepEqual(rolesOf("b2-b3"), [["b2", "from"], ["b3", "to"]]);
  assert.deepEqual(rolesOf("a4xb5@c1"), [["a4", "from"], ["b5", "to"], ["c1", "placed"]]);
  assert.deepEqual(rolesOf("a4xb5@a4"), [["a4", "placed"], ["b5", "to"]]);
  assert.deepEqual(rolesOf("xb3"), [["b3", "from"]]);
  assert.deepEqual(rolesOf("c3"), [["c3", "placed"]]);
});

test("a placement or a removal is one click", () => {
  assert.deepEqual(click(["a1", "c3"], [], "c3"), { picked: [], play: "c3" });
  assert.deepEqual(click(["xa1", "xb3"], [], "b3"), { picked: [], play: "xb3" });
});

test("a step is two clicks and the squares that lead on are known in between", () => {
  const legal = ["a1-a2", "a1-b1", "c3-c4"];
  assert.deepEqual(sorted(nextSquares(legal, [])), ["a1", "c3"]);
  assert.deepEqual(click(legal, [], "a1"), { picked: ["a1"] });
  assert.deepEqual(sorted(nextSquares(legal, ["a1"])), ["a2", "b1"]);
  assert.deepEqual(click(legal, ["a1"], "b1"), { picked: [], play: "a1-b1" });
});

test("a compound move takes three clicks", () => {
  const legal = ["a4xb5@a4", "a4xb5@c1", "a4-a5"];
  assert.deepEqual(click(legal, ["a4"], "b5"), { picked: ["a4", "b5"] });
  assert.deepEqual(sorted(nextSquares(legal, ["a4", "b5"])), ["a4", "c1"]);
  assert.deepEqual(click(legal, ["a4", "b5"], "a4"), { picked: [], play: "a4xb5@a4" });
});

test("a path that is complete but goes on plays on a second click on its last square", () => {
  const legal = ["b2=K", "b2-b3"];
  assert.deepEqual(click(legal, [], "b2"), { picked: ["b2"] });
  assert.deepEqual(sorted(nextSquares(legal, ["b2"])), ["b2", "b3"]);
  assert.deepEqual(click(legal, ["b2"], "b2"), { picked: [], play: "b2=K" });
  assert.deepEqual(click(legal, ["b2"], "b3"), { picked: [], play: "b2-b3" });
});

test("moves with equal paths open a menu", () => {
  const legal = ["f4xe3", "f4*e3", "f4-f2"];
  assert.deepEqual(click(legal, ["f4"], "e3"), { picked: ["f4", "e3"], menu: ["f4xe3", "f4*e3"] });
});

test("equal paths that also go on open the menu on the second click", () => {
  const legal = ["a1xb2", "a1*b2", "a1xb2@c3"];
  assert.deepEqual(click(legal, ["a1"], "b2"), { picked: ["a1", "b2"] });
  assert.deepEqual(click(legal, ["a1", "b2"], "b2"), { picked: ["a1", "b2"], menu: ["a1xb2", "a1*b2"] });
});

test("a second click on a square that completes nothing takes the first one back", () => {
  assert.deepEqual(click(["a1-a2"], ["a1"], "a1"), { picked: [] });
});

test("a click on another own piece starts again there and a click elsewhere lets go", () => {
  const legal = ["a1-a2", "c3-c4"];
  assert.deepEqual(click(legal, ["a1"], "c3"), { picked: ["c3"] });
  assert.deepEqual(click(legal, ["a1"], "h8"), { picked: [] });
  assert.deepEqual(click(legal, [], "h8"), { picked: [] });
});

test("the sign of the next square is known where all moves have the same", () => {
  const legal = ["a1-a2", "a1xb2@c3", "a1xb2@a1"];
  assert.equal(signAhead(legal, []), "");
  assert.equal(signAhead(legal, ["a1"]), null);
  assert.equal(signAhead(legal, ["a1", "b2"]), "@");
  assert.equal(signAhead(["xb3", "xc4"], []), "x");
  assert.equal(signAhead([], []), null);
});
