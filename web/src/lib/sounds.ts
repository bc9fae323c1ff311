// Short sounds, made by the browser itself.

import { settings } from "./settings.svelte";

type Sound = "move" | "other" | "end" | "low";

const NOTES: Record<Sound, [frequency: number, after: number, length: number][]> = {
  move: [[330, 0, 0.07]],
  other: [[262, 0, 0.07]],
  end: [
    [392, 0, 0.16],
    [523, 0.14, 0.16],
    [659, 0.28, 0.3],
  ],
  low: [
    [880, 0, 0.06],
    [880, 0.12, 0.06],
  ],
};

let context: AudioContext | null = null;

export function sound(which: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, after, length] of NOTES[which]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, now + after);
    volume.gain.exponentialRampToValueAtTime(0.22, now + after + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + after + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + after);
    tone.stop(now + after + length + 0.02);
  }
}
