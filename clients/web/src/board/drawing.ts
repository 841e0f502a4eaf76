// Positions as the rules draw them: a line of letters for each row, dots for empty squares, spaces where they help the
// eye; then the side to move, `first` or `second`; then a move, if one is to be shown.

export interface Drawing {
  rows: string[];
  side: string;
  move: string | undefined;
}

export function readDrawing(lines: readonly string[]): Drawing | null {
  const at = lines.findIndex((line) => line === "first" || line === "second");
  if (at <= 0) return null;
  return { rows: lines.slice(0, at).map((row) => row.replace(/ /g, "")), side: lines[at]!, move: lines[at + 1] };
}

/** The position's text. Some games count their empty squares where others write dots: `like` is any text of the same game. */
export function positionText({ rows, side }: Drawing, like: string): string {
  const counted = !like.includes(".");
  const board = rows.map((row) => (counted ? row.replace(/\.+/g, (dots) => String(dots.length)) : row));
  return `${board.join("/")} ${side} 1`;
}
