// The hall's screen between two cards, where boards are open: who claimed what on the card, and who moved.

import type { ComponentChildren, JSX } from "preact";
import type { EventView, Place } from "../types";
import { StillPiece } from "../view/piece";
import { NameMarker } from "../view/seat";

/** Places on the screen. */
const AHEAD = 5;

export function Between({ now, children }: { now: EventView; children: ComponentChildren }): JSX.Element {
  const { face, claimed = [], claimed_more = 0, standings, turn, players } = now;
  const places = standings?.places ?? [];
  const jump = places.reduce<Place | null>((best, line) => ((line.rose ?? 0) > (best?.rose ?? 1) ? line : best), null);
  return (
    <>
      <section class="between-card" aria-label="The card just played">
        <p>the card just played</p>
        {face && <StillPiece piece={{ label: `${face.text} or ${face.second}`, face }} />}
      </section>
      <section class="between-claims" aria-label="Claimed just now">
        <div class="hall-line">
          <h2>{claimed.length ? "Claimed just now" : "Nobody claimed a word"}</h2>
          {claimed_more > 0 && <span>and {claimed_more} more</span>}
        </div>
        <ol>
          {claimed.map(({ name, word, points, cards }) => (
            <li key={`${name} ${word}`}>
              <span class="heard" translate={false}>
                {word.toUpperCase()}
              </span>
              <span class="between-word" aria-hidden="true">
                {cards.map((card, index) => (
                  <StillPiece key={index} piece={{ label: "", face: card }} />
                ))}
              </span>
              <NameMarker name={name} />
              <b translate={false}>{name}</b>
              <b class="score">+{points}</b>
            </li>
          ))}
        </ol>
      </section>
      <section class="between-front" aria-label="In front">
        <div class="hall-line">
          <h2>In front</h2>
          <span>{turn === 1 ? "after one card" : `after ${turn} cards`}</span>
        </div>
        <ol class="places">
          {places.slice(0, AHEAD).map((line) => (
            <li key={line.number} class={line.place === 1 ? "first" : ""}>
              <span class="place">{line.place}</span>
              <Moved rose={line.rose ?? 0} />
              <NameMarker name={line.name} />
              <b translate={false}>{line.name}</b>
              <b class="score">{line.score}</b>
            </li>
          ))}
        </ol>
        {jump && (
          <p>
            Biggest jump: <b translate={false}>{jump.name}</b>, {jump.rose} places
          </p>
        )}
      </section>
      <footer class="between-foot">
        <p>
          {players} play · late guests join with <b translate={false}>{now.code}</b>
        </p>
        {children}
      </footer>
    </>
  );
}

/** How many places somebody gained or lost: an arrow and a number. */
function Moved({ rose }: { rose: number }): JSX.Element {
  if (!rose) return <span />;
  const by = Math.abs(rose);
  return (
    <span class={rose > 0 ? "rose" : "fell"} role="img" aria-label={`${rose > 0 ? "up" : "down"} ${by}`}>
      {rose > 0 ? "▲" : "▼"} {by}
    </span>
  );
}
