import type { Board } from "../protocol/messages";

// From the server's description of a board to where things are drawn. Units: a square is 100 wide.

export const unit = 100;

export interface Point {
  x: number;
  y: number;
}

export interface Cell {
  square: string;
  column: number;
  row: number;
  center: Point;
  /** Corners of the square, for drawing and for hitting. */
  corners: Point[];
  dark: boolean;
  blocked: boolean;
}

export interface Label {
  text: string;
  at: Point;
  /** In the corner of a square instead of beside the board. */
  inside: boolean;
}

export interface Geometry {
  width: number;
  height: number;
  /** Rows as they are seen, top first, for moving about with the keyboard. */
  rows: Cell[][];
  cells: Map<string, Cell>;
  lines: { from: Point; to: Point }[];
  labels: Label[];
  diamond: boolean;
}

export function squareName(column: number, row: number): string {
  return String.fromCharCode(97 + column) + String(row + 1);
}

export function parseSquare(square: string): { column: number; row: number } {
  return { column: square.charCodeAt(0) - 97, row: Number(square.slice(1)) - 1 };
}

/** Room for the labels, and what is left around the board on the sides without any. */
const wide = { margin: 44, rim: 18 };
/** On a small screen the squares get the room and the labels stand in their corners. */
const narrow = { margin: 5, rim: 5 };
/** Points have no corners: their labels stay beside the board. */
const close = { margin: 30, rim: 5 };
const gaps = { wide: 23, close: 12 };

export function geometry(board: Board, flipped: boolean, compact = false): Geometry {
  const { columns, rows } = board;
  const diamond = board.layout === "diamond";
  const inside = compact && !diamond;
  const points = board.style === "points";
  const { margin, rim } = !inside ? wide : points ? close : narrow;
  const flat = { width: columns * unit, height: rows * unit };
  const blocked = new Set((board.marks ?? []).filter((mark) => mark.kind === "blocked").map((mark) => mark.at));

  // Turned by 45 degrees to the left, so that a1 points down to the player who sits there.
  const turn = Math.SQRT1_2;
  const raw = (x: number, y: number): Point => {
    const fx = flipped ? flat.width - x : x;
    const fy = flipped ? flat.height - y : y;
    return diamond ? { x: (fx + fy) * turn, y: (flat.width - fx + fy) * turn } : { x: fx, y: fy };
  };
  const [start, size] = diamond ? extent(board, blocked, raw) : [{ x: 0, y: 0 }, flat];
  const place = (x: number, y: number): Point => {
    const at = raw(x, y);
    return { x: at.x - start.x + margin, y: at.y - start.y + (diamond ? margin : rim) };
  };

  const cells = new Map<string, Cell>();
  const cellAt = (column: number, row: number): Cell => {
    const left = column * unit;
    const top = (rows - 1 - row) * unit;
    const corner = (dx: number, dy: number) => place(left + dx * unit, top + dy * unit);
    const square = squareName(column, row);
    return {
      square,
      column,
      row,
      center: corner(0.5, 0.5),
      corners: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
      dark: (column + row) % 2 === 0,
      blocked: blocked.has(square),
    };
  };

  const seen: Cell[][] = [];
  for (let i = 0; i < rows; i++) {
    const row = flipped ? i : rows - 1 - i;
    const line: Cell[] = [];
    for (let j = 0; j < columns; j++) {
      const cell = cellAt(flipped ? columns - 1 - j : j, row);
      cells.set(cell.square, cell);
      line.push(cell);
    }
    seen.push(line);
  }

  const lines = (board.lines ?? []).flatMap(([a, b]) => {
    const from = cells.get(a)?.center;
    const to = cells.get(b)?.center;
    return from && to ? [{ from, to }] : [];
  });

  return {
    width: size.width + margin + (diamond ? margin : rim),
    height: size.height + margin + (diamond ? margin : rim),
    rows: seen,
    cells,
    lines,
    labels: inside && !points ? labelsInside(board, flipped, blocked, place) : labelsOf(board, flipped, blocked, place, inside ? gaps.close : gaps.wide),
    diamond,
  };
}

/** What a turned board takes up: corners that are no part of the board need no room. */
function extent(board: Board, blocked: Set<string>, raw: (x: number, y: number) => Point): [Point, { width: number; height: number }] {
  const corners: Point[] = [];
  for (let column = 0; column < board.columns; column++) {
    for (let row = 0; row < board.rows; row++) {
      if (blocked.has(squareName(column, row))) continue;
      for (const [dx, dy] of [[0, 0], [1, 0], [1, 1], [0, 1]] as const) {
        corners.push(raw((column + dx) * unit, (board.rows - 1 - row + dy) * unit));
      }
    }
  }
  const xs = corners.map((it) => it.x);
  const ys = corners.map((it) => it.y);
  const start = { x: Math.min(...xs), y: Math.min(...ys) };
  return [start, { width: Math.max(...xs) - start.x, height: Math.max(...ys) - start.y }];
}

/** Letters below and numbers to the left of what the player sees. */
function labelsOf(board: Board, flipped: boolean, blocked: Set<string>, place: (x: number, y: number) => Point, gap: number): Label[] {
  const { columns, rows } = board;
  // A turned board has no frame: its labels stay beside the squares that are there.
  const missing = (column: number, row: number) => board.layout === "diamond" && blocked.has(squareName(column, row));
  const labels: Label[] = [];
  for (let column = 0; column < columns; column++) {
    const row = nearest(rows, flipped, (row) => missing(column, row));
    const edge = flipped ? (rows - 1 - row) * unit - gap : (rows - row) * unit + gap;
    labels.push({ text: String.fromCharCode(97 + column), at: place((column + 0.5) * unit, edge), inside: false });
  }
  for (let row = 0; row < rows; row++) {
    const column = nearest(columns, flipped, (column) => missing(column, row));
    const edge = flipped ? (column + 1) * unit + gap : column * unit - gap;
    labels.push({ text: String(row + 1), at: place(edge, (rows - 0.5 - row) * unit), inside: false });
  }
  return labels;
}

/** The nearest row or the first column, as the player sees them, that is there. */
function nearest(count: number, flipped: boolean, missing: (at: number) => boolean): number {
  let at = flipped ? count - 1 : 0;
  while (at >= 0 && at < count && missing(at)) at += flipped ? -1 : 1;
  return at;
}

/** Letters in the lower right corners of the nearest row, numbers in the upper left ones of the first column. */
function labelsInside({ columns, rows }: Board, flipped: boolean, blocked: Set<string>, place: (x: number, y: number) => Point): Label[] {
  const missing = (column: number, row: number) => blocked.has(squareName(column, row));
  const corner = (column: number, row: number, dx: number, dy: number): Point => {
    const center = place((column + 0.5) * unit, (rows - 0.5 - row) * unit);
    return { x: center.x + dx, y: center.y + dy };
  };
  const labels: Label[] = [];
  for (let column = 0; column < columns; column++) {
    const at = corner(column, nearest(rows, flipped, (row) => missing(column, row)), 39, 36);
    labels.push({ text: String.fromCharCode(97 + column), at, inside: true });
  }
  for (let row = 0; row < rows; row++) {
    const at = corner(nearest(columns, flipped, (column) => missing(column, row)), row, -38, -38);
    labels.push({ text: String(row + 1), at, inside: true });
  }
  return labels;
}
