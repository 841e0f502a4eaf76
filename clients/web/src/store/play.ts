import { batch } from "@preact/signals";
import * as picker from "../board/picker";
import { underway } from "../board/underway";
import type { Reply, RequestOptions, RequestType } from "../protocol/connection";
import type { Events, MatchSnapshot, OfferKind, Piece, Requests, Seat, ServerEvent } from "../protocol/messages";
import { t } from "../texts";
import * as matches from "./match_state";
import type { Chat } from "./chat";
import { Pacing } from "./pacing";
import { Premoves } from "./premoves";
import { confirmMoves } from "./settings";
import { Reasons } from "./reasons";
import { runningOf, urgentFirst } from "./running";
import * as store from "./store";
import type { Study } from "./study";
import { codeOf, refusalText, type Talk } from "./talk";

/** The requests that name the match. */
type MatchRequest = { [Type in RequestType]: Requests[Type] extends { match: string } ? Type : never }[RequestType];

/** A move that was made here and that the server has not answered. */
interface Sent {
  match: string;
  data: { turn: number; move: string; moveId: string };
}

const mostRunning = 20;

/** The match that the page shows: its events become state, clicks become moves. */
export class Play {
  /** The match that is on its way, so that two causes do not fetch it twice. */
  private fetching: string | null = null;
  /** Kept until it is answered, so that a line that breaks meanwhile does not lose it. */
  private sent: Sent | null = null;
  readonly reasons: Reasons;
  readonly premoves: Premoves;
  readonly pacing = new Pacing((frame) => batch(() => this.happened(frame)));

  constructor(
    private readonly talk: Talk,
    private readonly study: Study,
    private readonly chat: Chat,
  ) {
    this.reasons = new Reasons(talk);
    this.premoves = new Premoves(talk, (move) => void this.play(move));
  }

  show(next: matches.MatchState | null): void {
    const before = store.match.value;
    const another = before?.match !== next?.match;
    if (before && another) this.talk.connection.streams.forget(`match:${before.match}`);
    batch(() => {
      store.match.value = next;
      if (another || before?.turn !== next?.turn || next?.result) this.unpick();
      if (another || before?.turn !== next?.turn || next?.result) this.answered();
      if (another || before?.turn !== next?.turn) store.hint.value = null;
      if (another) {
        store.premoves.value = [];
        store.watchPaused.value = false;
        this.pacing.drop();
      }
      this.premoves.follow();
      if (another) store.study.value = null;
    });
  }

  private unpick(): void {
    // What is picked in a variation is its own.
    if (store.study.value) return;
    store.picked.value = [];
    store.moveMenu.value = null;
  }

  private answered(): void {
    this.sent = null;
    store.sending.value = null;
  }

  async watch(match: string): Promise<void> {
    if (this.fetching === match) return;
    this.fetching = match;
    try {
      await this.talk.connection.request("match.watch", {
        match,
        data: { history: true },
        stream: () => `match:${match}`,
        apply: (data) => {
          this.pacing.drop();
          this.show(matches.fromSnapshot(match, data.snapshot, store.match.value));
          this.chat.past(data.snapshot.chat, ["match", "watchers"]);
        },
      });
    } catch (error) {
      if (codeOf(error) !== "connection_lost") this.talk.complain(error);
    } finally {
      this.fetching = null;
    }
  }

  /** After a hello: all anew, or only what is missing. */
  again(kept: (stream: string) => boolean): void {
    const match = store.match.value;
    if (this.sent) void this.send(this.sent, "again");
    else store.sending.value = null;
    if (!match) return;
    const known = kept(`match:${match.match}`) ? this.sync(match.match) : this.watch(match.match);
    void known.then(() => this.premoves.follow("again"));
  }

  async sync(match: string): Promise<void> {
    this.pacing.toPresent();
    const haveSeq = this.talk.connection.streams.positions()[`match:${match}`];
    await this.talk.connection
      .request("match.sync", {
        match,
        data: { haveSeq: haveSeq ?? 0, haveHash: store.match.value?.hash },
        stream: () => `match:${match}`,
        apply: (data) => {
          if (data.snapshot) this.adopt(match, data.snapshot);
        },
      })
      .catch((error) => {
        if (codeOf(error) !== "connection_lost") void this.watch(match);
      });
  }

