import type { JSX } from "preact";
import type { Board, GameInfo, Piece } from "../protocol/messages";
import type { Cell, Geometry } from "./geometry";
import { points } from "./ground";
import { PieceArt } from "./pieces";
import { toneOf } from "./tone";

// What a board to play on and a picture of one are made of.

/** From square to square of a move that has not been made. */
export function Arrow({ path, shape, kind }: { path: readonly string[] | undefined; shape: Geometry; kind: string }) {
  const centers = (path ?? []).flatMap((square) => shape.cells.get(square)?.center ?? []);
  if (centers.length === 0) return null;
  const last = centers[centers.length - 1]!;
  return (
    <g class={`arrow ${kind}`} data-arrow={path?.join(" ")}>
      <polyline points={centers.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />
      <circle cx={last.x} cy={last.y} r="15" />
    </g>
  );
}

/** The square itself, or a circle around a point. */
export function Outline({ cell, round, ...rest }: { cell: Cell; round: boolean } & JSX.SVGAttributes<any>) {
  return round ? (
    <circle cx={cell.center.x} cy={cell.center.y} r="46" {...rest} />
  ) : (
    <polygon points={points(cell)} {...rest} />
  );
}

/** The moment when people see what they came for, among the page's own measures. */
export function markFirstBoard(): void {
  if (performance.getEntriesByName("first board").length === 0) performance.mark("first board");
}

export function viewBox(shape: Geometry): string {
  return `0 0 ${shape.width.toFixed(0)} ${shape.height.toFixed(0)}`;
}

export function boardClass(board: Board, shape: Geometry): string {
  return `board board-${board.style}${shape.diamond ? " diamond" : ""}`;
}

interface PiecesProps {
  pieces: Piece[];
  shape: Geometry;
  game: GameInfo | undefined;
  /** The piece here is drawn over the others: it may be in hand. */
  above?: string;
  /** Pieces here are where they are only until the server has answered. */
  sent?: readonly string[];
}

export function Pieces({ pieces, shape, game, above, sent }: PiecesProps) {
  const order = [...pieces.filter(([square]) => square !== above), ...pieces.filter(([square]) => square === above)];
  return (
    <g class="pieces">
      {order.map(([square, side, kind, count]) => {
        const cell = shape.cells.get(square);
        if (!cell) return null;
        return (
          <g key={square} transform={`translate(${cell.center.x.toFixed(1)} ${cell.center.y.toFixed(1)})`}>
            <g data-piece={square} class={sent?.includes(square) ? "underway" : undefined}>
              <PieceArt kind={game?.kinds?.[kind]} side={side} count={count} tone={toneOf(game?.colours ?? [], side)} />
            </g>
          </g>
        );
      })}
    </g>
  );
}
