// Events with real cards: the screen calls, players lay their own decks, and scores are typed in at the end.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { storage } from "../state/device";
import type { AtEvent } from "../state/event";

import { recordScore, typeOrder } from "../state/event";
import { readOrder } from "../state/order";
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
          <input name="name" required data-most={24} autocomplete="off" list="members" />
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

/** The desk's form for the order of a real deck's cards. What is typed stays on this device until it is sent. */
export function OrderForm({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const { busy, run } = useAsking();
  const draft = `order-${now.code}.${now.round}`;
  const [text, setText] = useState(() => storage.get(draft));
  const deck = now.you.deck ?? [];
  const { cards, fault } = readOrder(text, deck);
  const rest = deck.filter((card) => !cards.includes(card));
  const type = (next: string): void => {
    setText(next);
    storage.set(draft, next);
  };
  const submit = submitted(() => run(() => typeOrder(live, text)));
  return (
    <form class="paper order-form" aria-label="The order of the cards" onSubmit={submit}>
      <h2>The order of the cards</h2>
      <p class="small">
        {now.ordered
          ? "It is written down: par and the best play follow from it. A correction takes its place."
          : "Type the two letters of each card, from the first to the last, or tap the cards. Then the room works out par, the best play and its words."}
      </p>
      <label>
        <span>
          {cards.length} of {deck.length} cards
        </span>
        <textarea
          rows={4}
          value={text}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          aria-invalid={fault !== ""}
          aria-describedby="order-fault"
          onInput={(event) => type(event.currentTarget.value)}
        />
      </label>
      <p id="order-fault" class="order-fault" role="status">
        {fault || (rest.length ? `Next: card ${cards.length + 1}.` : "All cards are there, each once.")}
      </p>
      <div class="order-rest" role="group" aria-label="Cards that have not come yet">
        {rest.map((card) => (
          <button type="button" class="act" key={card} onClick={() => type([...cards, card, ""].join(" "))}>
            {card}
          </button>
        ))}
      </div>
      <div class="actions">
        <button type="submit" class="act strong" aria-busy={busy} disabled={rest.length > 0 || fault !== ""}>
          {now.ordered ? "Correct the order" : "That is the order"}
        </button>
        {cards.length > 0 && (
          <button type="button" class="act" onClick={() => type([...cards.slice(0, -1), ""].join(" ").trimStart())}>
            Take back {cards.at(-1)}
          </button>
        )}
      </div>
    </form>
  );
}
