// Cards said aloud by the browser. Off at first; the wish is kept on this device.

import { effect, signal } from "@preact/signals";

import { storage } from "../state/device";
import { letters, view } from "../state/event";

export const able = "speechSynthesis" in globalThis;
export const aloud = signal(able && storage.get("aloud") === "yes");

export function toggleSpeech(): void {
  aloud.value = !aloud.value;
  storage.set("aloud", aloud.value ? "yes" : "");
}

/** Say every card that is called, until the returned function is called. */
export function speak(): () => void {
  let spokenTurn = 0;
  const stop = effect(() => {
    const now = view.value;
    if (!aloud.value || now?.phase !== "playing" || now.turn === spokenTurn) return;
    spokenTurn = now.turn;
    speechSynthesis.cancel(); // the card before
    const words = new SpeechSynthesisUtterance(now.face ? letters(now.face) : "Final phase");
    words.lang = "en";
    words.rate = 0.8;
    speechSynthesis.speak(words);
  });
  return () => {
    stop();
    if (able) speechSynthesis.cancel();
  };
}
