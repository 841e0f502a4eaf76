import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board, GameInfo, Piece } from "../protocol/messages";
import { t } from "../texts";
import { Arrow, boardClass, markFirstBoard, Outline, Pieces, viewBox } from "./board_parts";
import { describe } from "./describe";
import { useDrag } from "./drag";
import { geometry, type Cell, type Geometry } from "./geometry";
import { Coordinates, Ground } from "./ground";
import { useMotion } from "./motion";
import { pathOf } from "./picker";
import { Sketch, useSketch } from "./sketch";
import { Trace } from "./trace";

export interface BoardViewProps {
  board: Board;
  pieces: Piece[];
  game: GameInfo | undefined;
  turn: number;
  lastMove: string | null | undefined;
  flipped: boolean;
  coordinates: boolean;
  /** Labels inside the squares, for small screens. */
  compact?: boolean;
  next: ReadonlySet<string>;
  picked: readonly string[];
  /** Squares to point at: a hint. */
  hinted?: readonly string[];
  /** Squares of each move that is kept for later. */
  planned?: readonly (readonly string[])[];
  /** A move that was made here and that the server has not confirmed. */
  underway?: string | null;
  /** Squares that stand in the way of a move that was refused. */
  refused?: readonly string[];
  /** Squares whose piece may be taken though nothing is known of its moves yet. */
  canTake?(square: string): boolean;
  /** A finger on a piece moves the view over the board: pieces are not dragged by touch. */
  panned?: boolean;
  onClick(square: string): void;
  onCancel(): void;
  /** A letter or digit was typed on the board. */
  onType?(text: string): void;
}

/** Draws any game from what the server says about its board; knows no rule. */
export function BoardView(props: BoardViewProps) {
  const { board, flipped, pieces, picked, next } = props;
  const compact = props.compact === true;
  const shape = useMemo(() => geometry(board, flipped, compact), [board, flipped, compact]);
  const svg = useRef<SVGSVGElement>(null);
  const dropped = useRef<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const sent = props.underway ? pathOf(props.underway) : [];
  const lastSquares = new Set(props.lastMove ? pathOf(props.lastMove) : []);
  const bySquare = new Map(pieces.map((piece) => [piece[0], piece]));
  const inHand = picked[picked.length - 1];
  const tabStop = focused && shape.cells.has(focused) ? focused : (shape.rows[shape.rows.length - 1]?.[0]?.square ?? "a1");
  useMotion(svg, shape, props.turn, props.lastMove, props.underway ?? null, dropped);
  useLayoutEffect(markFirstBoard, []);

  const sketch = useSketch(props.turn);
  const drag = useDrag(svg, {
    byTouch: !props.panned,
    canTake: (square) => bySquare.has(square) && (square === inHand || next.has(square) || props.canTake?.(square) === true),
    onTake: (square) => square !== inHand && props.onClick(square),
    onDrop: (square) => {
      dropped.current = square;
      props.onClick(square);
    },
    onCancel: props.onCancel,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const square = (event.target as Element).getAttribute("data-square");
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") props.onCancel();
    else if (event.key === "Enter" || event.key === " ") props.onClick(square);
    else if (/^[a-z0-9]$/i.test(event.key) && props.onType) props.onType(event.key);
    else if (!moveFocus(svg.current, shape, square, event.key)) return;
    event.preventDefault();
  };

  const cellClass = (cell: Cell) => {
    if (cell.blocked) return "cell blocked";
    const names = ["cell"];
    const { square } = cell;
    if (lastSquares.has(square)) names.push("last");
    if (props.refused?.includes(square)) names.push("refused");
    if (sent.includes(square)) names.push("underway");
    if (props.planned?.some((path) => path.includes(square))) names.push("planned");
    if (props.hinted?.includes(square)) names.push("hinted");
    if (picked.includes(square)) names.push("picked");
    if (next.has(square)) names.push("next");
    if (bySquare.has(square) && (next.has(square) || props.canTake?.(square))) names.push("takeable");
    return names.join(" ");
  };

  return (
    <svg
      ref={svg}
      class={boardClass(board, shape)}
      viewBox={viewBox(shape)}
      role="grid"
      aria-label={t("match.board", { game: props.game?.name ?? "" })}
      data-turn={props.turn}
      data-underway={props.underway ?? undefined}
      onKeyDown={onKeyDown}
      {...drag.handlers}
      onPointerDown={(event) => {
        sketch.handlers.onPointerDown(event);
        drag.handlers.onPointerDown(event);
      }}
      onPointerMove={(event) => {
        sketch.handlers.onPointerMove(event);
        drag.handlers.onPointerMove(event);
      }}
      onContextMenu={sketch.handlers.onContextMenu}
    >
      <Ground board={board} shape={shape} colours={props.game?.colours ?? []} />
      {shape.rows.map((row, i) => (
        <g role="row" key={i}>
          {row.map((cell) => (
            <Outline
              key={cell.square}
              cell={cell}
              round={board.style === "points"}
              class={cellClass(cell)}
              role="gridcell"
              tabIndex={cell.square === tabStop ? 0 : -1}
              aria-label={describe(cell, bySquare.get(cell.square), props)}
              aria-selected={picked.includes(cell.square)}
              aria-disabled={cell.blocked}
              data-square={cell.square}
              data-next={next.has(cell.square) ? "true" : undefined}
              onClick={() => drag.clickIsDrop.current || props.onClick(cell.square)}
              onFocus={() => setFocused(cell.square)}
            />
          ))}
        </g>
      ))}
      <Trace move={props.lastMove} shape={shape} />
      {props.coordinates && <Coordinates shape={shape} />}
      <Pieces pieces={pieces} shape={shape} game={props.game} above={inHand ?? sent[sent.length - 1]} sent={sent} />
      <g class="hints" aria-hidden="true">
        {[...next].map((square) => {
          const cell = shape.cells.get(square);
          if (!cell || picked.includes(square)) return null;
          const { x, y } = cell.center;
          if (!bySquare.has(square)) return <circle key={square} class="hint-dot" cx={x} cy={y} r="13" />;
          return <circle key={square} class={picked.length ? "hint-take" : "hint-own"} cx={x} cy={y} r="43" />;
        })}
        <Arrow path={props.hinted} shape={shape} kind="hint" />
        {props.planned?.map((path, i) => <Arrow key={i} path={path} shape={shape} kind="plan" />)}
        <Sketch strokes={sketch.strokes} shape={shape} />
      </g>
    </svg>
  );
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
