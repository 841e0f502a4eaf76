import { useMemo } from "preact/hooks";
import type { Cell, Geometry, Point } from "./geometry";
import { rolesOf, type Role } from "./picker";

// Where the last move went, by shape as well as by colour: dots around the squares that a piece left, corners around the
// one that it reached, a whole frame around one where something was put.

const inset = 0.07;
const arm = 0.27;

export function Trace({ move, shape }: { move: string | null | undefined; shape: Geometry }) {
  const roles = useMemo(() => (move ? rolesOf(move) : []), [move]);
  return (
    <g class="trace" aria-hidden="true">
      {roles.map(([square, role]) => {
        const cell = shape.cells.get(square);
        return cell && <path key={square} class={`trace-${role}`} data-trace={square} d={outline(cell, role)} />;
      })}
    </g>
  );
}

function outline({ center, corners }: Cell, role: Role): string {
  const frame = corners.map((corner) => between(corner, center, inset));
  if (role !== "to") return `M${frame.map(text).join(" L")} Z`;
  const turns = frame.map((corner, i) => {
    const before = frame[(i + frame.length - 1) % frame.length]!;
    const after = frame[(i + 1) % frame.length]!;
    return `M${[between(corner, before, arm), corner, between(corner, after, arm)].map(text).join(" L")}`;
  });
  return turns.join(" ");
}

function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function text({ x, y }: Point): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
