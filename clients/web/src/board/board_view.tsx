import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board, GameInfo, Mark, Piece, Seat } from "../protocol/messages";
import { t } from "../texts";
import { geometry, unit, type Cell, type Geometry } from "./geometry";
import { pathOf } from "./picker";
import { PieceArt } from "./pieces";
import { toneOf } from "./tone";

export interface BoardViewProps {
  board: Board;
  pieces: Piece[];
  game: GameInfo | undefined;
  turn: number;
  lastMove: string | null | undefined;
  flipped: boolean;
  next: ReadonlySet<string>;
  picked: readonly string[];
  onClick(square: string): void;
  onCancel(): void;
}

const motionMs = 180;

function points(cell: Cell): string {
  return cell.corners.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");
}

/** Draws any game from what the server says about its board; knows no rule. */
export function BoardView(props: BoardViewProps) {
  const { board, flipped, pieces } = props;
  const shape = useMemo(() => geometry(board, flipped), [board, flipped]);
  const svg = useRef<SVGSVGElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const sides = props.game?.sides ?? ["", ""];
  const lastSquares = new Set(props.lastMove ? pathOf(props.lastMove) : []);
  const bySquare = new Map(pieces.map((piece) => [piece[0], piece]));
  const tabStop = focused ?? shape.rows[shape.rows.length - 1]?.[0]?.square ?? "a1";
  useMotion(svg, shape, props.turn, props.lastMove);

  const onKeyDown = (event: KeyboardEvent) => {
    const square = (event.target as Element).getAttribute("data-square");
    if (!square) return;
    if (event.key === "Escape") props.onCancel();
    else if (event.key === "Enter" || event.key === " ") props.onClick(square);
    else if (!moveFocus(svg.current, shape, square, event.key)) return;
    event.preventDefault();
  };

  const cellClass = (cell: Cell) => {
    const names = ["cell"];
    if (lastSquares.has(cell.square)) names.push("last");
    if (props.picked.includes(cell.square)) names.push("picked");
    if (props.next.has(cell.square)) names.push("next");
    return names.join(" ");
  };

  return (
    <svg
      ref={svg}
      class={boardClass(board, shape)}
      viewBox={`0 0 ${shape.width.toFixed(0)} ${shape.height.toFixed(0)}`}
      role="grid"
      aria-label={t("match.board", { game: props.game?.name ?? "" })}
      data-turn={props.turn}
      onKeyDown={onKeyDown}
    >
      <Ground board={board} shape={shape} sides={sides} />
      {shape.rows.map((row, i) => (
        <g role="row" key={i}>
          {row.map((cell) => (
            <Outline
              key={cell.square}
              cell={cell}
              round={board.style === "points"}
              class={cell.blocked ? "cell blocked" : cellClass(cell)}
              role="gridcell"
              tabIndex={cell.square === tabStop ? 0 : -1}
              aria-label={describe(cell, bySquare.get(cell.square), props, sides)}
              aria-selected={props.picked.includes(cell.square)}
              aria-disabled={cell.blocked}
              data-square={cell.square}
              data-next={props.next.has(cell.square) ? "true" : undefined}
              onClick={() => props.onClick(cell.square)}
              onFocus={() => setFocused(cell.square)}
            />
          ))}
        </g>
      ))}
      <Pieces pieces={pieces} shape={shape} game={props.game} />
      <g class="hints" aria-hidden="true">
        {[...props.next].map((square) => {
          const cell = shape.cells.get(square);
          if (!cell || props.picked.includes(square)) return null;
          return bySquare.has(square) ? (
            <circle key={square} class={props.picked.length ? "hint-take" : "hint-own"} cx={cell.center.x} cy={cell.center.y} r="43" />
          ) : (
            <circle key={square} class="hint-dot" cx={cell.center.x} cy={cell.center.y} r="13" />
          );
        })}
      </g>
    </svg>
  );
}

/** The square itself, or a circle around a point. */
function Outline({ cell, round, ...rest }: { cell: Cell; round: boolean } & JSX.SVGAttributes<any>) {
  return round ? (
    <circle cx={cell.center.x} cy={cell.center.y} r="46" {...rest} />
  ) : (
    <polygon points={points(cell)} {...rest} />
  );
}

