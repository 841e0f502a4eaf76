import { batch } from "@preact/signals";
import type { RequestOptions, RequestType } from "../protocol/connection";
import type { Chair, ChairWish, Events, Options, Requests, Room, Seat, ServerEvent, TimeControl, Visibility } from "../protocol/messages";
import type { Chat } from "./chat";
import type { Play } from "./play";
import * as store from "./store";
import { codeOf, type Talk } from "./talk";

/** Where the room's page leads: a room id, a code or an invite, and whether to sit down or only to watch. */
export interface RoomTarget {
  by: "room" | "code" | "invite";
  value: string;
  watch: boolean;
  password?: string;
}

/** The requests that name the room. */
type RoomRequest = { [Type in RequestType]: Requests[Type] extends { room: string } ? Type : never }[RequestType];

export interface NewRoom {
  game: string;
  options: Options;
  seats: ChairWish[];
  hotseat: boolean;
  firstSeat: "random" | "0" | "1";
  tc: TimeControl;
  visibility: Visibility;
  takeback?: boolean;
  spectators?: boolean;
  rated?: boolean;
  password?: string;
}

/** What the host may change before the start. */
export type RoomChange = Partial<Pick<NewRoom, "game" | "options" | "tc" | "visibility" | "takeback" | "spectators" | "firstSeat">>;

/** The room that the page shows: entering, its chairs, leaving. */
export class Table {
  private target: RoomTarget | null = null;

  constructor(
    private readonly talk: Talk,
    private readonly play: Play,
    private readonly chat: Chat,
  ) {}

  /** Follows the address: enters the room it names, or stays in it. */
  open(target: RoomTarget): void {
    const room = store.room.value;
    const here =
      room !== null &&
      (target.value === room.room || target.value === room.code || (target.by === "invite" && target.value === room.invite));
    this.target = target;
    if (here) return;
    this.forget();
    if (this.talk.online) void this.enter();
  }

  /** The page of the room was left. Those who only watch let go of the room, players keep their seat. */
  close(): void {
    const room = store.room.value;
    const mine = this.holdsChair();
    this.target = null;
    if (room && (!mine || room.state === "over")) this.talk.quietly("room.leave", { room: room.room });
    if (room) this.noteActive(room, mine && room.state === "playing");
    this.forget();
  }

  async leave(): Promise<void> {
    const room = store.room.value;
    this.target = null;
    if (room) await this.talk.attempt("room.leave", { room: room.room });
    this.forget();
  }

