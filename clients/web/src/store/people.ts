import type { Player, ReportReason } from "../protocol/messages";
import { t } from "../texts";
import type { Chat } from "./chat";
import * as store from "./store";
import type { Talk } from "./talk";

export const reportReasons: readonly ReportReason[] = ["chat", "cheating", "stalling", "name", "other"];

/** Players whom one does not want to read or meet, and what the operators should hear of. */
export class People {
  constructor(
    private readonly talk: Talk,
    private readonly chat: Chat,
  ) {}

  /** Another tab may have changed them. */
  async load(): Promise<void> {
    const reply = await this.talk.attempt("player.blocks", {});
    if (reply) store.blocked.value = reply.players;
  }

  async block(player: Player, on: boolean): Promise<void> {
    if ((await this.talk.attempt("player.block", { data: { player: player.id, on } })) === null) return;
    const others = store.blocked.value.filter((it) => it.id !== player.id);
    store.blocked.value = on ? [...others, player] : others;
    if (on) this.chat.without(player.id);
    this.talk.note(t(on ? "person.blocked" : "person.unblocked", { name: player.name }));
  }

  /** True when the report has arrived. */
  async report(player: Player, reason: ReportReason, text: string): Promise<boolean> {
    const room = store.match.value ? undefined : store.room.value?.room;
    const data = { player: player.id, reason, text };
    if ((await this.talk.attempt("player.report", { room, match: store.match.value?.match, data })) === null) return false;
    this.talk.note(t("person.reported"));
    return true;
  }
}
