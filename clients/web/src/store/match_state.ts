import type {
  Clock, HistoryEntry, MatchSnapshot, Moved, Offer, Player, Presence, Result, Seat, TakenBack,
} from "../protocol/messages";

/** A match as the page shows it: the last snapshot with every event since applied. */
export interface MatchState extends MatchSnapshot {
  match: string;
  history: HistoryEntry[];
  offers: Offer[];
  /** False while moves before `ply` are not known here. */
  historyComplete: boolean;
  thinking: Seat | null;
}

/** The state after a step, or `sync` when something was missed and a snapshot is needed. */
export type Step = MatchState | "sync";

export function fromSnapshot(match: string, snapshot: MatchSnapshot, before: MatchState | null): MatchState {
  const known = before && before.match === match ? before.history : [];
  const history = snapshot.history ?? known.slice(0, snapshot.ply);
  return {
    ...snapshot,
    match,
    history,
    historyComplete: history.length === snapshot.ply,
    offers: snapshot.offers ?? [],
    thinking: null,
  };
}

export function moved(state: MatchState, data: Moved): Step {
  if (data.turn <= state.turn) return state;
  if (data.turn !== state.turn + 1) return "sync";
  const entry: HistoryEntry = { ply: data.ply, seat: data.seat, move: data.move };
  return {
    ...state,
    ...position(data),
    clock: data.clock ?? state.clock,
    lastMove: entry,
    history: [...state.history, entry],
    // Offers of a draw or a takeback belong to the position that is gone.
    offers: state.offers.filter((offer) => offer.kind !== "draw" && offer.kind !== "takeback"),
    thinking: null,
  };
}

export function takenBack(state: MatchState, data: TakenBack): Step {
  if (data.turn <= state.turn) return state;
  if (data.turn !== state.turn + 1) return "sync";
  const history = state.history.slice(0, Math.max(0, state.history.length - data.plies));
  return {
    ...state,
    ...position(data),
    clock: data.clock ?? state.clock,
    history,
    lastMove: history[history.length - 1] ?? null,
    offers: [],
    thinking: null,
  };
}

function position(data: Omit<Moved, "move">) {
  const { turn, ply, toMove, pos, pieces, hash } = data;
  return { turn, ply, toMove, pos, pieces, hash, legal: data.legal };
}

export function ended(state: MatchState, data: { result: Result; clock?: Clock | null }): MatchState {
  const clock = data.clock ?? state.clock;
  return {
    ...state,
    result: data.result,
    legal: undefined,
    offers: [],
    thinking: null,
    clock: clock ? { ...clock, running: null } : clock,
  };
}

export function presence(state: MatchState, data: { seat: Seat; state: Presence; claimableAt?: number }): MatchState {
  const { seat, state: is, claimableAt } = data;
  const seats = state.seats.map((it, i) => (i === seat ? { ...it, presence: is, claimableAt } : it)) as MatchState["seats"];
  return { ...state, seats };
}

/**
 * When the win over an absent opponent may be claimed by the player of this one seat: only while the opponent is to
 * move and both have moved; null while there is nothing to claim.
 */
export function claimableAt(state: MatchState, mine: readonly Seat[]): number | null {
  if (mine.length !== 1 || isOver(state) || state.toMove === mine[0] || state.ply < 2) return null;
  return state.seats[1 - mine[0]!]?.claimableAt ?? null;
}

export function offerMade(state: MatchState, offer: Offer): MatchState {
  return { ...state, offers: [...state.offers.filter((it) => it.offer !== offer.offer), offer] };
}

export function offerClosed(state: MatchState, offer: string): MatchState {
  return { ...state, offers: state.offers.filter((it) => it.offer !== offer) };
}

/** The seats that this player holds: none for a watcher, both when two people share a screen. */
export function seatsOf(state: MatchState, player: Player | null | undefined): Seat[] {
  if (!player) return [];
  return ([0, 1] as Seat[]).filter((seat) => state.seats[seat]?.player?.id === player.id);
}

/** Nobody won, and not because the match did not come to its end. A game may have draws that this client never heard of. */
export function isDraw({ winner, reason }: Result): boolean {
  return winner === null && !["aborted", "abandoned", "bot_failed"].includes(reason);
}

export function isOver(state: MatchState): boolean {
  return state.result !== null && state.result !== undefined;
}

/** Time left for a seat at the server's moment `now`. */
export function remaining(clock: Clock | null | undefined, seat: Seat, now: number): number | null {
  if (!clock?.remainingMs) return null;
  const left = clock.remainingMs[seat]!;
  return Math.max(0, clock.running === seat ? left - Math.max(0, now - clock.at) : left);
}
