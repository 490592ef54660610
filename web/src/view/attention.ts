// What a phone on a table does so that no card is missed: its screen stays on, and a call buzzes or chimes if its owner wants that.

import { effect } from "@preact/signals";
import { storage } from "../state/device";
import type { EventState } from "../state/event";

/** Ways to be told of a call; both are off until somebody switches them on. */
export type Alert = "buzz" | "chime";

const BUZZ = 180;
/** Frequencies of the chime in hertz, seconds between its notes, and seconds until a note has died away. */
const NOTES = [659, 880];
const APART = 0.16;
const FADE = 0.9;
/** Milliseconds after which a chime is over. */
const LONG = 2000;

export const canBuzz = "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** Keep the screen on while the page is seen. Return a function that stops it. */
export function keepAwake(): () => void {
  let held: WakeLockSentinel | undefined;
  let over = false;
  const take = async (): Promise<void> => {
    if (over || document.visibilityState !== "visible") return;
    held = await navigator.wakeLock?.request("screen").catch(() => undefined); // the battery may be low
    if (over) void held?.release();
  };
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", take);
    void held?.release();
  };
}

export function wants(alert: Alert): boolean {
  return storage.get(alert) === "yes";
}

/** Switch an alert on or off; it is given once, so that its owner knows it. */
export function setAlert(alert: Alert, on: boolean): void {
  storage.set(alert, on ? "yes" : "");
  if (on) GIVE[alert]();
}

/** Give this device's alerts for every card that is called. Return a function that stops it. */
export function alertCalls({ view }: EventState): () => void {
  let turn = view.peek()?.turn ?? 0;
  return effect(() => {
    const now = view.value;
    if (!now) return;
    if (now.phase === "playing" && now.turn > turn) {
      for (const alert of ["buzz", "chime"] as const) if (wants(alert)) GIVE[alert]();
    }
    turn = now.turn;
  });
}

const GIVE: Record<Alert, () => void> = {
  buzz: () => void navigator.vibrate?.(BUZZ),
  chime() {
    const sound = new AudioContext();
    for (const [index, pitch] of NOTES.entries()) note(sound, pitch, sound.currentTime + index * APART);
    setTimeout(() => void sound.close(), LONG);
  },
};

/** Play a soft note that dies away. */
function note(context: AudioContext, pitch: number, at: number): void {
  const [tone, loudness] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.15, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + FADE);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + FADE);
}
