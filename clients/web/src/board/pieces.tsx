import type { ComponentChildren } from "preact";
import type { PieceKind, Seat } from "../protocol/messages";

// Pieces are drawn around (0, 0) in a square of 100 units. The second side carries a pattern besides its colour.

interface ShapeProps {
  side: Seat;
  count: number;
  letter: string;
}

const crown = "M-19 13 L-23 -9 L-10 0 L0 -17 L10 0 L23 -9 L19 13 Z";
const towerBody = "M-25 32 V-30 H-13 V-21 H-6 V-30 H6 V-21 H13 V-30 H25 V32 Z";
const pawnBody = "M-25 34 C-25 22 -11 18 -9 -2 H9 C11 18 25 22 25 34 Z";

function Disc({ side, radius = 36, children }: { side: Seat; radius?: number; children?: ComponentChildren }) {
  return (
    <>
      <circle class="piece-shadow" cy="4" r={radius} />
      <circle class="piece-body" r={radius} />
      {side === 1 && <circle class="piece-pattern" r={radius - 2} />}
      <circle class="piece-shine" r={radius} />
      {children}
    </>
  );
}

function Man({ side }: ShapeProps) {
  return (
    <Disc side={side}>
      <circle class="piece-line" r="25" />
    </Disc>
  );
}

function King({ side }: ShapeProps) {
  return (
    <Disc side={side} radius={38}>
      <circle class="piece-line" r="32" />
      <path class="piece-emblem" d={crown} />
      <path class="piece-emblem" d="M-19 17 H19 V22 H-19 Z" />
    </Disc>
  );
}

function Checker({ side }: ShapeProps) {
  return (
    <Disc side={side} radius={37}>
      <circle class="piece-line" r="28" />
      <circle class="piece-line" r="17" />
    </Disc>
  );
}

function Wall({ side }: ShapeProps) {
  return (
    <>
      <rect class="piece-shadow" x="-36" y="-14" width="72" height="38" rx="5" />
      <rect class="piece-body" x="-36" y="-18" width="72" height="38" rx="5" />
      {side === 1 && <rect class="piece-pattern" x="-34" y="-16" width="68" height="34" rx="4" />}
      <path class="piece-line" d="M-36 1 H36 M-12 -18 V1 M14 1 V20 M-22 1 V20 M18 -18 V1" />
    </>
  );
}

function Tower({ side }: ShapeProps) {
  return (
    <>
      <path class="piece-shadow" transform="translate(0 4)" d={towerBody} />
      <path class="piece-body" d={towerBody} />
      {side === 1 && <path class="piece-pattern" d={towerBody} />}
      <path class="piece-line" d="M-25 -11 H25 M-25 10 H25" />
      <path class="piece-emblem" d="M-7 32 V21 A7 7 0 0 1 7 21 V32 Z" />
    </>
  );
}

function Catapult({ side }: ShapeProps) {
  const frame = "M-34 32 L-24 8 H24 L34 32 Z";
  return (
    <>
      <path class="piece-shadow" transform="translate(0 4)" d={frame} />
      <path class="piece-arm" d="M-26 12 L20 -24" />
      <circle class="piece-body" cx="22" cy="-26" r="13" />
      <path class="piece-body" d={frame} />
      {side === 1 && <path class="piece-pattern" d={frame} />}
      <circle class="piece-emblem" cx="-18" cy="31" r="8" />
      <circle class="piece-emblem" cx="18" cy="31" r="8" />
    </>
  );
}

function Pawn({ side }: ShapeProps) {
  return (
    <>
      <ellipse class="piece-shadow" cy="36" rx="29" ry="7" />
      <path class="piece-body" d={pawnBody} />
      {side === 1 && <path class="piece-pattern" d={pawnBody} />}
      <circle class="piece-body" cy="-16" r="19" />
      {side === 1 && <circle class="piece-pattern" cy="-16" r="17" />}
      <path class="piece-line" d="M-15 6 H15" />
    </>
  );
}

const visibleLayers = 5;

function Stack({ side, count }: ShapeProps) {
  const layers = Math.min(count, visibleLayers);
  const step = 9;
  const base = ((layers - 1) * step) / 2;
  return (
    <>
      <ellipse class="piece-shadow" cy={base + 10} rx="35" ry="28" />
      {Array.from({ length: layers }, (_, i) => {
        const y = base - i * step;
        return (
          <g key={i}>
            <ellipse class="piece-body" cy={y + 6} rx="34" ry="27" />
            <ellipse class="piece-body" cy={y} rx="34" ry="27" />
            {i === layers - 1 && side === 1 && <ellipse class="piece-pattern" cy={y} rx="32" ry="25" />}
          </g>
        );
      })}
      <ellipse class="piece-line" cy={base - (layers - 1) * step} rx="24" ry="18" />
      {count > 1 && (
        <g transform={`translate(0 ${base - (layers - 1) * step})`}>
          <circle class="piece-badge" r="17" />
          <text class="piece-count" y="8">
            {count}
          </text>
        </g>
      )}
    </>
  );
}

function Lettered({ side, letter, count }: ShapeProps) {
  return (
    <Disc side={side}>
      <circle class="piece-badge" r="22" />
      <text class="piece-letter" y="10">
        {letter}
      </text>
      {count > 1 && (
        <g transform="translate(26 -26)">
          <circle class="piece-badge" r="15" />
          <text class="piece-count" y="8">
            {count}
          </text>
        </g>
      )}
    </Disc>
  );
}

const shapes: Record<string, (props: ShapeProps) => preact.JSX.Element> = {
  man: Man,
  king: King,
  checker: Checker,
  wall: Wall,
  tower: Tower,
  catapult: Catapult,
  pawn: Pawn,
  stack: Stack,
};

/** A kind of piece; a shape that is not known here is a disc with the kind's letter. */
export function PieceArt({ kind, side, count, tone }: { kind: PieceKind | undefined; side: Seat; count: number; tone: string }) {
  const Shape = shapes[kind?.shape ?? ""] ?? Lettered;
  return (
    <g class={`piece tone-${tone}`}>
      <Shape side={side} count={count} letter={kind?.letter ?? "?"} />
    </g>
  );
}

/** What the pieces refer to. One `<defs>` for the whole page, so that ids are unique. */
export function PieceDefs() {
  return (
    <svg class="defs" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id="second-side" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch" width="3.5" height="11" />
        </pattern>
        <linearGradient id="shine" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity="0.35" />
          <stop offset="0.55" stop-color="#fff" stop-opacity="0" />
          <stop offset="1" stop-color="#000" stop-opacity="0.12" />
        </linearGradient>
      </defs>
    </svg>
  );
}
