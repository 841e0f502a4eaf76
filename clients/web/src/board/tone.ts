import type { Seat } from "../protocol/messages";

const named = ["white", "black", "red", "blue", "green", "yellow", "orange", "purple"];

/** The colour of a side: the one it is named after, else orange and blue. Shapes and patterns tell the sides apart too. */
export function toneOf(sides: readonly string[], side: Seat): string {
  const name = (sides[side] ?? "").toLowerCase();
  const other = (sides[1 - side] ?? "").toLowerCase();
  if (named.includes(name) && name !== other) return name;
  return side === 0 ? "orange" : "blue";
}
