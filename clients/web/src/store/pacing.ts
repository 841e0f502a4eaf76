import type { Moved, ServerEvent } from "../protocol/messages";
import { isOver } from "./match_state";
import { botMoment, watchPace } from "./settings";
import * as store from "./store";

const mostHeld = 300;

/**
 * Lets a match's events through one after the other, so that people see each move: a computer's answer follows a moment
 * after one's own move, and who watches chooses the pace, stops and steps. Nothing of that reaches the server. A player
 * whose clock runs sees everything at once.
 */
export class Pacing {
  private held: ServerEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last move was shown. */
  private shownAt = 0;

  constructor(private readonly deliver: (frame: ServerEvent) => void) {}

  take(frame: ServerEvent): void {
    if (this.held.length >= mostHeld) this.toPresent();
    this.held.push(frame);
    this.run();
  }

  /** What a snapshot contains is not told again. */
  drop(): void {
    this.held = [];
    this.told();
  }

  /** Shows everything that has happened. */
  toPresent(): void {
    for (const frame of this.held.splice(0)) this.show(frame);
    this.told();
  }

  pause(on: boolean): void {
    store.watchPaused.value = on;
    this.run();
  }

  /** One move on, while it stands still. */
  step(): void {
    const next = this.held.findIndex((frame) => frame.type === "match.moved");
    for (const frame of this.held.splice(0, next + 1)) this.show(frame);
    // What belongs to that move and is no move itself.
    while (this.held.length > 0 && this.held[0]!.type !== "match.moved") this.show(this.held.shift()!);
    this.told();
  }

  /** Shows what is due, and comes back for the rest. */
  run(): void {
    clearTimeout(this.timer);
    while (this.held.length > 0) {
      const wait = this.waitFor(this.held[0]!);
      if (wait > 0) {
        if (wait < Infinity) this.timer = setTimeout(() => this.run(), wait);
        break;
      }
      this.show(this.held.shift()!);
    }
    this.told();
  }

  private show(frame: ServerEvent): void {
    if (frame.type === "match.moved") this.shownAt = Date.now();
    this.deliver(frame);
  }

  private waitFor(frame: ServerEvent): number {
    if (frame.type !== "match.moved") return 0;
    if (store.watching.value && store.watchPaused.value) return Infinity;
    return this.shownAt + gapBefore(frame.data) - Date.now();
  }

  private told(): void {
    if (this.held.length === 0) clearTimeout(this.timer);
    store.movesBehind.value = this.held.filter((frame) => frame.type === "match.moved").length;
  }
}

const momentMs = 600;

function gapBefore({ seat }: Moved): number {
  const state = store.match.value;
  if (!state || isOver(state)) return 0;
  if (store.watching.value) return watchPace.value === "played" ? 0 : Number(watchPace.value) * 1000;
  const clocked = state.clock?.remainingMs != null;
  const bot = state.seats[seat]?.player.kind === "bot";
  return bot && !clocked && botMoment.value === "on" ? momentMs : 0;
}
