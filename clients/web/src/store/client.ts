import { batch } from "@preact/signals";
import * as picker from "../board/picker";
import { Connection, RequestError, type Socket } from "../protocol/connection";
import type {
  Frame, Hello, MatchSnapshot, OfferKind, Options, Room, RoomSummary, Seat, TimeControl, Visibility,
} from "../protocol/messages";
import { errorText, language, t } from "../texts";
import * as matches from "./match_state";
import { recall, remember } from "./memory";
import * as store from "./store";

/** Where the room's page leads: a room id, a code or an invite, and whether to sit down or only to watch. */
export interface RoomTarget {
  by: "room" | "code" | "invite";
  value: string;
  watch: boolean;
  password?: string;
}

export interface NewRoom {
  game: string;
  options: Options;
  seats: ({ kind: "human" } | { kind: "open" } | { kind: "bot"; level: number })[];
  hotseat: boolean;
  firstSeat: "random" | "0" | "1";
  tc: TimeControl;
  visibility: Visibility;
}

/** The one place where requests are made and where events become state. */
export class Client {
  readonly connection: Connection;
  private target: RoomTarget | null = null;
  private inLobby = false;
  private toastId = 0;
  private readonly previewing = new Set<string>();
  /** The match that is on its way, so that two causes do not fetch it twice. */
  private fetching: string | null = null;

  constructor(open: () => Socket) {
    this.connection = new Connection({ open, auth: () => this.auth(), lang: () => language.value });
    this.connection.onState = (state, code) =>
      batch(() => {
        store.link.value = state;
        if (code !== null) store.stopReason.value = code;
      });
    this.connection.onSession = (hello, resumed) => this.welcome(hello, resumed);
    this.connection.onEvent = (frame) => batch(() => this.event(frame));
    this.connection.onGap = (stream) => this.refresh(stream);
    this.connection.onRefused = (error) => {
      if (recall("token") !== null) {
        remember("token", null);
        return true;
      }
      store.stopReason.value = error.code;
      return false;
    };
  }

  start(): void {
    store.stopReason.value = null;
    this.connection.start();
  }

  serverNow(): number {
    return Date.now() + this.connection.clockOffset;
  }

  // Identity

  private auth(): Record<string, unknown> {
    const token = recall("token");
    if (token) return { kind: "token", token };
    const name = recall("name");
    return name ? { kind: "guest", name } : { kind: "guest" };
  }

  /** A guest's name belongs to the identity, so another name is another guest. */
  rename(name: string): void {
    remember("name", name);
    remember("token", null);
    batch(() => {
      store.room.value = null;
      store.match.value = null;
    });
    this.connection.restart();
  }

  private welcome(hello: Hello, resumed: Hello["resumed"] | null): void {
    if (hello.playerToken) remember("token", hello.playerToken);
    remember("name", hello.player.name);
    batch(() => {
      store.stopReason.value = null;
      store.player.value = hello.player;
      store.games.value = hello.games ?? store.games.value;
      store.active.value = hello.active ?? [];
      store.draining.value = hello.server.draining ?? false;
      store.sending.value = null;
    });
    const kept = (stream: string) => resumed !== null && resumed !== undefined && (resumed[stream] ?? "gone") !== "gone";
    if (this.inLobby && !kept("lobby")) this.subscribeLobby();
    const room = store.room.value;
    if (this.target && (!room || !kept(`room:${room.room}`))) void this.enter();
    const match = store.match.value;
    if (match && !kept(`match:${match.match}`)) void this.watch(match.match);
    else if (match) void this.sync(match.match);
  }

  // Lobby

  openLobby(): void {
    this.inLobby = true;
    if (store.link.value === "online") this.subscribeLobby();
  }

  closeLobby(): void {
    this.inLobby = false;
    this.connection.streams.forget("lobby");
    this.quietly(this.connection.request("lobby.unsubscribe"));
  }

  private subscribeLobby(): void {
    this.quietly(
      this.connection.request("lobby.subscribe", {
        stream: () => "lobby",
        apply: (data) => this.showLobby(data.snapshot),
      }),
    );
  }

  private showLobby(snapshot: any): void {
    const rooms: RoomSummary[] = Array.isArray(snapshot) ? snapshot : (snapshot?.rooms ?? []);
    batch(() => {
      store.lobby.value = new Map(rooms.map((it) => [it.room, it]));
      store.playersOnline.value = countOf(snapshot?.players);
    });
  }

