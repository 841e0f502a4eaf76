// The messages of protocol v1 as this client sees them. Fields that it does not use are left out;
// unknown fields are ignored by rule.

export type Seat = 0 | 1;

export interface Player {
  id: string;
  name: string;
  kind: "human" | "bot";
}

/** The form of one option of a game, a small part of JSON Schema. */
export interface OptionSchema {
  type: string;
  title?: string;
  default?: string;
  oneOf?: { const: string; title?: string }[];
  enum?: string[];
}

export interface PieceKind {
  shape: string;
  letter: string;
  label: string;
}

export interface GameInfo {
  game: string;
  name: string;
  rulesVersion: number;
  sides: [string, string];
  /** The sides as the server calls them, after which their pieces are coloured; made here. */
  colours?: [string, string];
  options?: { properties?: Record<string, OptionSchema> };
  credit?: { designer?: string; year?: number | string; note?: string };
  supports?: { draw?: boolean; takeback?: boolean };
  kinds?: Record<string, PieceKind>;
  layouts?: string[];
  rulesText?: Record<string, string>;
  levels?: { level: number; name: string }[];
}

/** A player's strength in one game. */
export interface Rating {
  rating: number;
  games: number;
  provisional?: boolean;
}

export type Options = Record<string, string>;

export interface TimeControl {
  kind: "none" | "fischer" | "permove" | "correspondence";
  initialMs?: number;
  incMs?: number;
  moveMs?: number;
}

/** The least that clocks give on a server; what it does not tell is not limited. */
export interface TimeLimits {
  leastTurnMs?: number;
  leastGameMs?: number;
  leastCorrespondenceMs?: number;
}

export type Presence = "online" | "away" | "gone";

/** What a chair shall be. */
export type ChairWish = { kind: "human" } | { kind: "open" } | { kind: "bot"; level: number } | { kind: "bot"; bot: string };

export interface Chair {
  kind: "human" | "open" | "bot" | "closed";
  player?: Player | null;
  level?: number;
  ready?: boolean;
  presence?: Presence;
}

/** A program from outside that fills chairs, and how many it still can. */
export interface OutsideBot {
  player: Player;
  games: string[];
  free: number;
}

export type RoomState = "open" | "playing" | "over";
export type Visibility = "public" | "unlisted" | "private";

/** What the lobby lists; a room's own snapshot adds the fields below `watchers`. */
export interface RoomSummary {
  room: string;
  game: string;
  options: Options;
  seats: Chair[];
  tc: TimeControl;
  visibility: Visibility;
  rated?: boolean;
  state: RoomState;
  match?: string | null;
  watchers?: number;
  /** Joining needs a password. */
  locked?: boolean;
  /** When it was made; an older server does not say. */
  created?: number;
}

/** How many rooms there are in each state, whether they are listed here or not. */
export type RoomCounts = Record<RoomState, number>;

/** The first rooms of each state, and how many there are of all. */
export interface LobbySnapshot {
  rooms?: RoomSummary[];
  players?: number;
  counts?: RoomCounts;
  /** So many of each state; an older server sends all there are. */
  limit?: number;
  chat?: PastLine[];
}

export interface LobbyDelta {
  upsert?: RoomSummary[];
  remove?: string[];
  players?: number;
  counts?: RoomCounts;
}

export interface Room extends RoomSummary {
  code?: string;
  invite?: string;
  /** A player's id. */
  host?: string | null;
  hotseat?: boolean;
  /** The chair that moves first; left out, it is drawn when the match starts. */
  firstSeat?: Seat;
  takeback?: boolean;
  spectators?: boolean;
  chat?: PastLine[];
}

export interface Mark {
  at: string;
  kind: "goal" | "blocked" | "home" | string;
  side?: Seat;
}

export interface Board {
  columns: number;
  rows: number;
  style: "squares" | "points";
  lines?: [string, string][];
  marks?: Mark[];
  layout?: "square" | "diamond";
}

/** Square, side, kind and height of the stack. */
export type Piece = [square: string, side: Seat, kind: string, count: number];

export interface Clock {
  tc: TimeControl;
  remainingMs: [number, number] | null;
  running: Seat | null;
  at: number;
  /** The players have stopped the match; it goes on then at the latest. */
  pausedUntil?: number;
}

