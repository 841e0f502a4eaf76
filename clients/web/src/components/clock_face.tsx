import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import type { Clock, Seat } from "../protocol/messages";
import { remaining } from "../store/match_state";
import { clockText } from "./clock_text";

export function ClockFace({ clock, seat }: { clock: Clock | null | undefined; seat: Seat }) {
  const running = clock?.running === seat;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 200);
    return () => clearInterval(timer);
  }, [running]);
  const left = remaining(clock, seat, client.serverNow());
  if (left === null) return null;
  const low = left < 20000;
  return (
    <span class={`clock ${running ? "running" : ""} ${low ? "low" : ""}`} role="timer">
      {clockText(left)}
    </span>
  );
}