  /** Asks once how a game looks before the first move. */
  preview(game: string, options: Options = {}): void {
    const key = store.previewKey(game, options);
    if (store.previews.value.has(key) || this.previewing.has(key) || store.link.value !== "online") return;
    this.previewing.add(key);
    const request = this.connection.request("engine.legal", {
      data: { game, options },
      apply: ({ board, pieces }) => {
        if (board && pieces) store.previews.value = new Map(store.previews.value).set(key, { board, pieces });
      },
    });
    request.catch((error) => codeOf(error) === "connection_lost" && this.previewing.delete(key));
  }

  /** The room in which a match is played, for games whose page was closed. */
  async roomOf(match: string): Promise<string | null> {
    const reply = await this.attempt(this.connection.request("match.watch", { match, data: { history: false } }));
    return (reply?.snapshot as MatchSnapshot | undefined)?.room ?? null;
  }

  // Rooms

  /** Follows the address: enters the room it names, or stays in it. */
  openRoom(target: RoomTarget): void {
    const room = store.room.value;
    const here =
      room !== null &&
      (target.value === room.room || target.value === room.code || (target.by === "invite" && target.value === room.invite));
    this.target = target;
    if (here) return;
    this.forgetRoom();
    if (store.link.value === "online") void this.enter();
  }

  /** The page of the room was left. Those who only watch let go of the room, players keep their seat. */
  closeRoom(): void {
    const room = store.room.value;
    const mine = this.holdsChair();
    this.target = null;
    if (room && (!mine || room.state === "over")) this.quietly(this.connection.request("room.leave", { room: room.room }));
    if (room) this.noteActive(room, mine && room.state === "playing");
    this.forgetRoom();
  }

  async leaveRoom(): Promise<void> {
    const room = store.room.value;
    this.target = null;
    if (room) await this.attempt(this.connection.request("room.leave", { room: room.room }));
    this.forgetRoom();
  }

  /** Keeps the way back to a game that goes on without its page. */
  private noteActive(room: Room, goesOn: boolean): void {
    const others = store.active.value.filter((it) => it.room !== room.room && it.match !== room.match);
    const here = goesOn && room.match ? [{ match: room.match, seat: store.mySeats.value[0] ?? 0, room: room.room }] : [];
    store.active.value = [...others, ...here];
  }

  private holdsChair(): boolean {
    const me = store.player.value?.id;
    return store.room.value?.seats.some((chair) => chair.player?.id === me) ?? false;
  }

  private forgetRoom(): void {
    const room = store.room.value;
    if (room) this.connection.streams.forget(`room:${room.room}`);
    batch(() => {
      store.room.value = null;
      store.roomProblem.value = null;
    });
    this.showMatch(null);
  }

  private async enter(): Promise<void> {
    const target = this.target;
    if (!target) return;
    try {
      await this.join(target, target.watch ? "watch" : "any");
    } catch (error) {
      const code = codeOf(error);
      if (this.target !== target || code === "connection_lost") return;
      const full = ["room_full", "seat_taken", "already_started", "self_play"];
      if (!target.watch && full.includes(code)) {
        await this.join(target, "watch").catch((again) => (store.roomProblem.value = codeOf(again)));
      } else {
        store.roomProblem.value = code;
      }
    }
  }

  private join(target: RoomTarget, seat: "any" | "watch"): Promise<unknown> {
    const data = { [target.by]: target.value, seat, password: target.password };
    return this.connection.request("room.join", {
      data,
      stream: (reply) => `room:${reply.room}`,
      apply: (reply) => {
        if (this.target === target) this.showRoom(reply.snapshot, reply);
      },
    });
  }

  /** Makes the room; where nobody else is waited for the game starts at once. Answers the address of the new room. */
  async createRoom(wish: NewRoom): Promise<{ code: string; watch: boolean } | null> {
    const alone = !wish.seats.some((seat) => seat.kind === "human" || seat.kind === "open");
    const reply = await this.attempt(
      this.connection.request("room.create", {
        data: wish,
        stream: (data) => `room:${data.room}`,
        apply: (data) => {
          this.forgetRoom();
          this.target = { by: "code", value: data.code, watch: alone };
          this.showRoom(data.snapshot, data);
        },
      }),
    );
    if (!reply) return null;
    const waits = wish.seats.slice(1).some((seat) => seat.kind !== "bot") && !wish.hotseat;
    if (!waits && store.room.value?.state === "open") {
      if (alone) await this.attempt(this.connection.request("room.start", { room: reply.room }), ["already_started"]);
      else await this.ready(true);
    }
    return { code: reply.code, watch: alone };
  }

  async ready(ready: boolean): Promise<void> {
    const room = store.room.value;
    if (room) await this.attempt(this.connection.request("room.ready", { room: room.room, data: { ready } }), ["already_started"]);
  }

  async sitDown(seat: Seat): Promise<void> {
    const room = store.room.value;
    if (!room) return;
    await this.attempt(
      this.connection.request("room.join", {
        data: { room: room.room, seat },
        stream: (reply) => `room:${reply.room}`,
        apply: (reply) => this.showRoom(reply.snapshot, reply),
      }),
    );
  }

