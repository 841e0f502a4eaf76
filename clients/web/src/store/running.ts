import { isBot } from "./chairs";
import type { MatchSnapshot, Player, Seat } from "../protocol/messages";

/** A game of one's own that goes on, as it stood when it was looked at. */
export interface Running {
  match: string;
  snapshot: MatchSnapshot;
  /** The seats that one has. */
  mine: Seat[];
  /** It is over, and the opponent wants another one. */
  rematch: boolean;
}

export function runningOf(match: string, snapshot: MatchSnapshot, me: Player | null): Running | null {
  const mine = ([0, 1] as Seat[]).filter((seat) => snapshot.seats[seat]?.player.id === me?.id);
  const rematch = (snapshot.offers ?? []).some((offer) => offer.kind === "rematch" && !mine.includes(offer.by));
  return mine.length === 0 || (snapshot.result && !rematch) ? null : { match, snapshot, mine, rematch };
}

export function isMyTurn({ snapshot, mine }: Running): boolean {
  return !snapshot.result && mine.includes(snapshot.toMove);
}

/** Where one is waited for comes first: by a person, with a clock that runs, on one's own move. */
export function urgentFirst(games: readonly Running[]): Running[] {
  const worth = (it: Running) =>
    (it.snapshot.seats.some(isBot) || it.mine.length === 2 ? 0 : 4) + (it.snapshot.clock?.remainingMs ? 2 : 0) + (isMyTurn(it) ? 1 : 0);
  return [...games].sort((a, b) => worth(b) - worth(a));
}
