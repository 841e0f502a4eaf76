import type { Board, EnginePosition, Options, Piece } from "../protocol/messages";

/** A line of moves to look through and to try other moves in, beside the game itself. */
export interface StudyState {
  game: string;
  options: Options;
  board: Board;
  /** The game's moves, and how many of them are shown. */
  main: readonly string[];
  ply: number;
  /** One's own moves from there on. */
  branch: readonly string[];
  /** What the sandbox says about the position, once it has answered. */
  position: EnginePosition | null;
  /** A running match that this leads back to. */
  ofMatch: boolean;
}

/** A position from the rules, and what its move makes of it. */
export interface Drawn {
  board: Board;
  before: Piece[];
  after: Piece[] | null;
}
