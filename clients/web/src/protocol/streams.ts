import type { Frame } from "./messages";

export type Delivery = "deliver" | "drop" | "gap";

/** The stream that an event belongs to. The start of a match names the match too but is told on the room's stream. */
export function streamOf(frame: Pick<Frame, "type" | "match" | "room" | "game">): string {
  if (frame.match && frame.type !== "match.started") return `match:${frame.match}`;
  if (frame.room) return `room:${frame.room}`;
  return lobbyStream(frame.game);
}

/** The whole lobby's, or that of one game's rooms. */
export function lobbyStream(game?: string): string {
  return game ? `lobby:${game}` : "lobby";
}

/** Remembers the last event of each stream, so that a lost one shows and a repeated one is dropped. */
export class Streams {
  private readonly last = new Map<string, number>();

  /** A snapshot that contains everything up to `seq`. */
  snapshot(stream: string, seq: number): void {
    this.last.set(stream, seq);
  }

  forget(stream: string): void {
    this.last.delete(stream);
  }

  clear(): void {
    this.last.clear();
  }

  /** What to do with an event. An unknown stream starts with its first event. */
  accept(frame: Frame): Delivery {
    if (frame.seq === undefined) return "deliver";
    const stream = streamOf(frame);
    if (frame.type.endsWith(".snapshot")) {
      this.last.set(stream, frame.seq);
      return "deliver";
    }
    const last = this.last.get(stream);
    if (last !== undefined && frame.seq <= last) return "drop";
    if (last !== undefined && frame.seq > last + 1) return "gap";
    this.last.set(stream, frame.seq);
    return frame.type === "skip" ? "drop" : "deliver";
  }

  /** Streams on which the server is ahead of us, from the `seqs` of a ping's reply. */
  behind(seqs: Record<string, number>): string[] {
    return Object.keys(seqs).filter((stream) => {
      const last = this.last.get(stream);
      return last !== undefined && seqs[stream]! > last;
    });
  }

  positions(): Record<string, number> {
    return Object.fromEntries(this.last);
  }
}
