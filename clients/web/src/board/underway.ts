import type { Piece, PieceKind, Seat } from "../protocol/messages";
import { pathOf, signsOf } from "./picker";

/**
 * The pieces as a move that is on its way would leave them, as far as its own text tells: what stands on its first
 * square is on its last one. What the move does besides, and whether it may be made, only the server knows.
 */
export function underway(pieces: readonly Piece[], move: string, side: Seat, kinds: Record<string, PieceKind> = {}): Piece[] {
  const path = pathOf(move);
  const signs = signsOf(move);
  const from = path[0];
  const on = new Map(pieces.map((piece) => [piece[0], piece]));
  if (from === undefined) return [...pieces];
  const mover = on.get(from);
  const put = (square: string, [, side, kind, count]: Piece) => on.set(square, [square, side, kind, count]);
  if (path.length > 1 && mover) {
    // Of a stack something goes; how much stays is not in the text.
    if (mover[3] === 1) on.delete(from);
    let last = from;
    let captured: Piece | undefined;
    path.slice(1).forEach((square, i) => {
      if (signs[i + 1] === "@") {
        if (captured) put(square, captured);
      } else {
        captured = on.get(square);
        last = square;
      }
    });
    put(last, [last, mover[1], mover[2], 1]);
  } else if (signs[0] === "x") {
    on.delete(from);
  } else if (mover) {
    const kind = Object.keys(kinds).find((name) => move.endsWith(`=${kinds[name]!.letter}`));
    if (kind) put(from, [from, mover[1], kind, mover[3]]);
  } else {
    put(from, [from, side, Object.keys(kinds)[0] ?? "", 1]);
  }
  return [...on.values()];
}
