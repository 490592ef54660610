// Speaks called cards aloud. Off by default.

import { effect } from "@preact/signals";
import { storage } from "../state/device";
import { type EventState, letters } from "../state/event";

export const canSpeak = "speechSynthesis" in globalThis;

export function toggleSpeech({ aloud }: EventState): void {
  aloud.value = !aloud.value;
  storage.set("aloud", aloud.value ? "yes" : "");
}

/** Speak every card that is called. Return a function that stops it. */
export function speak({ view, aloud }: EventState): () => void {
  if (!canSpeak) return () => undefined;
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
    speechSynthesis.cancel();
  };
}
