import type { ChatLine, Events, PastLine } from "../protocol/messages";
import { t } from "../texts";
import * as store from "./store";
import type { Talk } from "./talk";

const linesKept = 200;

/** Lines of the lobby, of the room and of the match, each where it belongs. */
export class Chat {
  private next = 1;

  constructor(private readonly talk: Talk) {}

  /** True when the line went out, so that the field may be cleared. */
  async send(channel: ChatLine["channel"], text: string): Promise<boolean> {
    const room = channel === "room" ? store.room.value?.room : undefined;
    const match = channel === "match" || channel === "watchers" ? store.match.value?.match : undefined;
    return (await this.talk.attempt("chat.send", { room, match, data: { channel, text } })) !== null;
  }

  line({ channel, from, text }: Events["chat.line"], at = Date.now()): void {
    const line: ChatLine = { id: this.next++, channel, from, text, at };
    const into = channel === "lobby" ? store.lobbyChat : store.chat;
    into.value = [...into.value.slice(1 - linesKept), line];
    if (channel !== "lobby" && from.id !== store.player.value?.id) {
      store.said.value = t("chat.said", { name: from.name, text });
    }
  }

  /** The last lines that a snapshot brings, in place of what is known of its channels. */
  past(lines: PastLine[] | undefined, channels: ChatLine["channel"][]): void {
    if (!lines) return;
    const into = channels.includes("lobby") ? store.lobbyChat : store.chat;
    const old = lines.map(({ channel, from, text, ts }) => ({ id: this.next++, channel, from, text, at: ts }));
    const rest = into.value.filter((line) => !channels.includes(line.channel));
    into.value = [...rest, ...old].sort((a, b) => a.at - b.at);
  }

  /** Nothing of this player's is shown any more. */
  without(id: string): void {
    for (const lines of [store.chat, store.lobbyChat]) lines.value = lines.value.filter((line) => line.from.id !== id);
  }

  forget(): void {
    store.chat.value = [];
  }
}
