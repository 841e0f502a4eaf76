import { computed, signal } from "@preact/signals";
import { chat, player } from "../store/store";

/** The chat beside the board is open, and the last line that was seen there. */
export const chatOpen = signal(false);
export const chatSeen = signal(0);

export const chatUnread = computed(() => chat.value.filter((line) => line.id > chatSeen.value && line.from.id !== player.value?.id).length);
