import { batch } from "@preact/signals";
import type { LobbyDelta, LobbySnapshot, MatchSummary, Options, TimeControl } from "../protocol/messages";
import { lobbyStream } from "../protocol/streams";
import type { Chat } from "./chat";
import * as store from "./store";
import { codeOf, type Talk } from "./talk";

/** The lobby's rooms and people, the queue for a quick match, one's own matches, and how games look. */
export class Lobby {
  private inside = false;
  /** Whose rooms are listed; empty: those of all games. */
  private game = "";
  /** How many of each state were asked for; undefined: as many as the server likes. */
  private limit: number | undefined;
  private readonly previewing = new Set<string>();

  constructor(
    private readonly talk: Talk,
    private readonly chat: Chat,
  ) {}

  /** Follows the rooms of a game, or of all. */
  open(game = ""): void {
    this.inside = true;
    this.game = game;
    this.limit = undefined;
    if (this.talk.online) this.subscribe();
  }

  close(): void {
    this.inside = false;
    this.talk.connection.streams.forget(lobbyStream(this.game));
    this.talk.quietly("lobby.unsubscribe", { data: this.wanted() });
  }

  /** After a hello; `kept` says whether it brought a stream along. */
  again(kept: (stream: string) => boolean): void {
    if (this.inside && !kept(lobbyStream(this.game))) this.subscribe();
  }

  subscribe(): void {
    const game = this.game;
    this.talk.quietly("lobby.subscribe", {
      data: { ...this.wanted(), limit: this.limit },
      stream: () => lobbyStream(game),
      apply: (data) => this.show(data.snapshot, game),
    });
  }

  /** A list twice as long, as far as there may be one. */
  more(): void {
    const most = store.mostLobbyRooms.value;
    const now = store.lobbyLimit.value;
    if (now === null || now >= most) return;
    this.limit = Math.min(2 * now, most);
    this.subscribe();
  }

  show(snapshot: LobbySnapshot, game = ""): void {
    if (game !== this.game) return;
    batch(() => {
      store.lobby.value = new Map((snapshot.rooms ?? []).map((it) => [it.room, it]));
      store.lobbyCounts.value = snapshot.counts ?? null;
      store.lobbyLimit.value = snapshot.limit ?? null;
      store.playersOnline.value = snapshot.players ?? null;
      this.chat.past(snapshot.chat, ["lobby"]);
    });
  }

  delta(data: LobbyDelta, game = ""): void {
    if (game !== this.game) return;
    const rooms = new Map(store.lobby.value ?? []);
    for (const id of data.remove ?? []) rooms.delete(id);
    for (const it of data.upsert ?? []) rooms.set(it.room, it);
    store.lobby.value = rooms;
    if (data.counts) store.lobbyCounts.value = data.counts;
    if (data.players !== undefined) store.playersOnline.value = data.players;
  }

  private wanted(): { game?: string } {
    return this.game ? { game: this.game } : {};
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