export interface Result {
  winner: Seat | null;
  reason: string;
}

export type OfferKind = "draw" | "takeback" | "rematch" | "pause" | "abort";

export interface Offer {
  offer: string;
  kind: OfferKind;
  by: Seat;
  turn?: number;
  expiresAt?: number;
}

export interface HistoryEntry {
  ply: number;
  seat: Seat;
  move: string;
}

export interface MatchSeat {
  player: Player;
  level?: number;
  presence?: Presence;
  /** The opponent may claim the win from this moment of the server's clock on. */
  claimableAt?: number;
}

export interface MatchSnapshot {
  game: string;
  rulesVersion: number;
  options: Options;
  board: Board;
  seats: MatchSeat[];
  turn: number;
  ply: number;
  toMove: Seat;
  pos: string;
  pieces: Piece[];
  hash: string;
  legal?: string[];
  lastMove?: HistoryEntry | null;
  history?: HistoryEntry[];
  clock?: Clock | null;
  offers?: Offer[];
  result?: Result | null;
  spectators?: number;
  room?: string;
  /** Its end changes the ratings of both players. */
  rated?: boolean;
  /** Why it does not, though the room is rated. */
  unrated?: string;
  chat?: PastLine[];
}

/** What the sandbox of rules says about a position. */
export interface EnginePosition {
  pos: string;
  pieces: Piece[];
  toMove: Seat;
  hash: string;
  legal: string[];
  result?: Result | null;
  board?: Board;
}

export interface MatchSummary {
  match: string;
  game: string;
  options: Options;
  seats: [MatchSeat, MatchSeat];
  ply: number;
  startedAt: number;
  endedAt?: number;
  result?: Result | null;
}

/** A finished match as the server's computer sees it; while it is not `done` more moves follow. */
export interface Analysis {
  done: boolean;
  plies: number;
  moves: AnalysedMove[];
}

export interface AnalysedMove {
  seat: Seat;
  move: string;
  best: string;
  /** For the side that moved, before the move, in hundredths of the game's own units. */
  score: number;
  /** Plies to an end that can be forced: above 0 the side that moved wins. */
  forcedEnd?: number;
  /** What the move cost. */
  loss: number;
  blunder: boolean;
}

/** A line as snapshots have it. */
export interface PastLine {
  channel: ChatLine["channel"];
  from: Player;
  text: string;
  ts: number;
}

export interface ChatLine {
  /** Made here, to tell lines apart. */
  id: number;
  channel: "lobby" | "room" | "match" | "watchers";
  from: Player;
  text: string;
  at: number;
}

/** What a game looks like before the first move. */
export interface Preview {
  board: Board;
  pieces: Piece[];
  pos: string;
}

export interface Moved {
  turn: number;
  ply: number;
  seat: Seat;
  move: string;
  pos: string;
  pieces: Piece[];
  hash: string;
  toMove: Seat;
  legal?: string[];
  clock?: Clock | null;
  /** The server moved for the player, as by a premove. */
  auto?: "premove" | "fallback";
}

export interface TakenBack extends Omit<Moved, "move"> {
  plies: number;
}

export interface Hello {
  protocol: number;
  session: string;
  resumeToken: string;
  playerToken?: string;
  player: Player & { ratings?: Record<string, Rating> };
  server: { version?: string; epoch?: string | number; now: number; draining?: boolean };
  limits?: TimeLimits & { lobbyRooms?: number };
  heartbeat?: number | { intervalMs?: number };
  games: GameInfo[];
  active?: { match: string; seat: Seat; room?: string }[];
  resumed?: Record<string, "replay" | "snapshot" | "gone">;
}

export interface ErrorBody {
  code: string;
  message?: string;
  retryable?: boolean;
  data?: Record<string, unknown>;
}

/** Any frame of the server. */
export interface Frame {
  type: string;
  re?: number | string | null;
  room?: string;
  match?: string;
  /** Only on the stream of a part of the lobby. */
  game?: string;
  seq?: number;
  ts?: number;
  data?: any;
  error?: ErrorBody;
}
