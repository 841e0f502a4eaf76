// How clicks become a move. The squares in a move's text, left to right, are its click path; nothing else is known here.

export interface Click {
  /** The squares clicked so far. */
  picked: string[];
  /** The move that the click completed. */
  play?: string;
  /** Several moves share the path: the player must choose. */
  menu?: string[];
}

const square = /[a-z][1-9][0-9]?/g;

export function pathOf(move: string): string[] {
  return move.match(square) ?? [];
}

/** What stands before each square of the move, and behind the last. */
export function signsOf(move: string): string[] {
  return move.split(square);
}

/** What a move did on a square: a piece left it, reached it, or was put there from elsewhere. */
export type Role = "from" | "to" | "placed";

/** Each square of a move once, by what happened there last. The signs before the squares are those of `signAhead`. */
export function rolesOf(move: string): [square: string, role: Role][] {
  const signs = signsOf(move);
  const roles = new Map<string, Role>();
  const path = pathOf(move);
  path.forEach((at, i) => {
    const onward = path.some((_, later) => later > i && signs[later] !== "@");
    if (signs[i] === "@" || (path.length === 1 && signs[0] === "")) roles.set(at, "placed");
    else roles.set(at, onward || path.length === 1 ? "from" : "to");
  });
  return [...roles];
}

function startsWith(path: string[], prefix: string[]): boolean {
  return prefix.length <= path.length && prefix.every((at, i) => path[i] === at);
}

/** The legal moves whose path starts with the clicks so far. */
export function candidates(legal: readonly string[], picked: string[]): string[] {
  return legal.filter((move) => startsWith(pathOf(move), picked));
}

/** The moves whose whole path has been clicked. */
export function complete(legal: readonly string[], picked: string[]): string[] {
  return candidates(legal, picked).filter((move) => pathOf(move).length === picked.length);
}

/** The squares that a click now would lead on from; includes the last clicked one where a second click plays. */
export function nextSquares(legal: readonly string[], picked: string[]): Set<string> {
  const next = new Set<string>();
  for (const move of candidates(legal, picked)) {
    const at = pathOf(move)[picked.length];
    if (at !== undefined) next.add(at);
  }
  if (picked.length > 0 && complete(legal, picked).length > 0) next.add(picked[picked.length - 1]!);
  return next;
}

/**
 * The sign that stands before the square that is chosen next, if it is the same in all moves that are still possible:
 * `@` puts a captured piece somewhere, `x` at the start takes off an own one.
 */
export function signAhead(legal: readonly string[], picked: string[]): string | null {
  const signs = new Set<string>();
  for (const move of candidates(legal, picked)) {
    if (pathOf(move).length > picked.length) signs.add(signsOf(move)[picked.length]!);
  }
  return signs.size === 1 ? [...signs][0]! : null;
}

function settle(picked: string[], moves: string[]): Click {
  return moves.length === 1 ? { picked: [], play: moves[0]! } : { picked, menu: moves };
}

export function click(legal: readonly string[], picked: string[], at: string): Click {
  const extended = [...picked, at];
  const onward = candidates(legal, extended);
  if (onward.length > 0) {
    const done = complete(legal, extended);
    return done.length === onward.length ? settle(extended, done) : { picked: extended };
  }
  if (picked.length === 0) return { picked };
  if (at === picked[picked.length - 1]) {
    const done = complete(legal, picked);
    return done.length > 0 ? settle(picked, done) : { picked: picked.slice(0, -1) };
  }
  return click(legal, [], at);
}
