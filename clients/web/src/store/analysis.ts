import type { Analysis, Result } from "../protocol/messages";
import * as store from "./store";

const soonMs = 600;
const latestMs = 4000;

/** What the server's computer thinks of a finished match. It works when it has time, so it is asked until it is done. */
export class Analyst {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted: string | null = null;

  ask(match: string): void {
    if (this.wanted === match) return;
    this.stop();
    this.wanted = match;
    store.analysis.value = "asking";
    void this.fetch(match, soonMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.wanted = null;
    store.analysis.value = null;
  }

  private async fetch(match: string, waitMs: number): Promise<void> {
    // 409: the end is not on record yet; 503: others are served first. What the network loses may come later, too.
    let status = 503;
    let body: Analysis | null = null;
    try {
      const reply = await fetch(`api/v1/matches/${encodeURIComponent(match)}/analysis`);
      status = reply.status;
      if (reply.ok) body = await reply.json();
    } catch {
      // Asked again below.
    }
    if (this.wanted !== match) return;
    const before = store.analysis.value;
    if (body) store.analysis.value = body;
    else if (status !== 409 && status < 500) store.analysis.value = "none";
    if (body?.done || store.analysis.value === "none") return;
    const more = body !== null && (typeof before !== "object" || body.moves.length > (before?.moves.length ?? 0));
    const next = more ? soonMs : Math.min(latestMs, waitMs * 1.5);
    this.timer = setTimeout(() => void this.fetch(match, next), waitMs);
  }
}

/**
 * The course of the game: for the position before each move a value from -1 (the second player wins by force) to 1 (the
 * first does), and then how it ended. Games count in units of their own, so the largest advantage of the match is the
 * measure of the others.
 */
export function courseOf({ done, moves }: Analysis, result: Result | null | undefined): number[] {
  const largest = Math.max(1, ...moves.filter((it) => !it.forcedEnd).map((it) => Math.abs(it.score))) * 1.25;
  const before = moves.map(({ seat, score, forcedEnd }) => (seat === 0 ? 1 : -1) * (forcedEnd ? Math.sign(forcedEnd) : score / largest));
  return done && result ? [...before, result.winner === null ? 0 : result.winner === 0 ? 1 : -1] : before;
}

/** What the move to a position has cost, in units of the game; null where a forced end on either side is beyond counting. */
export function costOf({ moves }: Analysis, ply: number): number | null {
  const move = moves[ply - 1];
  return move && !move.forcedEnd && !moves[ply]?.forcedEnd ? move.loss / 100 : null;
}