  /** Takes over a snapshot; where it leaves moves out that are not known here they are asked for. */
  adopt(match: string, snapshot: MatchSnapshot): void {
    this.pacing.drop();
    const next = matches.fromSnapshot(match, snapshot, store.match.value);
    this.show(next);
    if (!next.historyComplete) void this.watch(match);
  }

  /** Looks how one's own games stand that go on without their pages; `others` besides those that are known to go on. */
  async lookAround(others: readonly string[] = []): Promise<void> {
    const matches = new Set([...store.active.value.map((it) => it.match), ...others]);
    const found = await Promise.all(
      [...matches].slice(0, mostRunning).map(async (match) => {
        const seen = await this.look(match);
        return "snapshot" in seen ? runningOf(match, seen.snapshot, store.player.value) : null;
      }),
    );
    store.running.value = urgentFirst(found.flatMap((it) => it ?? []));
  }

  /** A match as it stands, without following it. */
  async look(match: string): Promise<{ snapshot: MatchSnapshot } | { code: string }> {
    try {
      const { snapshot } = await this.talk.connection.request("match.watch", { match, data: { history: true } });
      if (store.match.value?.match !== match) this.talk.quietly("match.unwatch", { match });
      return { snapshot };
    } catch (error) {
      if (codeOf(error) !== "match_not_found") return { code: codeOf(error) };
    }
    // A match whose room is gone is kept in the records.
    try {
      const reply = await fetch(`api/v1/matches/${encodeURIComponent(match)}`);
      if (reply.ok) return { snapshot: await reply.json() };
    } catch {
      return { code: "connection_lost" };
    }
    return { code: "match_not_found" };
  }

  clickSquare(square: string): void {
    if (store.study.value) this.pick(store.studyLegal.value, square, (move) => void this.study.tryMove(move));
    else if (store.premoving.value) this.premoves.click(square, (moves) => this.pick(moves, square, (move) => this.premoves.add(move)));
    else this.pick(store.legal.value, square, (move) => this.made(move));
  }

  /** Who wants to be asked sees in the menu of moves what this one makes of the board. */
  private made(move: string): void {
    if (confirmMoves.value === "off") return void this.play(move);
    batch(() => {
      store.picked.value = picker.pathOf(move);
      store.moveMenu.value = [move];
    });
  }

  private pick(legal: readonly string[], square: string, play: (move: string) => void): void {
    if (legal.length === 0) return;
    const before = store.picked.value;
    const click = picker.click(legal, before, square);
    batch(() => {
      store.picked.value = click.picked;
      store.moveMenu.value = click.menu ?? null;
      store.refusal.value = null;
    });
    if (click.play) play(click.play);
    else if (click.picked.length === 0 && square !== before[before.length - 1] && !store.premoving.value) {
      void this.reasons.ofClicks([...before, square]);
    }
  }

  cancelPick(): void {
    batch(() => {
      store.refusal.value = null;
      store.picked.value = [];
      store.moveMenu.value = null;
    });
  }

  /** A move of the menu or a typed one: played, tried or kept for later, as a click would be. */
  choose(move: string): void {
    this.cancelPick();
    if (store.study.value) void this.study.tryMove(move);
    else if (store.premoving.value) this.premoves.add(move);
    else void this.play(move);
  }

  async play(move: string): Promise<void> {
    const state = store.match.value;
    if (!state || store.sending.value !== null) return;
    this.unpick();
    await this.send({ match: state.match, data: { turn: state.turn, move, moveId: newMoveId() } });
  }

  private async send(sent: Sent, again?: "again"): Promise<void> {
    this.sent = sent;
    store.sending.value = sent.data.move;
    const { match, data } = sent;
    let code = "";
    try {
      const reply = await this.talk.connection.request("move.play", { match, data });
      if (again && !reply.duplicate) this.talk.note(t("match.sentAgain", { move: data.move }));
    } catch (error) {
      code = codeOf(error);
      // The same move goes out again when the line is back; one that has arrived is not played twice.
      if (code === "connection_lost") return;
      this.talk.note(t("match.notPlayed", { move: data.move, why: refusalText(error) }), "bad");
    }
    if (this.sent === sent) this.answered();
    if (code === "stale_turn" || code === "future_turn") void this.sync(match);
  }

