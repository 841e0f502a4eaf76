import { pathOf } from "../board/picker";
import type { EnginePosition, Options, Piece, Seat } from "../protocol/messages";
import type { Talk } from "./talk";

const atOnce = 16;
const mostReplies = 160;

/** The position in which the opponent is to move. */
export interface Before {
  game: string;
  options: Options;
  pos: string;
  pieces: readonly Piece[];
}

/**
 * Finds out which moves a seat may have after the opponent's next one. The client knows no rules, so the sandbox is asked
 * what would be legal after each reply, as far as there are not too many: those first that end where the seat has a
 * piece, since a capture there is what one wants to answer.
 */
export class LookAhead {
  constructor(private readonly talk: Talk) {}

  /** Tells of the moves found so far, again and again, until all are found or it is told to stop by false. */
  async moves(before: Before, seat: Seat, told: (moves: string[]) => boolean): Promise<void> {
    const found = new Set<string>();
    const replies = await this.replies(before, seat);
    for (let i = 0; i < replies.length; i += atOnce) {
      const after = await Promise.all(replies.slice(i, i + atOnce).map((move) => this.ask(before, move)));
      for (const position of after) if (position?.toMove === seat) for (const move of position.legal ?? []) found.add(move);
      if (!told([...found])) return;
    }
    if (replies.length === 0) told([]);
  }

  /** A position that may be there after the opponent's next move and then this one; null where none is found. */
  async after(before: Before, seat: Seat, move: string): Promise<Before | null> {
    const replies = await this.replies(before, seat);
    for (let i = 0; i < replies.length; i += atOnce) {
      const some = await Promise.all(replies.slice(i, i + atOnce).map((reply) => this.ask(before, reply)));
      const one = some.find((position) => position?.toMove === seat && position.legal.includes(move));
      const next = one && (await this.ask({ ...before, pos: one.pos }, move));
      if (next) return { ...before, pos: next.pos, pieces: next.pieces };
    }
    return null;
  }

  private async replies(before: Before, seat: Seat): Promise<string[]> {
    const now = await this.ask(before);
    if (!now || now.toMove === seat) return [];
    const own = new Set(before.pieces.filter((piece) => piece[1] === seat).map((piece) => piece[0]));
    const taking = now.legal.filter((move) => pathOf(move).slice(1).some((square) => own.has(square)));
    const others = now.legal.filter((move) => !taking.includes(move));
    const room = Math.max(0, mostReplies - taking.length);
    const every = Math.max(1, Math.ceil(others.length / Math.max(1, room)));
    // From all over the list, so that the first answers already tell of different moves.
    const stride = Math.max(1, Math.floor(others.length / atOnce));
    const spread = others.filter((_, i) => i % every === 0).map((move, i) => [i % stride, move] as const);
    return [...taking.slice(0, mostReplies), ...spread.sort(([a], [b]) => a - b).map(([, move]) => move)];
  }

  private ask({ game, options, pos }: Before, move?: string): Promise<EnginePosition | null> {
    return this.talk.connection.request(move ? "engine.apply" : "engine.legal", { data: { game, options, pos, move } }).catch(() => null);
  }
}
