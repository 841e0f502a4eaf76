import type { Board, Mark } from "../protocol/messages";
import { unit, type Cell, type Geometry } from "./geometry";
import { toneOf } from "./tone";

export function points(cell: Cell): string {
  return cell.corners.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");
}

interface GroundProps {
  board: Board;
  shape: Geometry;
  /** What the sides are coloured after. */
  colours: readonly string[];
}

/** Everything that stays while the pieces move. */
export function Ground({ board, shape, colours }: GroundProps) {
  const cells = [...shape.cells.values()];
  const marks = board.marks ?? [];
  return (
    <g class="ground" aria-hidden="true">
      {!shape.diamond && <rect class="frame" x="2" y="2" width={shape.width - 4} height={shape.height - 4} rx="16" />}
      {board.style === "squares"
        ? cells
            .filter((cell) => !cell.blocked)
            .map((cell) => <polygon key={cell.square} class={cell.dark ? "square dark" : "square light"} points={points(cell)} />)
        : <PointsGround shape={shape} cells={cells} />}
      {marks.map((mark) => (
        <MarkArt
          key={`${mark.at}${mark.kind}${mark.side ?? ""}`}
          mark={mark}
          cell={shape.cells.get(mark.at)}
          colours={colours}
          many={marks.filter((it) => it.kind === mark.kind && it.side === mark.side).length > 2}
        />
      ))}
    </g>
  );
}

/** Above the squares' own colours, which tell of moves, and below the pieces. */
export function Coordinates({ shape }: { shape: Geometry }) {
  return (
    <g class="coordinates" aria-hidden="true">
      {shape.labels.map((label, i) => (
        <text key={i} class={label.inside ? "coordinate inside" : "coordinate"} x={label.at.x} y={label.at.y + 8}>
          {label.text}
        </text>
      ))}
    </g>
  );
}

function PointsGround({ shape, cells }: { shape: Geometry; cells: Cell[] }) {
  return (
    <>
      <rect class="table" {...around(cells)} rx="18" />
      {shape.lines.map(({ from, to }, i) => (
        <line key={i} class="line" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      ))}
      {cells
        .filter((cell) => !cell.blocked)
        .map((cell) => <circle key={cell.square} class="point" cx={cell.center.x} cy={cell.center.y} r="7" />)}
    </>
  );
}

/** The rectangle just outside the points. */
function around(cells: Cell[]) {
  const xs = cells.map((cell) => cell.center.x);
  const ys = cells.map((cell) => cell.center.y);
  const reach = unit / 2 + 2;
  const [left, top] = [Math.min(...xs) - reach, Math.min(...ys) - reach];
  return { x: left, y: top, width: Math.max(...xs) + reach - left, height: Math.max(...ys) + reach - top };
}

interface MarkProps {
  mark: Mark;
  cell: Cell | undefined;
  /** What the sides are coloured after. */
  colours: readonly string[];
  /** One of a whole row or area, which would shout if each were drawn in full. */
  many: boolean;
}

function MarkArt({ mark, cell, colours, many }: MarkProps) {
  if (!cell || mark.kind === "blocked") return null;
  const tone = mark.side === undefined ? "" : `tone-${toneOf(colours, mark.side)}`;
  const { x, y } = cell.center;
  if (mark.kind === "goal") {
    return (
      <g class={`mark goal ${tone}${many ? " quiet" : ""}`} transform={`translate(${x} ${y})`}>
        <circle r="29" />
        <circle r="13" class="bull" />
      </g>
    );
  }
  return <polygon class={`mark home ${tone}`} points={points(cell)} />;
}
