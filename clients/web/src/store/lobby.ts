import { batch } from "@preact/signals";
import type { MatchSummary, Options, PastLine, RoomSummary, TimeControl } from "../protocol/messages";
import type { Chat } from "./chat";
import * as store from "./store";
import { codeOf, type Talk } from "./talk";

/** The lobby's rooms and people, the queue for a quick match, one's own matches, and how games look. */
export class Lobby {
  private inside = false;
  private readonly previewing = new Set<string>();

  constructor(
    private readonly talk: Talk,
    private readonly chat: Chat,
  ) {}

  open(): void {
    this.inside = true;
    if (this.talk.online) this.subscribe();
  }

  close(): void {
    this.inside = false;
    this.talk.connection.streams.forget("lobby");
    this.talk.quietly("lobby.unsubscribe");
  }

  /** After a hello that did not bring the lobby's stream along. */
  again(): void {
    if (this.inside) this.subscribe();
  }

  subscribe(): void {
    this.talk.quietly("lobby.subscribe", { stream: () => "lobby", apply: (data) => this.show(data.snapshot) });
  }

  show(snapshot: { rooms?: RoomSummary[]; players?: number; chat?: PastLine[] }): void {
    batch(() => {
      store.lobby.value = new Map((snapshot.rooms ?? []).map((it) => [it.room, it]));
      store.playersOnline.value = snapshot.players ?? null;
      this.chat.past(snapshot.chat, ["lobby"]);
    });
  }

  delta(data: { upsert?: RoomSummary[]; remove?: string[]; players?: number }): void {
    const rooms = new Map(store.lobby.value ?? []);
    for (const id of data.remove ?? []) rooms.delete(id);
    for (const it of data.upsert ?? []) rooms.set(it.room, it);
    store.lobby.value = rooms;
    if (data.players !== undefined) store.playersOnline.value = data.players;
  }

  /** Waits for anybody; after `botAfterMs` a computer will do. */
  async seek(game: string, tc: TimeControl, botAfterMs?: number, botLevel?: number): Promise<void> {
    store.seeking.value = { game, tc, since: Date.now() };
    const reply = await this.talk.attempt("queue.join", { data: { game, tc, botAfterMs, botLevel } }, ["already_queued"]);
    if (reply === null) store.seeking.value = null;
  }

  stopSeeking(): void {
    if (store.seeking.value) this.talk.quietly("queue.leave");
    store.seeking.value = null;
  }

  /** Asks once how a game looks before the first move. */
  preview(game: string, options: Options = {}): void {
    const key = store.previewKey(game, options);
    if (store.previews.value.has(key) || this.previewing.has(key) || !this.talk.online) return;
    this.previewing.add(key);
    const request = this.talk.connection.request("engine.legal", {
      data: { game, options },
      apply: ({ board, pieces, pos }) => {
        if (board && pieces) store.previews.value = new Map(store.previews.value).set(key, { board, pieces, pos });
      },
    });
    request.catch((error) => codeOf(error) === "connection_lost" && this.previewing.delete(key));
  }

  /** Which programs from outside play this game now. A server without any answers with none. */
  askBots(game: string): void {
    this.talk.quietly("bots.list", { data: { game }, apply: ({ bots }) => (store.outsideBots.value = bots ?? []) });
  }

  /** A page of one's own matches, newest first; `before` is what the last page ended with. */
  mine(before?: string): Promise<{ matches: MatchSummary[]; before?: string } | null> {
    return this.talk.attempt("matches.mine", { data: { before } });
  }
}
