// An event with real cards on the tables: the room calls, players lay their own decks, and scores are typed in at the end.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { AtEvent } from "../state/event";

import { score } from "../state/event";
import type { EventView } from "../types";
import { Refusal } from "../view/cite";
import { StillPiece } from "../view/piece";

const MOST_POINTS = 999;

/** A player's own page while cards are called. */
export function CardCalled({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const { face, turn, cards, seconds, phase } = now;
  return (
    <section class="coming card-called" aria-label="The card on call">
      <p>
        {face ? (
          <>
            <b>Card {turn}</b> of {cards}
          </>
        ) : (
          <b>Final phase</b>
        )}
        {seconds > 0 && phase === "playing" && `, ${live.left.value} s`}
        {phase === "paused" && ", paused"}
      </p>
      {face ? <StillPiece piece={{ label: `${face.text} or ${face.second}`, face }} /> : <p>Trim rows and claim a word from each.</p>}
      <p>Lay it from your own deck. At the end you type in here what you came to.</p>
    </section>
  );
}

/** Where a score is typed in: a caller's for anybody, a player's own. */
export function ScoreForm({ live, own = false }: { own?: boolean } & AtEvent): JSX.Element {
  const [name, setName] = useState("");
  const [points, setPoints] = useState("");
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void score(live, Number(points), own ? "" : name).then((done) => {
      setBusy(false);
      if (!done) return;
      setName("");
      setPoints("");
      first.current?.focus();
    });
  };
  return (
    <form class="paper score-form" aria-label={own ? "Your score" : "Type in a score"} onSubmit={submit}>
      {!own && (
        <label>
          <span>Name</span>
          <input
            ref={first}
            name="name"
            required
            maxLength={24}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
      )}
      <label>
        <span>{own ? "Your score" : "Score"}</span>
        <input
          name="score"
          type="number"
          inputMode="numeric"
          required
          min={0}
          max={MOST_POINTS}
          value={points}
          onInput={(event) => setPoints(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="act strong" aria-busy={busy}>
        {own ? "That is my score" : "Add"}
      </button>
      {live.refused.value && <Refusal problem={live.refused.value} game="mickell" />}
    </form>
  );
}
