import { computed, signal } from "@preact/signals";
import type { LinkState } from "../protocol/connection";
import type { GameInfo, Hello, Options, Player, Preview, Room, RoomSummary, Seat } from "../protocol/messages";
import { isOver, seatsOf, type MatchState } from "./match_state";

// What the pages show. Only client.ts writes here.

export const link = signal<LinkState>("connecting");
/** Why the link was stopped for good: a close code or an error code. */
export const stopReason = signal<number | string | null>(null);
export const draining = signal(false);

export const player = signal<Player | null>(null);
export const games = signal<GameInfo[]>([]);
export const active = signal<NonNullable<Hello["active"]>>([]);

export const lobby = signal<ReadonlyMap<string, RoomSummary> | null>(null);
export const playersOnline = signal<number | null>(null);

export const room = signal<Room | null>(null);
/** Why the room of the address cannot be shown: an error code, or `closed` or `kicked`. */
export const roomProblem = signal<string | null>(null);
export const match = signal<MatchState | null>(null);
export const picked = signal<string[]>([]);
export const moveMenu = signal<string[] | null>(null);
/** A move that was sent and not answered yet. */
export const sending = signal<string | null>(null);

export interface Toast {
  id: number;
  text: string;
  tone: "info" | "bad";
}
export const toasts = signal<readonly Toast[]>([]);

export const mySeats = computed<Seat[]>(() => (match.value ? seatsOf(match.value, player.value) : []));

/** The seat that may move now by a click here, if any. */
export const actingSeat = computed<Seat | null>(() => {
  const state = match.value;
  if (!state || isOver(state) || !mySeats.value.includes(state.toMove)) return null;
  return state.toMove;
});

export const legal = computed<string[]>(() =>
  actingSeat.value !== null && sending.value === null && link.value === "online" ? (match.value?.legal ?? []) : [],
);

/** How games look before the first move, by `previewKey`. */
export const previews = signal<ReadonlyMap<string, Preview>>(new Map());

export function previewKey(game: string, options: Options = {}): string {
  const chosen = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([game, chosen]);
}

export function gameInfo(id: string): GameInfo | undefined {
  return games.value.find((game) => game.game === id);
}
