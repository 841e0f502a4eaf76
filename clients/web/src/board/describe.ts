import type { Board, GameInfo, Piece, Seat } from "../protocol/messages";
import { t } from "../texts";
import type { Cell } from "./geometry";

interface Seen {
  board: Board;
  game: GameInfo | undefined;
  picked: readonly string[];
  next: ReadonlySet<string>;
}

/** A square as it is read aloud. */
export function describe(cell: Cell, piece: Piece | undefined, seen: Seen): string {
  const square = cell.square;
  const sides = seen.game?.sides ?? ["", ""];
  if (cell.blocked) return t("square.blocked", { square });
  const words: string[] = [];
  if (piece) {
    const [, side, kind, count] = piece;
    const label = seen.game?.kinds?.[kind]?.label ?? kind;
    words.push(t(count > 1 ? "square.stack" : "square.piece", { square, side: sides[side] ?? "", piece: label, count }));
  } else {
    words.push(t("square.empty", { square }));
  }
  for (const mark of seen.board.marks ?? []) {
    if (mark.at === square && mark.kind === "goal" && mark.side !== undefined) {
      words.push(t("square.goal", { side: sides[mark.side as Seat] ?? "" }));
    }
  }
  if (seen.picked.includes(square)) words.push(t("square.picked"));
  else if (seen.next.has(square)) words.push(t("square.canPick"));
  return words.join(", ");
}