  private showRoom(snapshot: Room, reply: { code?: string; invite?: string } = {}): void {
    const before = store.room.value?.room === snapshot.room ? store.room.value : null;
    const invite = snapshot.invite ?? reply.invite ?? before?.invite;
    const code = snapshot.code ?? reply.code ?? before?.code;
    batch(() => {
      store.room.value = { ...snapshot, code, invite };
      store.roomProblem.value = null;
    });
    if (snapshot.match && store.match.value?.match !== snapshot.match) void this.watch(snapshot.match);
  }

  // Matches

  private showMatch(next: matches.MatchState | null): void {
    const before = store.match.value;
    if (before && before.match !== next?.match) this.connection.streams.forget(`match:${before.match}`);
    batch(() => {
      store.match.value = next;
      if (before?.match !== next?.match || before?.turn !== next?.turn || next?.result) this.unpick();
      if (before?.match !== next?.match || before?.turn !== next?.turn) store.sending.value = null;
    });
  }

  private unpick(): void {
    store.picked.value = [];
    store.moveMenu.value = null;
  }

  private async watch(match: string): Promise<void> {
    if (this.fetching === match) return;
    this.fetching = match;
    try {
      await this.connection.request("match.watch", {
        match,
        data: { history: true },
        stream: () => `match:${match}`,
        apply: (data) => this.showMatch(matches.fromSnapshot(match, data.snapshot as MatchSnapshot, store.match.value)),
      });
    } catch (error) {
      if (codeOf(error) !== "connection_lost") this.complain(error);
    } finally {
      this.fetching = null;
    }
  }

