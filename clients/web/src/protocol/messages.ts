// The messages of protocol v1 under the names that this client uses, and what it makes of them. Their fields are in
// wire.ts, which is generated; unknown fields are ignored.
import type * as wire from "./wire";

export type {
  Board,
  Chair,
  Clock,
  Events,
  HelloReply,
  LobbyDelta,
  LobbySnapshot,
  Mark,
  MatchSnapshot,
  MatchSummary,
  Offer,
  Options,
  PastLine,
  Piece,
  Player,
  Rating,
  Requests,
  Result,
  RoomCounts,
  RoomSummary,
  TimeControl,
} from "./wire";
export type {
  AvailableBot as OutsideBot,
  EngineReply as EnginePosition,
  MatchMoved as Moved,
  MatchTakenBack as TakenBack,
  PlayedMove as HistoryEntry,
  RoomSnapshot as Room,
  Seat as MatchSeat,
} from "./wire";

/** A move as the computer sees it; this client needs no more of it. */
export type AnalysedMove = Omit<wire.AnalysedMove, "turn" | "line">;
export interface Analysis extends Pick<wire.AnalysisFile, "done" | "plies"> {
  moves: AnalysedMove[];
}

/** The number of a seat or a chair. */
export type Seat = 0 | 1;
export type RoomState = wire.RoomSummary["state"];
export type Visibility = wire.RoomSummary["visibility"];
export type Presence = wire.Seat["presence"];
export type OfferKind = wire.Offer["kind"];
export type ReportReason = wire.PlayerReport["reason"];
export type PieceKind = wire.GameCard["kinds"][string];
export type TimeLimits = Pick<wire.HelloReply["limits"], "leastTurnMs" | "leastGameMs" | "leastCorrespondenceMs">;

/** The chairs that the page offers. */
export type ChairWish = { kind: "human" } | { kind: "open" } | { kind: "bot"; level: number } | { kind: "bot"; bot: string };

/** The form of one option of a game, a small part of JSON Schema. */
export interface OptionSchema {
  type: string;
  title?: string;
  default?: string;
  oneOf?: { const: string; title?: string }[];
  enum?: string[];
}

/** A game in the language of the page. */
export interface GameInfo extends Omit<wire.GameCard, "options"> {
  options: { properties: Record<string, OptionSchema> };
  /** The sides' names in English, after which their pieces are coloured. */
  colours?: [string, string];
}

/** A match of the player; a room is known once the page has been there. */
export interface ActiveMatch {
  match: string;
  seat: Seat;
  room?: string;
}

export interface ChatLine extends wire.ChatLine {
  /** Tells lines apart on this page. */
  id: number;
  at: number;
}

/** What a game looks like before the first move. */
export interface Preview {
  board: wire.Board;
  pieces: wire.Piece[];
  pos: string;
}

/** The codes are those of protocol/errors.json, and `connection_lost`, which this client sets. */
export interface ErrorBody {
  code: string;
  message?: string;
  retryable?: boolean;
  data?: Record<string, unknown>;
}

interface Envelope {
  room?: string;
  match?: string;
  /** Only on the stream of a part of the lobby. */
  game?: string;
  seq?: number;
  ts?: number;
}

/** Any frame of the server. */
export interface Frame extends Envelope {
  type: string;
  re?: number | string | null;
  /** As it came; see ServerEvent. */
  data?: any;
  error?: ErrorBody;
}

/** An event, whose `type` tells what its data is. */
export type ServerEvent = { [Type in keyof wire.Events]: Envelope & { type: Type; data: wire.Events[Type] } }[keyof wire.Events];
