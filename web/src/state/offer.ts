// Who presses Play for the first time on this device is offered the lesson, once.

import { storage } from "./device";

const KEY = "lesson-offer";

/** Return whether nobody has answered the offer on this device, opened a lesson or played. */
export function isNewHere(): boolean {
  return !storage.get(KEY);
}

/** Never offer a lesson here again. */
export function rememberOffer(): void {
  storage.set(KEY, "answered");
}