  /** After a hello: the room of the address, unless its stream came along. */
  again(kept: (stream: string) => boolean): void {
    const room = store.room.value;
    if (this.target && (!room || !kept(`room:${room.room}`))) void this.enter();
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

  private forget(): void {
    const room = store.room.value;
    if (room) this.talk.connection.streams.forget(`room:${room.room}`);
    batch(() => {
      store.room.value = null;
      store.roomProblem.value = null;
      this.chat.forget();
      this.play.show(null);
    });
  }

  async enter(): Promise<void> {
    const target = this.target;
    if (!target) return;
    try {
      await this.join(target, target.watch ? "watch" : "any");
      if (target.by !== "room") await this.readyAmongFriends();
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
    const data: Requests["room.join"]["data"] = { [target.by]: target.value, seat, password: target.password };
    return this.talk.connection.request("room.join", {
      data,
      stream: (reply) => `room:${reply.room}`,
      apply: (reply) => {
        if (this.target === target) this.show(reply.snapshot, reply);
      },
    });
  }

  /** Makes the room; where nobody else is waited for the game starts at once. Answers the address of the new room. */
  async create(wish: NewRoom): Promise<{ code: string; watch: boolean } | null> {
    const alone = !wish.seats.some((seat) => seat.kind === "human" || seat.kind === "open");
    const reply = await this.talk.attempt("room.create", {
      data: { ...wish, seats: wish.seats as [ChairWish, ChairWish] },
      stream: (data) => `room:${data.room}`,
      apply: (data) => {
        this.forget();
        this.target = { by: "code", value: data.code, watch: alone };
        this.show(data.snapshot, data);
      },
    });
    if (!reply) return null;
    const waits = wish.seats.slice(1).some((seat) => seat.kind !== "bot") && !wish.hotseat;
    if (!waits && store.room.value?.state === "open") {
      if (alone) await this.talk.attempt("room.start", { room: reply.room }, ["already_started"]);
      else await this.ready(true);
    } else {
      await this.readyAmongFriends();
    }
    return { code: reply.code, watch: alone };
  }

  /** Who came by a link to a table that strangers do not see wants to play: it starts when both sit. */
  private async readyAmongFriends(): Promise<void> {
    const room = store.room.value;
    if (!room || room.visibility === "public" || room.rated || room.state !== "open") return;
    const mine = room.seats.find((chair) => chair.player?.id === store.player.value?.id);
    if (mine && !mine.ready) await this.ready(true);
  }

  private async ask<Type extends RoomRequest>(type: Type, data: Requests[Type]["data"], expected: string[] = []): Promise<void> {
    const room = store.room.value;
    if (room) await this.talk.attempt(type, { room: room.room, data } as RequestOptions<Type>, expected);
  }

  ready(ready: boolean): Promise<void> {
    return this.ask("room.ready", { ready }, ["already_started"]);
  }

  start(): Promise<void> {
    return this.ask("room.start", {}, ["already_started"]);
  }

  setChair(seat: Seat, chair: ChairWish): Promise<void> {
    return this.ask("room.seat", { seat, ...chair });
  }

  update(change: RoomChange): Promise<void> {
    return this.ask("room.update", change);
  }

  kick(player: string): Promise<void> {
    return this.ask("room.kick", { player });
  }

  makeHost(player: string): Promise<void> {
    return this.ask("room.host", { player });
  }

  async sitDown(seat: Seat): Promise<void> {
    const room = store.room.value;
    if (!room) return;
    await this.talk.attempt("room.join", {
      data: { room: room.room, seat },
      stream: (reply) => `room:${reply.room}`,
      apply: (reply) => this.show(reply.snapshot, reply),
    });
  }

  private show(snapshot: Room, reply: { code?: string; invite?: string } = {}): void {
    const before = store.room.value?.room === snapshot.room ? store.room.value : null;
    // Only the host is told it, and only until the server restarts; others know the one they came with.
    const used = this.target?.by === "invite" ? this.target.value : undefined;
    const invite = snapshot.invite || reply.invite || before?.invite || used || "";
    const code = snapshot.code ?? reply.code ?? before?.code ?? "";
    batch(() => {
      store.room.value = { ...snapshot, code, invite };
      store.roomProblem.value = null;
      this.chat.past(snapshot.chat, ["room"]);
    });
    if (snapshot.match && store.match.value?.match !== snapshot.match) void this.play.watch(snapshot.match);
  }

  event(id: string, { type, data, match }: ServerEvent): void {
    const room = store.room.value;
    if (!room || room.room !== id) return;
    if (type === "room.snapshot" || type === "room.changed") {
      this.show(data);
    } else if (type === "room.closed") {
      this.forget();
      this.target = null;
      store.roomProblem.value = data.reason === "kicked" ? "kicked" : "closed";
    } else if (type === "match.started") {
      this.started(room, match ?? data.match, data);
    }
  }

  private started(room: Room, match: string, data: Events["match.started"]): void {
    this.talk.connection.streams.snapshot(`match:${match}`, data.seq);
    store.room.value = { ...room, state: "playing", match };
    this.play.adopt(match, data.snapshot);
  }
}

export function isFree(chair: Chair): boolean {
  return (chair.kind === "human" || chair.kind === "open") && !chair.player;
}
