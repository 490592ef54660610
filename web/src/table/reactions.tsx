// What people may say to each other at a table: one of a few things, shown at the seat and heard by all.

import type { JSX } from "preact";

import type { Scene } from "../types";
import { pending } from "./now";
import { send } from "./room";

/** Must agree with REACTIONS in server/tables/reactions.py. */
const REACTIONS = ["Well played", "Thank you", "Good luck", "Oops", "Let me think", "One more?"];

/** The choice of them, for who sits at a table with other people. */
export function Reactions({ now: { seats, viewer, event }, done }: { now: Scene; done: () => void }): JSX.Element | null {
  const people = seats.filter(({ kind = "human" }) => kind === "human");
  if (viewer == null || event || people.length < 2) return null;
  const say = (number: number): void => {
    send(`/react ${number}`);
    done();
  };
  return (
    <div class="actions" role="group" aria-label="Say to all">
      {REACTIONS.map((text, index) => (
        <button key={text} type="button" class="act" data-act={`/react ${index + 1}`} aria-disabled={pending.value !== null} onClick={() => say(index + 1)}>
          {text}
        </button>
      ))}
    </div>
  );
}
