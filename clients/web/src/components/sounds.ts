import { sound } from "../store/settings";

// Short tones made here, so that nothing has to be fetched. Browsers allow them only after a gesture.

let context: AudioContext | null = null;

export type Sound = "move" | "turn" | "end" | "low" | "talk";

const tones: Record<Sound, readonly (readonly [hertz: number, startMs: number, lengthMs: number])[]> = {
  move: [[220, 0, 60], [165, 15, 70]],
  turn: [[392, 0, 70], [523, 70, 110]],
  end: [[523, 0, 140], [415, 130, 140], [330, 260, 260]],
  low: [[880, 0, 60], [880, 120, 60]],
  talk: [[660, 0, 50]],
};

export function unlockSounds(): void {
  const unlock = () => {
    removeEventListener("pointerdown", unlock);
    removeEventListener("keydown", unlock);
    if ("AudioContext" in window) context = new AudioContext();
  };
  addEventListener("pointerdown", unlock);
  addEventListener("keydown", unlock);
}

export function play(name: Sound): void {
  if (!context || sound.value === "off") return;
  const now = context.currentTime;
  for (const [hertz, startMs, lengthMs] of tones[name]) {
    const start = now + startMs / 1000;
    const end = start + lengthMs / 1000;
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.16, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(end);
  }
}
