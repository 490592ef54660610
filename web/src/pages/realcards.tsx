// Events with real cards: the screen calls, players lay their own decks, and scores are typed in at the end.

import type { JSX } from "preact";
import type { AtEvent } from "../state/event";

import { recordScore } from "../state/event";
import { seriesPath } from "../state/series";
import type { EventView, SeriesTable, TableLine } from "../types";
import { Refusal } from "../view/cite";
import { submitted } from "../view/form";
import { StillPiece } from "../view/piece";
import { useAnswer, useAsking } from "../view/request";

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
      <p>Lay it from your own deck. At the end, type in your score here.</p>
    </section>
  );
}

/** The members of the series that an event with real cards counts in, by name; none at other events. */
export function useMembers({ real_cards, series = "" }: EventView): readonly TableLine[] {
  const { found } = useAnswer<SeriesTable>(real_cards && series ? `${seriesPath(series)}/table` : "");
  const lines = found?.lines.filter(({ place }) => place) ?? []; // who has withdrawn has no place
  return lines.sort((one, other) => one.name.localeCompare(other.name));
}

/** The form for a score: any player's for callers, their own for players, which counts once a caller has confirmed it. */
export function ScoreForm({ live, now, own = false }: { now: EventView; own?: boolean } & AtEvent): JSX.Element {
  const { busy, run } = useAsking();
  const members = useMembers(now);
  const submit = submitted(({ name = "", score: points, longest = "0" }, form) =>
    run(async () => {
      if (!(await recordScore(live, Number(points), name, Number(longest)))) return;
      form.reset();
      form.querySelector("input")?.focus();
    }),
  );
  return (
    <form class="paper score-form" aria-label={own ? "Your score" : "Type in a score"} onSubmit={submit}>
      {!own && (
        <label>
          <span>Name</span>
          <input name="name" required maxLength={24} autocomplete="off" list="members" />
          <datalist id="members">
            {members.map(({ number, name }) => (
              <option key={number} value={name} />
            ))}
          </datalist>
        </label>
      )}
      <label>
        <span>{own ? "Your score" : "Score"}</span>
        <input name="score" type="number" inputMode="numeric" required min={0} max={now.cards} />
      </label>
      {now.longest && (
        <label>
          <span>Longest word, letters</span>
          <input name="longest" type="number" inputMode="numeric" required min={0} max={now.cards} />
        </label>
      )}
      <button type="submit" class="act strong" aria-busy={busy}>
        {own ? "That is my score" : "Add"}
      </button>
      {own && now.you.claim && (
        <p class="small" role="status">
          You typed in {now.you.claim.score}. It counts when the desk has looked at it.
        </p>
      )}
      {live.refused.value && <Refusal problem={live.refused.value} game="mickell" />}
    </form>
  );
}
