import { nextSquares } from "../board/picker";
import { underway } from "../board/underway";
import type { Piece } from "../protocol/messages";
import { errorText } from "../texts";
import { LookAhead, type Before } from "./look_ahead";
import { isOver, type MatchState } from "./match_state";
import * as store from "./store";
import { codeOf, type Talk } from "./talk";

const mostPremoves = 5;

type Premove = store.Premove;

/**
 * Moves that are chosen before one's turn. The server keeps the first of them and plays it when the turn comes; the
 * others wait here and follow one after the other.
 */
export class Premoves {
  private readonly ahead: LookAhead;
  /** For which choices the sandbox is being asked, and when it is done. */
  private looking: { key: string; first: Promise<void>; all: Promise<void> } | null = null;
  /** Clicks and drops are taken one by one, though each may wait for the sandbox. */
  private clicks: Promise<void> = Promise.resolve();
  /** Was first when its turn had come already, so the server did not take it. */
  private late: Premove | null = null;

  constructor(
    private readonly talk: Talk,
    /** Plays the head of the queue where the turn has come before the server had it. */
    private readonly play: (move: string) => void,
  ) {
    this.ahead = new LookAhead(talk);
  }

  /** A square was clicked or a piece dropped there while the opponent is to move. */
  click(square: string, pick: (moves: readonly string[]) => void): void {
    this.clicks = this.clicks.then(async () => {
      const state = store.match.value;
      if (!state || !store.premoving.value) return;
      const key = keyOf(state);
      if (this.looking?.key !== key) this.look(state, key);
      await this.looking!.first;
      const reached = () => nextSquares(store.premoveLegal.value?.moves ?? [], store.picked.value).has(square);
      // It may be reached after one of the replies that were not looked at yet.
      if (!reached()) await this.looking!.all;
      if (!store.match.value || !store.premoving.value || keyOf(store.match.value) !== key) return;
      const own = this.drawn(state.pieces).some(([at, side]) => at === square && side === store.mySeats.value[0]);
      // A click beside the pieces takes all back; an own piece that may not go anywhere is only not picked.
      if (!reached() && store.picked.value.length === 0 && !own) this.clear();
      else pick(store.premoveLegal.value?.moves ?? []);
    });
  }

  private look(state: MatchState, key: string): void {
    const seat = store.mySeats.value[0]!;
    let begun = () => {};
    const first = new Promise<void>((done) => (begun = done));
    const search = async () => {
      let before: Before | null = state;
      for (const { move } of store.premoves.value) before = before && (await this.ahead.after(before, seat, move));
      if (!before) return;
      await this.ahead.moves(before, seat, (moves) => {
        if (!store.match.value || keyOf(store.match.value) !== key) return false;
        store.premoveLegal.value = { key, moves };
        begun();
        return true;
      });
    };
    store.premoveLegal.value = { key, moves: [] };
    this.looking = { key, first, all: search().finally(begun) };
  }

  /** Behind those that are there already. */
  add(move: string): void {
    const state = store.match.value;
    const queue = store.premoves.value;
    if (!state || queue.length >= mostPremoves) return;
    const turn = (queue[queue.length - 1]?.turn ?? state.turn - 1) + 2;
    store.premoves.value = [...queue, { turn, move }];
    if (queue.length === 0) void this.send(store.premoves.value[0]!);
  }

  /**
   * The match has gone on: what was played is gone, and the server gets what is first now. `again`: the connection is back,
   * and the server may have been started anew meanwhile.
   */
  follow(again?: "again"): void {
    const state = store.match.value;
    const queue = store.premoves.value;
    if (queue.length === 0) return;
    const rest = state && !isOver(state) ? queue.filter((it) => it.turn >= state.turn) : [];
    if (rest.length < queue.length) store.premoves.value = rest;
    const head = rest[0];
    if (!state || !head) return;
    if (head.turn === state.turn + 1 && (again || rest.length < queue.length)) void this.send(head);
    else if (head.turn === state.turn && (again || head === this.late)) this.playNow(head);
  }

  private async send(head: Premove): Promise<void> {
    const match = store.match.value?.match;
    if (!match) return;
    try {
      await this.talk.connection.request("premove.set", { match, data: head });
    } catch (error) {
      const code = codeOf(error);
      if (code === "connection_lost" || store.premoves.value[0] !== head) return;
      if (code === "stale_turn" || code === "not_your_turn") {
        // The opponent was faster.
        this.late = head;
        this.follow();
      } else {
        store.premoves.value = [];
        this.talk.complain(error);
      }
    }
  }

  private playNow(head: Premove): void {
    const legal = store.legal.value.includes(head.move);
    store.premoves.value = legal ? store.premoves.value.slice(1) : [];
    if (legal) this.play(head.move);
    else this.talk.note(errorText("premove_dropped"));
  }

  clear(): void {
    const state = store.match.value;
    if (state && store.premoves.value.length > 0) this.talk.quietly("premove.clear", { match: state.match });
    store.premoves.value = [];
    store.picked.value = [];
  }

  /** The server has not played the first one, and forgets it: the others were meant to follow it. */
  dropped(reason: string | undefined): void {
    store.premoves.value = [];
    if (reason !== "cleared") this.talk.note(errorText("premove_dropped"));
  }

  /** The pieces as the moves of the queue would leave them, as far as their own squares tell. */
  drawn(pieces: Piece[]): Piece[] {
    const seat = store.mySeats.value[0];
    const kinds = store.gameInfo(store.match.value?.game ?? "")?.kinds;
    return seat === undefined ? pieces : store.premoves.value.reduce((now, { move }) => underway(now, move, seat, kinds), pieces);
  }
}

function keyOf(state: MatchState): string {
  return [state.match, state.turn, ...store.premoves.value.map((it) => it.move)].join(" ");
}