  /** The pieces with a move that is underway: as the sandbox has described it, else as its own squares tell. */
  drawn(move: string): Piece[] {
    const state = store.match.value;
    if (!state) return [];
    return this.study.known(move)?.pieces ?? underway(state.pieces, move, state.toMove, store.gameInfo(state.game)?.kinds);
  }

  // What players may ask for

  private async ask<Type extends MatchRequest>(
    type: Type,
    data: Requests[Type]["data"],
    expected: string[] = [],
  ): Promise<Reply<Type> | null> {
    const state = store.match.value;
    return state ? this.talk.attempt(type, { match: state.match, data } as RequestOptions<Type>, expected) : null;
  }

  resign(): Promise<unknown> {
    return this.ask("match.resign", this.seatData(), ["match_over"]);
  }

  abort(): Promise<unknown> {
    return this.ask("match.abort", {}, ["match_over"]);
  }

  claimWin(): Promise<unknown> {
    return this.ask("claim.win", {}, ["match_over"]);
  }

  offer(kind: OfferKind): Promise<unknown> {
    return this.ask("offer.make", { kind, ...this.seatData() });
  }

  answer(offer: string, accept: boolean): Promise<unknown> {
    return this.ask("offer.answer", { offer, accept }, ["offer_gone"]);
  }

  cancelOffer(offer: string): Promise<unknown> {
    return this.ask("offer.cancel", { offer }, ["offer_gone"]);
  }

  async getHint(): Promise<void> {
    const state = store.match.value;
    if (!state || store.hint.value === "asking") return;
    store.hint.value = "asking";
    const reply = await this.ask("hint.get", { turn: state.turn });
    if (store.match.value?.turn !== state.turn) return;
    store.hint.value = reply?.move ? { move: reply.move } : null;
    if (reply?.move) store.said.value = t("match.hintIs", { move: reply.move });
  }

  /** Two people at one screen: the side to move is the one that speaks. */
  private seatData(): { seat?: Seat } {
    const state = store.match.value;
    return state && store.mySeats.value.length > 1 ? { seat: state.toMove } : {};
  }

  event(match: string, frame: ServerEvent): void {
    if (store.match.value?.match === match) this.pacing.take(frame);
  }

  private happened({ type, data, match }: ServerEvent): void {
    const state = store.match.value;
    if (!state || !match || state.match !== match) return;
    if (type === "match.snapshot") this.adopt(match, data);
    else if (type === "match.moved") this.step(matches.moved(state, data));
    else if (type === "match.takenBack") this.step(matches.takenBack(state, data));
    else if (type === "match.ended") this.show(matches.ended(state, data));
    else if (type === "match.clock") this.show({ ...state, clock: data.clock });
    else if (type === "seat.presence") this.show(matches.presence(state, data));
    else if (type === "offer.made") this.show(matches.offerMade(state, data));
    else if (type === "offer.closed") this.offerClosed(state, data);
    else if (type === "bot.status") this.botStatus(state, data);
    else if (type === "premove.dropped") this.premoves.dropped(data.reason);
  }

  private step(next: matches.Step): void {
    if (next !== "sync") this.show(next);
    else if (store.match.value) void this.sync(store.match.value.match);
  }

  private offerClosed(state: matches.MatchState, data: Events["offer.closed"]): void {
    const offer = state.offers.find((it) => it.offer === data.offer);
    this.show(matches.offerClosed(state, data.offer));
    if (offer && data.outcome === "declined" && store.mySeats.value.includes(offer.by)) this.talk.note(t("offer.declined"));
  }

  private botStatus(state: matches.MatchState, data: Events["bot.status"]): void {
    this.show({ ...state, thinking: data.seat });
    if (data.state === "fallback") this.talk.note(t("bot.fallback"));
  }
}

function newMoveId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
