import { useLayoutEffect, useMemo } from "preact/hooks";
import type { Board, GameInfo, Piece } from "../protocol/messages";
import { Arrow, boardClass, markFirstBoard, Outline, Pieces, viewBox } from "./board_parts";
import { geometry } from "./geometry";
import { Coordinates, Ground } from "./ground";
import { pathOf } from "./picker";
import { Trace } from "./trace";

interface BoardPictureProps {
  board: Board;
  pieces: Piece[];
  game: GameInfo | undefined;
  /** A move that is about to be made here, and one that has just been made. */
  next?: string;
  last?: string;
}

/** A board to look at: nothing to click. */
export function BoardPicture({ board, pieces, game, next, last }: BoardPictureProps) {
  const shape = useMemo(() => geometry(board, false), [board]);
  useLayoutEffect(markFirstBoard, []);
  return (
    <svg class={boardClass(board, shape)} viewBox={viewBox(shape)} aria-hidden="true">
      <Ground board={board} shape={shape} colours={game?.colours ?? []} />
      {(last ? pathOf(last) : []).map((square) => {
        const cell = shape.cells.get(square);
        return cell && <Outline key={square} cell={cell} round={board.style === "points"} class="cell last" />;
      })}
      <Trace move={last} shape={shape} />
      <Coordinates shape={shape} />
      <Pieces pieces={pieces} shape={shape} game={game} />
      <Arrow path={next ? pathOf(next) : undefined} shape={shape} kind="hint" />
    </svg>
  );
}
