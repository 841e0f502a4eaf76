import { computed, signal } from "@preact/signals";
import type { LinkState } from "../protocol/connection";
import type {
  ActiveMatch, Analysis, ChatLine, GameInfo, HelloReply, Options, OutsideBot, Player, Preview, Room, RoomCounts, RoomSummary, Seat, TimeControl,
  TimeLimits,
} from "../protocol/messages";
import { language } from "../texts";
import { inLanguage } from "./game_words";
import { isOver, seatsOf, type MatchState } from "./match_state";
import type { Running } from "./running";
import type { StudyState } from "./study_state";

// What the pages show. Only the client's parts write here.

export const link = signal<LinkState>("connecting");
/** Why the link was stopped for good: a close code or an error code. */
export const stopReason = signal<number | string | null>(null);
export const draining = signal(false);

export const player = signal<HelloReply["player"] | null>(null);
/** As the server describes them. */
export const offered = signal<GameInfo[]>([]);
/** The same in the player's language. */
export const games = computed(() => offered.value.map((game) => inLanguage(game, language.value)));
/** What clocks give at least on this server. */
export const timeLimits = signal<TimeLimits>({});
export const active = signal<ActiveMatch[]>([]);

export const lobby = signal<ReadonlyMap<string, RoomSummary> | null>(null);
/** How many rooms there are, and how many of each state the list has at most; null: it has all. */
export const lobbyCounts = signal<RoomCounts | null>(null);
export const lobbyLimit = signal<number | null>(null);
/** The largest list that may be asked for. */
export const mostLobbyRooms = signal(0);
export const playersOnline = signal<number | null>(null);
export const lobbyChat = signal<readonly ChatLine[]>([]);
/** What kind of opponent is waited for in the queue. */
export const seeking = signal<{ game: string; tc: TimeControl; since: number } | null>(null);
/** The room that the queue led to: the page goes there. */
export const found = signal<string | null>(null);

/** Whom this player has blocked, as far as it was asked for. */
export const blocked = signal<readonly Player[]>([]);
/** Of whom the dialog is that blocks and reports. */
export const personAsked = signal<Player | null>(null);

/** Programs from outside, as they were when they were asked for last. */
export const outsideBots = signal<readonly OutsideBot[]>([]);

/** A code from another device was used here, or refused. */
export const tookOver = signal(false);
export const handoverProblem = signal<string | null>(null);

export const room = signal<Room | null>(null);
/** Why the room of the address cannot be shown: an error code, or `closed` or `kicked`. */
export const roomProblem = signal<string | null>(null);
/** Of the room and its match. */
export const chat = signal<readonly ChatLine[]>([]);
export const match = signal<MatchState | null>(null);
export const picked = signal<string[]>([]);
export const moveMenu = signal<string[] | null>(null);
/** A move that was sent and not answered yet. */
export const sending = signal<string | null>(null);

/** What was clicked or typed and is no move, in which position, and what the server says of it. */
export interface Refusal {
  game: string;
  pos: string;
  move: string;
  typed: boolean;
  /** Left out until the server has answered; empty where it has nothing to say. */
  reason?: string;
  /** The paragraph of the rules. */
  rule: string;
  squares: readonly string[];
  /** An own piece that no move begins with. */
  stuck?: boolean;
}
export const refusal = signal<Refusal | null>(null);

/** Another position than the match's is on the board; `studyReady` once its moves are known. */
export const study = signal<StudyState | null>(null);
export const studyReady = signal(false);

export interface Premove {
  turn: number;
  move: string;
}
/** Moves kept for one's next turns, and what may be chosen behind them, as far as it is known. */
export const premoves = signal<readonly Premove[]>([]);
export const premoveLegal = signal<{ key: string; moves: string[] } | null>(null);
export const hint = signal<{ move: string } | "asking" | null>(null);

/** Of the finished match that is shown, once it was asked for; `none` where the server has none to give. */
export const analysis = signal<Analysis | "asking" | "none" | null>(null);

/** What happened at the table where one waits, for the page's title and icon; null where nothing did. */
export const news = signal<string | null>(null);

/** Something worth reading aloud; empty again as soon as it is in the queue of the page. */
export const said = signal("");

export interface Toast {
  id: number;
  text: string;
  tone: "info" | "bad";
}
export const toasts = signal<readonly Toast[]>([]);

export const mySeats = computed<Seat[]>(() => (match.value ? seatsOf(match.value, player.value) : []));

/** The match on the page is one's own to look at, not to play. */
export const watching = computed<boolean>(() => match.value !== null && mySeats.value.length === 0);
/** Who watches has stopped it. */
export const watchPaused = signal(false);
/** Moves that were played and are not shown yet. */
export const movesBehind = signal(0);

/** One's own games that go on, the most urgent first; null until they were looked for. */
export const running = signal<readonly Running[] | null>(null);

/** The seat that may move now by a click here, if any. */
export const actingSeat = computed<Seat | null>(() => {
  const state = match.value;
  if (!state || isOver(state) || !mySeats.value.includes(state.toMove)) return null;
  return state.toMove;
});

export const paused = computed<boolean>(() => match.value?.clock?.pausedUntil !== undefined && !isOver(match.value));

export const legal = computed<string[]>(() =>
  actingSeat.value !== null && sending.value === null && link.value === "online" && !paused.value ? (match.value?.legal ?? []) : [],
);

export const studyLegal = computed<string[]>(() => {
  const position = study.value?.position;
  return position && studyReady.value && link.value === "online" ? position.legal : [];
});

/** The refusal, as long as the position is still on the board. */
export const refused = computed<Refusal | null>(() => {
  const pos = study.value ? study.value.position?.pos : match.value?.pos;
  return refusal.value?.pos === pos ? refusal.value : null;
});

/** It is the other side's turn and a click chooses a move for the next one. */
export const premoving = computed<boolean>(() => {
  const state = match.value;
  return state !== null && !isOver(state) && mySeats.value.length === 1 && state.toMove !== mySeats.value[0] && !paused.value && link.value === "online";
});

/** The moves that a click on the board leads to now. */
export const choices = computed<string[]>(() => {
  if (study.value) return studyLegal.value;
  if (!premoving.value) return legal.value;
  return picked.value.length > 0 ? (premoveLegal.value?.moves ?? []) : [];
});

/** How games look before the first move, by `previewKey`. */
export const previews = signal<ReadonlyMap<string, Preview>>(new Map());

export function previewKey(game: string, options: Options = {}): string {
  const chosen = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([game, chosen]);
}

export function gameInfo(id: string): GameInfo | undefined {
  return games.value.find((game) => game.game === id);
}
