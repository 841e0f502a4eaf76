/** Delay before reconnect attempt `attempt` (from 0): doubles up to a cap, with jitter so that a crowd does not return at once. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(8000, 250 * 2 ** Math.min(attempt, 6));
  return Math.round(ceiling * (0.5 + random() / 2));
}
