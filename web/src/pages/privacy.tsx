// What the room stores about its visitors, for how long, and how to save or remove it. docs/privacy.md says the same at length.

import type { JSX } from "preact";
import type { Catalogue } from "../types";
import { useAnswer } from "../view/request";

export function Privacy(): JSX.Element {
  const room = useAnswer<Catalogue>("/api/games").found;
  return (
    <main class="page prose" id="main">
      <h1>What this room keeps of you</h1>
      <h2>In this browser</h2>
      <p>
        One cookie with a random number and the room’s signature: it says who you are, and nothing else. The browser keeps it for a year
        after your last visit. Beside it the browser keeps your name, your settings and the proofs of your matches; none of this is sent to
        anybody but this room.
      </p>
      <h2>In this room</h2>
      <ul>
        <li>The name that you type at a table, at an event or in a series. Everybody who comes there sees it.</li>
        <li>
          The tables at which you sit, what you play there and when, and how matches end. A finished match is open to all who have its link.
        </li>
        <li>
          Your first attempt at each day’s deck, the events that you lead, and a fingerprint of your personal code if you asked for one.
        </li>
        <li>
          If you switch reminders on: where your browser’s push service reaches this device. Its maker then sees when you are reminded, and
          not of what.
        </li>
      </ul>
      <p>
        The room asks for no e-mail address and no password. It shows no advertising, measures nobody and loads nothing from elsewhere.
        Network addresses are used to keep floods away while you are connected; they are neither stored nor written to the log. At an event,
        a caller can keep newcomers from one out; then a keyed hash of it stays with the event.
      </p>
      <h2>For how long</h2>
      {room && (
        <ul>
          <li>A table whose match never began: {days(room.keep_unplayed)}.</li>
          <li>A match: {days(room.keep_matches)}.</li>
          <li>Copies that the room’s operator makes keep what they hold until they are deleted.</li>
        </ul>
      )}
      <h2>Save it, or have it removed</h2>
      <p>
        On the page <a href="/you">You</a> “Save everything” gives you all that is kept of you as a file, and “Forget me” removes your name
        from the room’s database and everybody’s screen. What was played stays, without you. Who has lost the cookie can ask whoever runs
        this room: they find a name and have it forgotten.
      </p>
    </main>
  );
}

/** Return how long something is kept; 0 days: for good. */
function days(count: number): string {
  if (!count) return "kept until it is deleted by hand";
  return count === 1 ? "kept for a day" : `kept for ${count} days`;
}
