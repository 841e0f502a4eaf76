import type { MatchSnapshot, Seat } from "../protocol/messages";
import type { Talk } from "./talk";

const repliesLookedAt = 6;

/**
 * Moves that may be legal on one's next turn. The client knows no rules, so the sandbox is asked what would be legal
 * after some of the opponent's possible moves; whether the chosen one is legal in the end the server says.
 */
export async function premoveChoices(talk: Talk, state: MatchSnapshot, seat: Seat): Promise<string[]> {
  const { game, options, pos } = state;
  const ask = (type: string, move?: string): Promise<any> =>
    talk.connection.request(type, { data: { game, options, pos, move } }).catch(() => null);
  const now = await ask("engine.legal");
  const replies: string[] = now?.legal ?? [];
  const every = Math.max(1, Math.floor(replies.length / repliesLookedAt));
  const sample = replies.filter((_, i) => i % every === 0).slice(0, repliesLookedAt);
  const after = await Promise.all(sample.map((move) => ask("engine.apply", move)));
  const moves = new Set<string>();
  for (const position of after) if (position?.toMove === seat) for (const move of position.legal ?? []) moves.add(move);
  return [...moves];
}
