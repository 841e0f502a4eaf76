import type { Chair, MatchSeat } from "../protocol/messages";

export function isBot(seat: Chair | MatchSeat | undefined): boolean {
  return seat?.player?.kind === "bot" || (seat !== undefined && "kind" in seat && seat.kind === "bot");
}
