import assert from "node:assert/strict";
import { test } from "vitest";
import { geometry, parseSquare, squareName } from "../src/board/geometry";
import type { Board } from "../src/protocol/messages";

const board = (extra: Partial<Board>): Board => ({ columns: 3, rows: 4, style: "squares", marks: [], layout: "square", ...extra });
const center = (b: Board, flipped: boolean, square: string) => geometry(b, flipped).cells.get(square)!.center;

test("square names and their coordinates agree, on large boards too", () => {
  assert.equal(squareName(0, 0), "a1");
  assert.equal(squareName(19, 19), "t20");
  assert.deepEqual(parseSquare("t20"), { column: 19, row: 19 });
});

test("the first player sees a1 at the bottom left", () => {
  const a1 = center(board({}), false, "a1");
  const c4 = center(board({}), false, "c4");
  assert.ok(a1.x < c4.x && a1.y > c4.y);
});

test("a flipped board is turned by half, not mirrored", () => {
  const sum = (square: string) => {
    const plain = center(board({}), false, square);
    const flipped = center(board({}), true, square);
    return { x: plain.x + flipped.x, y: plain.y + flipped.y };
  };
  for (const square of ["b1", "c4", "a3"]) assert.deepEqual(sum(square), sum("a1"));
});

test("rows are listed as they are seen, for the arrow keys", () => {
  assert.deepEqual(geometry(board({}), false).rows[0]!.map((cell) => cell.square), ["a4", "b4", "c4"]);
  assert.deepEqual(geometry(board({}), true).rows[0]!.map((cell) => cell.square), ["c1", "b1", "a1"]);
});

test("on a small screen labels stand on squares that are there, and beside points", () => {
  const marks = [{ at: "a1", kind: "blocked" }];
  const at = (b: Board, text: string) => geometry(b, false, true).labels.find((label) => label.text === text)!;
  const cell = (b: Board, square: string) => geometry(b, false, true).cells.get(square)!.center;
  const cut = board({ marks });
  assert.ok(Math.abs(at(cut, "a").at.y - cell(cut, "a2").y) < 50, "the letter of a moves up to a2");
  assert.ok(Math.abs(at(cut, "1").at.x - cell(cut, "b1").x) < 50, "the number of 1 moves on to b1");
  const points = board({ style: "points" });
  assert.equal(at(points, "b").at.x, cell(points, "b1").x);
  assert.ok(at(points, "b").at.y > cell(points, "b1").y + 50);
});

test("a diamond has the near corner at the bottom and everything inside", () => {
  const diamond = board({ rows: 3, layout: "diamond" });
  const shape = geometry(diamond, false);
  assert.equal(Math.max(...[...shape.cells.values()].map((cell) => cell.center.y)), shape.cells.get("a1")!.center.y);
  assert.ok(Math.abs(shape.cells.get("a1")!.center.x - shape.width / 2) < 1e-6);
  assert.ok(center(diamond, true, "c3").y > center(diamond, true, "a1").y);
  for (const cell of shape.cells.values()) {
    for (const corner of cell.corners) {
      assert.ok(corner.x >= 0 && corner.x <= shape.width && corner.y >= 0 && corner.y <= shape.height);
    }
  }
});

test("the labels of a diamond stay beside the squares that are there", () => {
  const whole = board({ rows: 3, layout: "diamond" });
  const cut = board({ rows: 3, layout: "diamond", marks: [{ at: "c1", kind: "blocked" }, { at: "a3", kind: "blocked" }] });
  for (const flipped of [false, true]) {
    for (const text of ["a", "b", "c", "1", "2", "3"]) {
      const label = geometry(cut, flipped).labels.find((it) => it.text === text)!;
      const cells = [...geometry(cut, flipped).cells.values()].filter((cell) => !cell.blocked);
      const nearest = Math.min(...cells.map(({ center }) => Math.hypot(center.x - label.at.x, center.y - label.at.y)));
      assert.ok(nearest < 80, `${text} is ${nearest} away`);
    }
  }
  assert.notDeepEqual(geometry(whole, false).labels, geometry(cut, false).labels);
});

test("blocked squares and drawn lines come from the server's description", () => {
  const shape = geometry(board({ marks: [{ at: "c1", kind: "blocked" }], lines: [["a1", "b2"], ["a1", "z9"]] }), false);
  assert.equal(shape.cells.get("c1")!.blocked, true);
  assert.equal(shape.cells.get("a1")!.blocked, false);
  assert.deepEqual(shape.lines, [{ from: shape.cells.get("a1")!.center, to: shape.cells.get("b2")!.center }]);
});

test("on a small screen the squares fill the width and the labels stand inside them", () => {
  const large = board({ columns: 8, rows: 8 });
  const shape = geometry(large, false, true);
  assert.ok((360 / shape.width) * 100 >= 44, "a square of 44 px at 360 px");
  assert.ok(shape.labels.every((label) => label.inside));
  assert.equal(geometry(large, false, false).labels.some((label) => label.inside), false);
});
