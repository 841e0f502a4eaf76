import type { TimeControl, TimeLimits } from "../protocol/messages";

/** By which it is estimated how long a game takes. */
const movesOfAGame = 40;

/** The clock, with what gives less than the server's least raised to it. */
export function raised(tc: TimeControl, least: TimeLimits): TimeControl {
  const turn = Math.max(1, least.leastTurnMs ?? 0);
  if (tc.kind === "fischer") {
    const increment = tc.incMs ?? 0;
    const initial = Math.max(tc.initialMs ?? 0, (least.leastGameMs ?? 0) - movesOfAGame * increment);
    return { ...tc, initialMs: Math.max(initial, increment) < turn ? turn : initial };
  }
  if (tc.kind === "none") return tc;
  const move = tc.kind === "permove" ? turn : Math.max(1, least.leastCorrespondenceMs ?? 0);
  return { ...tc, moveMs: Math.max(tc.moveMs ?? 0, move) };
}

/** Would the server take this clock? */
export function gives(tc: TimeControl, least: TimeLimits): boolean {
  const other = raised(tc, least);
  return (other.initialMs ?? 0) === (tc.initialMs ?? 0) && (other.moveMs ?? 0) === (tc.moveMs ?? 0);
}