/** The board of a preview: nothing to click. */
export function BoardPicture({ board, pieces, game }: { board: Board; pieces: Piece[]; game: GameInfo | undefined }) {
  const shape = useMemo(() => geometry(board, false), [board]);
  const view = `0 0 ${shape.width.toFixed(0)} ${shape.height.toFixed(0)}`;
  return (
    <svg class={boardClass(board, shape)} viewBox={view} aria-hidden="true">
      <Ground board={board} shape={shape} sides={game?.sides ?? ["", ""]} />
      <Pieces pieces={pieces} shape={shape} game={game} />
    </svg>
  );
}

function boardClass(board: Board, shape: Geometry): string {
  return `board board-${board.style}${shape.diamond ? " diamond" : ""}`;
}

function Pieces({ pieces, shape, game }: { pieces: Piece[]; shape: Geometry; game: GameInfo | undefined }) {
  return (
    <g class="pieces">
      {pieces.map(([square, side, kind, count]) => {
        const cell = shape.cells.get(square);
        if (!cell) return null;
        return (
          <g key={square} transform={`translate(${cell.center.x.toFixed(1)} ${cell.center.y.toFixed(1)})`}>
            <g data-piece={square}>
              <PieceArt kind={game?.kinds?.[kind]} side={side} count={count} tone={toneOf(game?.sides ?? [], side)} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** Everything that stays while the pieces move. */
function Ground({ board, shape, sides }: { board: Board; shape: Geometry; sides: readonly string[] }) {
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
          sides={sides}
          many={marks.filter((it) => it.kind === mark.kind && it.side === mark.side).length > 2}
        />
      ))}
      {shape.labels.map((label, i) => (
        <text key={i} class="coordinate" x={label.at.x} y={label.at.y + 8}>
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
  sides: readonly string[];
  /** One of a whole row or area, which would shout if each were drawn in full. */
  many: boolean;
}

function MarkArt({ mark, cell, sides, many }: MarkProps) {
  if (!cell || mark.kind === "blocked") return null;
  const tone = mark.side === undefined ? "" : `tone-${toneOf(sides, mark.side)}`;
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

function describe(cell: Cell, piece: Piece | undefined, props: BoardViewProps, sides: readonly string[]): string {
  const square = cell.square;
  if (cell.blocked) return t("square.blocked", { square });
  const words: string[] = [];
  if (piece) {
    const [, side, kind, count] = piece;
    const label = props.game?.kinds?.[kind]?.label ?? kind;
    words.push(t(count > 1 ? "square.stack" : "square.piece", { square, side: sides[side] ?? "", piece: label, count }));
  } else {
    words.push(t("square.empty", { square }));
  }
  for (const mark of props.board.marks ?? []) {
    if (mark.at === square && mark.kind === "goal" && mark.side !== undefined) {
      words.push(t("square.goal", { side: sides[mark.side as Seat] ?? "" }));
    }
  }
  if (props.picked.includes(square)) words.push(t("square.picked"));
  else if (props.next.has(square)) words.push(t("square.canPick"));
  return words.join(", ");
}

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function moveFocus(svg: SVGSVGElement | null, shape: Geometry, from: string, key: string): boolean {
  const row = shape.rows.findIndex((cells) => cells.some((cell) => cell.square === from));
  const column = shape.rows[row]?.findIndex((cell) => cell.square === from) ?? -1;
  const step = steps[key];
  let to: Cell | undefined;
  if (step) to = shape.rows[row + step[0]]?.[column + step[1]];
  else if (key === "Home") to = shape.rows[row]?.[0];
  else if (key === "End") to = shape.rows[row]?.[shape.rows[row]!.length - 1];
  else return false;
  if (to) svg?.querySelector<SVGElement>(`[data-square="${to.square}"]`)?.focus();
  return true;
}

/** Lets the pieces of a new move glide along its path. */
function useMotion(svg: { current: SVGSVGElement | null }, shape: Geometry, turn: number, move: string | null | undefined): void {
  const shown = useRef(turn);
  useLayoutEffect(() => {
    const fresh = turn === shown.current + 1;
    shown.current = turn;
    if (!fresh || !move || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const path = pathOf(move);
    for (let i = 0; i + 1 < path.length; i++) {
      const from = shape.cells.get(path[i]!)?.center;
      const to = shape.cells.get(path[i + 1]!)?.center;
      const piece = svg.current?.querySelector(`[data-piece="${path[i + 1]}"]`);
      if (!from || !to || !piece) continue;
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      piece.animate([{ transform: start }, { transform: "none" }], { duration: motionMs, easing: "ease-out" });
    }
  }, [turn]);
}
