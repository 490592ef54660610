// Between two who share a device: a page with nothing on it that one of them may not see.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { hue } from "../pieces/hue";
import type { Scene } from "../types";
import { take } from "./room";
import { Marker } from "./seat";

/** `now` is a scene for everybody: it is asked for without a seat. */
export function HandOver({ now, seat }: { now: Scene; seat: number }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), [seat]);
  const name = now.seats[seat]?.name ?? `Seat ${seat + 1}`;
  return (
    <main class="page hand-over" id="main" data-game={now.game} style={hue(now.game)}>
      <section class="coming" aria-labelledby="hand-over">
        <Marker seat={seat} bird="" name={name} />
        <h2 id="hand-over">Give the device to {name}</h2>
        {now.viewer == null && !!now.say?.length && (
          <ol class="story" tabIndex={0} aria-label="What happened so far">
            {now.say.map((text, index) => (
              <li key={index}>{text}</li>
            ))}
          </ol>
        )}
        <p>Nobody&rsquo;s hand is on this page.</p>
        <button ref={button} type="button" class="act main" data-act="take" onClick={() => take(seat)}>
          I am {name}: show my side
        </button>
      </section>
    </main>
  );
}
