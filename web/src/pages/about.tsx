// The page about muckle.

import type { JSX } from "preact";
import type { Catalogue } from "../types";
import { useAnswer } from "../view/request";

export function About(): JSX.Element {
  const room = useAnswer<Catalogue>("/api/games").found;
  return (
    <main class="page prose" id="main">
      <h1>About muckle</h1>
      <p>
        <i>Many a mickle makes a muckle.</i> A small game room for word and card games: play at once, against bots or with friends by a
        link. There is no account, and nothing to install for those who come.
      </p>
      <p>
        You are known by a cookie of this browser. Every match is kept by the game room, so you may close the page and go on later, also
        after the room was shut and opened again.
      </p>
      <p>
        <a href="/privacy">What this room keeps of you</a>, for how long, and how to save it or have it removed.
      </p>
      <p>
        Everything can be done by touch, mouse or keyboard: pick a piece, then its place. Press <kbd>?</kbd> at a table for the rules,{" "}
        <kbd>/</kbd> to look a word up, and tap what will not go to hear why. Your own hand stays as you arrange it: drag a piece onto
        another, or move it with Shift and the arrow keys.
      </p>
      {room?.docs && (
        <p>
          <a href="/docs/">The documentation</a> tells how to play each game well, how to hold an event and how to host a room, and what
          designers and researchers can do with the games.
        </p>
      )}
      <p>
        The program is free software under the Apache License 2.0. The browser client contains Preact and its signals, uqr, and the hashes
        of noble; see their{" "}
        <a href="/licences.txt" target="_blank" rel="noopener">
          licences
        </a>
        .
      </p>
    </main>
  );
}
