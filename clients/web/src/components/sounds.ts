import { sound, volume } from "../store/settings";

// Short tones made here, so that nothing has to be fetched. Browsers allow them only after a gesture.

let context: AudioContext | null = null;

export type Sound = "move" | "turn" | "end" | "low" | "talk" | "join" | "offer";

const tones: Record<Sound, readonly (readonly [hertz: number, startMs: number, lengthMs: number])[]> = {
  move: [[220, 0, 60], [165, 15, 70]],
  turn: [[392, 0, 70], [523, 70, 110]],
  end: [[523, 0, 140], [415, 130, 140], [330, 260, 260]],
  low: [[880, 0, 60], [880, 120, 60]],
  talk: [[660, 0, 50]],
  join: [[440, 0, 70], [660, 70, 110]],
  offer: [[587, 0, 90], [587, 140, 90]],
};

const lateMs = 1000;
const peaks = { low: 0.05, middle: 0.16, high: 0.45 } as const;

export function unlockSounds(): void {
  const unlock = () => {
    if (!("AudioContext" in window)) return;
    context ??= new AudioContext();
    wake();
  };
  addEventListener("pointerdown", unlock);
  addEventListener("keydown", unlock);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
}

/** A phone that slept, or a call, has stopped it. */
function wake(): void {
  if (context && context.state !== "running") context.resume().catch(() => {});
}

export function play(name: Sound): void {
  if (!context || sound.value === "off") return;
  if (context.state === "running") return sing(context, name);
  // What was missed while it slept is not heard when it wakes up later.
  const asked = performance.now();
  context.resume().then(() => performance.now() - asked < lateMs && sing(context!, name)).catch(() => {});
}

function sing(context: AudioContext, name: Sound): void {
  const now = context.currentTime;
  for (const [hertz, startMs, lengthMs] of tones[name]) {
    const start = now + startMs / 1000;
    const end = start + lengthMs / 1000;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(peaks[volume.value], start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(end);
  }
}