  private async sync(match: string): Promise<void> {
    const haveSeq = this.connection.streams.positions()[`match:${match}`];
    await this.connection
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
  private adopt(match: string, snapshot: MatchSnapshot): void {
    const next = matches.fromSnapshot(match, snapshot, store.match.value);
    this.showMatch(next);
    if (!next.historyComplete) void this.watch(match);
  }

  private refresh(stream: string): void {
    if (stream.startsWith("lobby")) this.subscribeLobby();
    else if (stream.startsWith("match:")) void this.sync(stream.slice(6));
    else void this.enter();
  }

  clickSquare(square: string): void {
    const legal = store.legal.value;
    if (legal.length === 0) return;
    const click = picker.click(legal, store.picked.value, square);
    batch(() => {
      store.picked.value = click.picked;
      store.moveMenu.value = click.menu ?? null;
    });
    if (click.play) void this.play(click.play);
  }

  cancelPick(): void {
    batch(() => this.unpick());
  }

  async play(move: string): Promise<void> {
    const state = store.match.value;
    if (!state || store.sending.value !== null) return;
    batch(() => {
      this.unpick();
      store.sending.value = move;
    });
    const data = { turn: state.turn, move, moveId: newMoveId() };
    try {
      await this.connection.request("move.play", { match: state.match, data });
    } catch (error) {
      // After a lost link the snapshot tells whether the move arrived.
      if (codeOf(error) !== "connection_lost") this.complain(error);
      if (codeOf(error) === "stale_turn" || codeOf(error) === "future_turn") void this.sync(state.match);
    } finally {
      if (store.sending.value === move) store.sending.value = null;
    }
  }

  async resign(): Promise<void> {
    const state = store.match.value;
    if (state) await this.attempt(this.connection.request("match.resign", { match: state.match, data: this.seatData() }), ["match_over"]);
  }

  async offer(kind: OfferKind): Promise<void> {
    const state = store.match.value;
    const data = { kind, ...this.seatData() };
    if (state) await this.attempt(this.connection.request("offer.make", { match: state.match, data }));
  }

  async answer(offer: string, accept: boolean): Promise<void> {
    const state = store.match.value;
    const data = { offer, accept };
    if (state) await this.attempt(this.connection.request("offer.answer", { match: state.match, data }), ["offer_gone"]);
  }

  async cancelOffer(offer: string): Promise<void> {
    const state = store.match.value;
    if (state) await this.attempt(this.connection.request("offer.cancel", { match: state.match, data: { offer } }), ["offer_gone"]);
  }

  async claimWin(): Promise<void> {
    const state = store.match.value;
    if (state) await this.attempt(this.connection.request("claim.win", { match: state.match }), ["match_over"]);
  }

  /** Two people at one screen: the side to move is the one that speaks. */
  private seatData(): { seat?: Seat } {
    const state = store.match.value;
    return state && store.mySeats.value.length > 1 ? { seat: state.toMove } : {};
  }

  // Events

  private event(frame: Frame): void {
    const { type, data } = frame;
    if (type === "lobby.snapshot") this.showLobby(data?.snapshot ?? data);
    else if (type === "lobby.delta") this.lobbyDelta(data);
    else if (type === "server.notice") this.notice(data);
    else if (type === "session.superseded") store.stopReason.value = 4001;
    else if (frame.match) this.matchEvent(frame.match, frame);
    else if (frame.room) this.roomEvent(frame.room, frame);
  }

  private lobbyDelta(data: any): void {
    const rooms = new Map(store.lobby.value ?? []);
    for (const id of data.remove ?? []) rooms.delete(id);
    for (const it of (data.upsert ?? []) as RoomSummary[]) rooms.set(it.room, it);
    store.lobby.value = rooms;
    if (data.players !== undefined) store.playersOnline.value = countOf(data.players);
  }

  private notice(data: any): void {
    if (data?.kind === "draining") store.draining.value = true;
    else if (data?.kind === "message" && typeof data.text === "string") this.toast(data.text, "info");
  }

  private roomEvent(id: string, frame: Frame): void {
    const room = store.room.value;
    if (!room || room.room !== id) return;
    const { type, data } = frame;
    if (type === "room.snapshot" || type === "room.changed") {
      this.showRoom(data.snapshot ?? data.room_snapshot ?? data);
    } else if (type === "room.closed") {
      this.forgetRoom();
      this.target = null;
      store.roomProblem.value = data?.reason === "kicked" ? "kicked" : "closed";
    } else if (type === "match.started") {
      this.started(room, data.match ?? data.snapshot?.match, data);
    }
  }

  private started(room: Room, match: string | undefined, data: any): void {
    if (!match) return;
    if (typeof data.seq === "number") this.connection.streams.snapshot(`match:${match}`, data.seq);
    store.room.value = { ...room, state: "playing", match };
    this.adopt(match, data.snapshot as MatchSnapshot);
  }

  private matchEvent(match: string, frame: Frame): void {
    const { type, data } = frame;
    const room = store.room.value;
    // The start is told on the room's stream and may carry both ids.
    if (type === "match.started") {
      if (room && (frame.room ?? data.room) === room.room) this.started(room, match, data);
      return;
    }
    const state = store.match.value;
    if (!state || state.match !== match) return;
    if (type === "match.snapshot") this.adopt(match, data.snapshot ?? data);
    else if (type === "match.moved") this.step(matches.moved(state, data));
    else if (type === "match.takenBack") this.step(matches.takenBack(state, data));
    else if (type === "match.ended") this.showMatch(matches.ended(state, data));
    else if (type === "match.clock") this.showMatch({ ...state, clock: data.clock ?? data });
    else if (type === "seat.presence") this.showMatch(matches.presence(state, data.seat, data.state));
    else if (type === "offer.made") this.showMatch(matches.offerMade(state, data));
    else if (type === "offer.closed") this.offerClosed(state, data);
    else if (type === "bot.status") this.showMatch({ ...state, thinking: data.seat });
  }

  private step(next: matches.Step): void {
    if (next !== "sync") this.showMatch(next);
    else if (store.match.value) void this.sync(store.match.value.match);
  }

  private offerClosed(state: matches.MatchState, data: { offer: string; outcome: string }): void {
    const offer = state.offers.find((it) => it.offer === data.offer);
    this.showMatch(matches.offerClosed(state, data.offer));
    if (offer && data.outcome === "declined" && store.mySeats.value.includes(offer.by)) this.toast(t("offer.declined"), "info");
  }

  // Talking to the player

  toast(text: string, tone: store.Toast["tone"]): void {
    const id = ++this.toastId;
    store.toasts.value = [...store.toasts.value.slice(-2), { id, text, tone }];
    setTimeout(() => this.dismiss(id), 6000);
  }

  dismiss(id: number): void {
    store.toasts.value = store.toasts.value.filter((it) => it.id !== id);
  }

  private complain(error: unknown): void {
    this.toast(errorText(codeOf(error)), "bad");
  }

  private async attempt<T>(request: Promise<T>, expected: string[] = []): Promise<T | null> {
    try {
      return await request;
    } catch (error) {
      if (!expected.includes(codeOf(error))) this.complain(error);
      return null;
    }
  }

  private quietly(request: Promise<unknown>): void {
    request.catch(() => {});
  }
}

function countOf(players: unknown): number | null {
  if (typeof players === "number") return players;
  if (Array.isArray(players)) return players.length;
  if (players && typeof players === "object" && "online" in players) return Number((players as any).online);
  return null;
}

export function codeOf(error: unknown): string {
  return error instanceof RequestError ? error.code : "internal_error";
}

function newMoveId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
