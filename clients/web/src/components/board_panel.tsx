import { useEffect, useMemo, useRef } from "preact/hooks";
import { client } from "../app";
import { BoardView } from "../board/board_view";
import { geometry, unit } from "../board/geometry";
import { nextSquares, pathOf } from "../board/picker";
import type { Board, Piece } from "../protocol/messages";
import { coordinates, layoutOf, small } from "../store/settings";
import { choices, gameInfo, hint, mySeats, picked, premoves, premoving, refused, sending, study } from "../store/store";
import { useZoom } from "./zoom";

interface BoardPanelProps {
  game: string;
  board: Board;
  /** What is shown unless one looks elsewhere. */
  pieces: Piece[];
  turn: number;
  lastMove: string | null | undefined;
  flipped: boolean;
  onType?(text: string): void;
}

/** The board in the layout that the player likes, with the match's position or the one that is looked at. */
export function BoardPanel(props: BoardPanelProps) {
  const { flipped } = props;
  const board = useLayout(props.game, props.board);
  const now = study.value;
  const moves = choices.value;
  const starts = useMemo(() => nextSquares(moves, []), [moves]);
  const own = premoving.value && !now ? mySeats.value[0] : undefined;
  const lastMove = now ? (now.branch[now.branch.length - 1] ?? now.main[now.ply - 1]) : props.lastMove;
  const planned = now ? [] : premoves.value;
  const sent = now ? null : sending.value;
  const pieces = useMemo(
    () => (sent ? client.play.drawn(sent) : planned.length > 0 ? client.play.premoves.drawn(props.pieces) : props.pieces),
    [sent, props.pieces, planned],
  );
  const mine = useMemo(() => new Set(pieces.filter((piece) => piece[1] === own).map((piece) => piece[0])), [pieces, own]);
  const hinted = hint.value !== null && hint.value !== "asking" ? hint.value.move : null;
  // Two people who play with one board under a finger each: nothing is picked when the page changes.
  useEffect(() => () => client.play.cancelPick(), []);
  // Whoever asks for a hint below the board wants to see it.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hinted) frame.current?.scrollIntoView({ block: "nearest" });
  }, [hinted]);
  const turn = now ? now.ply + now.branch.length : props.turn;
  const zoom = useZoom(frame, useMemo(() => geometry(board, false, small.value).width / unit, [board, small.value]), turn);
  useWheel(frame, zoom === 1 && now !== null && (now.ofMatch || now.main.length > 0));
  return (
    <div
      ref={frame}
      class={`board-frame ${now?.ofMatch ? "studying" : ""} ${zoom > 1 ? "zoomed" : ""}`}
      style={{ "--zoom": zoom }}
      data-testid="board-frame"
    >
      <BoardView
        board={board}
        pieces={now ? (now.position?.pieces ?? []) : pieces}
        game={gameInfo(props.game)}
        turn={turn}
        lastMove={lastMove}
        flipped={flipped}
        coordinates={coordinates.value === "on"}
        compact={small.value}
        next={nextSquares(moves, picked.value)}
        picked={picked.value}
        hinted={!now && hinted ? pathOf(hinted) : undefined}
        planned={planned.map((it) => pathOf(it.move))}
        underway={sent}
        refused={refused.value?.squares}
        panned={zoom > 1}
        canTake={(square) => starts.has(square) || mine.has(square)}
        onClick={(square) => client.play.clickSquare(square)}
        onCancel={() => (planned.length > 0 && picked.value.length === 0 ? client.play.premoves.clear() : client.play.cancelPick())}
        onType={props.onType}
      />
    </div>
  );
}

const notchPx = 50;

/** The wheel goes through the moves while another position than the game's is looked at; else it scrolls the page. */
function useWheel(frame: { current: HTMLElement | null }, looking: boolean): void {
  useEffect(() => {
    const element = frame.current;
    if (!element || !looking) return;
    let turned = 0;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * notchPx;
      if (Math.abs(turned) < notchPx) return;
      client.study.step(Math.sign(turned));
      turned = 0;
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [looking]);
}

export function useLayout(game: string, board: Board): Board {
  const wanted = layoutOf(game).value;
  const layouts = gameInfo(game)?.layouts ?? [];
  const layout = (layouts.includes(wanted) ? wanted : board.layout) as Board["layout"];
  return useMemo(() => ({ ...board, layout }), [board, layout]);
}

/** Width by height, for the page to leave the right room before anything is drawn. */
export function ratioOf(board: Board): string {
  const { width, height } = geometry(board, false, small.value);
  return (width / height).toFixed(3);
}
