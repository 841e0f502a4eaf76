import { batch, effect } from "@preact/signals";
import { Connection, RequestError, type Socket } from "../protocol/connection";
import type { ErrorBody, Events, HelloReply, Requests, ServerEvent } from "../protocol/messages";
import { t, wantedLanguage } from "../texts";
import { Analyst } from "./analysis";
import { Chat } from "./chat";
import { Lobby } from "./lobby";
import { isOver } from "./match_state";
import { recall, remember } from "./memory";
import { People } from "./people";
import { Play } from "./play";
import * as store from "./store";
import { Study } from "./study";
import { Table } from "./table";
import { Talk } from "./talk";

/** The one place where events are handed out. Its parts make the requests and write the store. */
export class Client {
  readonly connection: Connection;
  readonly talk: Talk;
  readonly lobby: Lobby;
  readonly chat: Chat;
  readonly people: People;
  readonly study: Study;
  readonly analyst = new Analyst();
  readonly play: Play;
  readonly table: Table;
  /** Signs in once with a code from another device. */
  private handover: string | null = null;
  /** Who this was before another name was asked for. */
  private renaming: { name: string | null; token: string | null } | null = null;

  constructor(open: () => Socket) {
    this.connection = new Connection({ open, auth: () => this.auth(), lang: wantedLanguage });
    this.talk = new Talk(this.connection);
    this.chat = new Chat(this.talk);
    this.people = new People(this.talk, this.chat);
    this.lobby = new Lobby(this.talk, this.chat);
    this.study = new Study(this.talk);
    this.play = new Play(this.talk, this.study, this.chat);
    this.table = new Table(this.talk, this.play, this.chat);
    this.connection.onState = (state, code) =>
      batch(() => {
        store.link.value = state;
        if (code !== null) store.stopReason.value = code;
      });
    this.connection.onSession = (hello, resumed) => this.welcome(hello, resumed);
    this.connection.onEvent = (frame) => batch(() => this.event(frame));
    // Who plays or waits for an opponent must not sit before a dead line.
    effect(() => {
      const match = store.match.value;
      this.connection.attend(match ? !isOver(match) : store.room.value?.state === "open");
    });
    this.connection.onGap = (stream) => this.refresh(stream);
    this.connection.onRefused = (error) => this.refused(error);
  }

  start(): void {
    store.stopReason.value = null;
    this.connection.start();
  }

  serverNow(): number {
    return Date.now() + this.connection.clockOffset;
  }

  // Identity

  private auth(): Requests["hello"]["data"]["auth"] {
    if (this.handover) return { kind: "handover", code: this.handover };
    const token = recall("token");
    if (token) return { kind: "token", token };
    const name = recall("name");
    return name ? { kind: "guest", name } : { kind: "guest" };
  }

  private refused(error: ErrorBody): boolean {
    const code = error.code;
    if (this.renaming) {
      remember("name", this.renaming.name);
      remember("token", this.renaming.token);
      this.renaming = null;
      this.talk.complain(new RequestError(error));
      return true;
    }
    if (recall("token") === null && recall("name") !== null && (code === "name_taken" || code === "name_invalid")) {
      // Somebody else has the name by now: the server finds another.
      remember("name", null);
      return true;
    }
    if (this.handover) {
      this.handover = null;
      this.talk.complain(new RequestError(error));
      store.handoverProblem.value = code;
      return true;
    }
    if (recall("token") !== null) {
      remember("token", null);
      return true;
    }
    store.stopReason.value = code;
    return false;
  }

  /** A guest's name belongs to the identity, so another name is another guest. */
  rename(name: string): void {
    this.renaming = { name: recall("name"), token: recall("token") };
    remember("name", name);
    remember("token", null);
    this.anew();
  }

  /** Becomes the player who made the code on another device. */
  takeOver(code: string): void {
    this.handover = code;
    store.handoverProblem.value = null;
    this.anew();
  }

  private anew(): void {
    batch(() => {
      store.room.value = null;
      this.play.show(null);
    });
    this.connection.restart();
  }

  /** A link that brings this player to another device, for a minute. */
  async handoverCode(): Promise<string | null> {
    const reply = await this.talk.attempt("handover.create", {});
    return reply?.code ?? null;
  }

  private welcome(hello: HelloReply, resumed: HelloReply["resumed"] | null): void {
    const tookOver = this.handover !== null;
    this.handover = null;
    this.renaming = null;
    if (hello.playerToken) remember("token", hello.playerToken);
    remember("name", hello.player.name);
    batch(() => {
      store.stopReason.value = null;
      store.player.value = hello.player;
      store.offered.value = hello.games ?? store.offered.value;
      store.timeLimits.value = hello.limits ?? {};
      store.active.value = hello.active ?? [];
      store.mostLobbyRooms.value = hello.limits?.lobbyRooms ?? 0;
      store.draining.value = hello.server.draining ?? false;
      if (tookOver) store.tookOver.value = true;
      // A wait for an opponent ends with the connection.
      store.seeking.value = null;
    });
    const kept = (stream: string) => resumed !== null && (resumed[stream] ?? "gone") !== "gone";
    this.lobby.again(kept);
    this.table.again(kept);
    this.play.again(kept);
    // What the first page shows is asked for now, not only when the page has found out that it wants it.
    for (const { game } of store.offered.value) this.lobby.preview(game);
  }

  private refresh(stream: string): void {
    if (stream.startsWith("lobby")) this.lobby.again((one) => one !== stream);
    else if (stream.startsWith("match:")) void this.play.sync(stream.slice(6));
    else void this.table.enter();
  }

  private event(frame: ServerEvent): void {
    const { type } = frame;
    if (frame.type === "chat.line") this.chat.line(frame.data, frame.ts);
    else if (frame.type === "lobby.snapshot") this.lobby.show(frame.data, frame.game);
    else if (frame.type === "lobby.delta") this.lobby.delta(frame.data, frame.game);
    else if (frame.type === "server.notice") this.notice(frame.data);
    else if (type === "session.superseded") store.stopReason.value = 4001;
    else if (type === "room.snapshot" && store.seeking.value && store.room.value?.room !== frame.room) this.found(frame.room);
    else if (type === "match.started" && frame.room) this.table.event(frame.room, frame);
    else if (frame.type === "offer.made" && store.match.value?.match !== frame.match) this.offeredElsewhere(frame.data, frame);
    else if (frame.match) this.play.event(frame.match, frame);
    else if (frame.room) this.table.event(frame.room, frame);
  }

  /** Somebody wants to play again where the match is not on the page any more. */
  private offeredElsewhere(data: Events["offer.made"], { match, room }: { match?: string; room?: string }): void {
    if (!match || data.kind !== "rematch") return;
    const here = store.room.value;
    if (here && (here.room === room || here.match === match)) return void this.play.watch(match);
    const known = store.active.value.find((it) => it.match === match);
    if (known?.seat === data.by) return;
    if (!known && room) store.active.value = [...store.active.value, { match, seat: data.by === 0 ? 1 : 0, room }];
    this.talk.note(t("offer.elsewhere"));
  }

  /** The queue's wait is over: the page goes to the room. */
  private found(room: string | undefined): void {
    store.seeking.value = null;
    store.found.value = room ?? null;
  }

  private notice(data: Events["server.notice"]): void {
    if (data.kind === "draining") store.draining.value = true;
    else if (data.kind === "message" && data.text) this.talk.note(data.text);
  }
}
