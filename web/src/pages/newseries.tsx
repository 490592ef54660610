// The form that opens a series, and beside it an example of what the chosen points and ties come to.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { request } from "../state/api";
import { browser, storage } from "../state/device";
import type { NewSeries, SeriesView, TableLine } from "../types";
import { Refusal } from "../view/cite";
import { Field, type Fields, Picker, Preset, submitted } from "../view/form";
import { hue } from "../view/hue";
import { useAsking } from "../view/request";
import { Places } from "./series";

/** Points that places pay by default. */
const USUAL_PAY = "10, 8, 6, 5, 4, 3, 2, 1";

type Tie = NonNullable<NewSeries["tie"]>;

export function SeriesOpenPage(): JSX.Element {
  const [places, setPlaces] = useState(false);
  const [pays, setPays] = useState(USUAL_PAY);
  const [tie, setTie] = useState<Tie>("shared");
  const { problem, run } = useAsking();
  const open = async ({ title = "", name = "" }: Fields): Promise<void> => {
    storage.set("name", name);
    const wanted = { title, name, tie, pays: places ? numbersIn(pays) : [] } satisfies NewSeries;
    browser.go(`/s/${(await request<SeriesView>("/api/series", wanted)).table.code}`);
  };
  return (
    <main class="page host" id="main" data-game="mickell" style={hue("mickell")}>
      <form class="paper host-form" onSubmit={submitted((fields) => run(() => open(fields)))}>
        <h1>A tournament over several days</h1>
        <p>A series of events with one table. Players are known by a personal code, on whatever device they come.</p>
        <Field label="Title" name="title" required placeholder="The winter" data-most={40} />
        <Field
          label="You"
          name="name"
          required
          defaultValue={storage.get("name")}
          placeholder="Your name as the organiser"
          data-most={24}
          autocomplete="nickname"
        />
        <fieldset class="presets">
          <legend>Points</legend>
          <div class="host-paces">
            <Preset
              group="points"
              title="Scores add up"
              text="Whoever scores most over all events is first."
              chosen={!places}
              choose={() => setPlaces(false)}
            />
            <Preset
              group="points"
              title="Places pay"
              text="Each event pays points for its first places."
              chosen={places}
              choose={() => setPlaces(true)}
            />
          </div>
        </fieldset>
        {places && (
          <Field
            label="They pay"
            name="pays"
            required
            value={pays}
            onInput={(event) => setPays(event.currentTarget.value)}
            pattern="\s*\d+(\s*[,\s]\s*\d+)*\s*"
            inputMode="numeric"
          />
        )}
        <Picker
          label="Ties"
          name="tie"
          value={tie}
          set={(chosen) => setTie(chosen as Tie)}
          choices={[
            ["shared", "are shared"],
            ["longest_word", "the longest word is ahead"],
          ]}
        />
        {problem && <Refusal problem={problem} game="mickell" />}
        <button type="submit" class="act main">
          Open the series
        </button>
      </form>
      <Example pays={places ? numbersIn(pays) : []} tie={tie} />
    </main>
  );
}

function numbersIn(pays: string): number[] {
  return pays
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
}

/** The events of the example. */
const EVENTS = [
  { code: "1", title: "First evening" },
  { code: "2", title: "Second evening" },
];
/** The players of the example: their score at each event, and the longest word of each. */
const PLAYED = [
  { name: "Ann", scores: [24, 7], word: "PLANET" },
  { name: "Ben", scores: [12, 12], word: "TRADE" },
  { name: "Cat", scores: [9, 15], word: "CHARMED" },
  { name: "Dan", scores: [10, 8], word: "MOON" },
];

/** How a series would stand after two events. */
function Example({ pays, tie }: { pays: readonly number[]; tie: Tie }): JSX.Element {
  const lines = exampleLines(pays, tie);
  return (
    <section class="paper series-example" aria-label="An example">
      <h2>So it would stand after two events</h2>
      <Places lines={lines} events={EVENTS} own={0} pays={pays.length > 0} />
      <p>{tieSentence(lines, tie)}</p>
    </section>
  );
}

function exampleLines(pays: readonly number[], tie: Tie): TableLine[] {
  const placeAt = (event: number, score: number): number => 1 + PLAYED.filter(({ scores }) => (scores[event] ?? 0) > score).length;
  const lines = PLAYED.map(({ name, scores }, at) => {
    const results = EVENTS.map(({ code }, event) => {
      const score = scores[event] ?? 0;
      const place = placeAt(event, score);
      return { event: code, score, place, points: pays.length ? (pays[place - 1] ?? 0) : score };
    });
    return { number: at + 1, name, results, points: results.reduce((sum, { points }) => sum + points, 0) };
  });
  lines.sort((one, other) => other.points - one.points || (tie === "shared" ? 0 : wordOf(other).length - wordOf(one).length));
  return lines.map((line, at) => {
    const equal = lines.filter(({ points }) => points === line.points);
    const shared = tie === "shared" && equal.length > 1;
    return { ...line, place: 1 + (shared ? lines.indexOf(equal[0] ?? line) : at), shared };
  });
}

function wordOf({ number }: { number: number }): string {
  return PLAYED[number - 1]?.word ?? "";
}

/** Return the sentence about the first tie of the example. */
function tieSentence(lines: readonly TableLine[], tie: Tie): string {
  const at = lines.findIndex(({ points }, at) => points === lines[at + 1]?.points);
  const [one, other] = [lines[at], lines[at + 1]];
  if (!one || !other) return `${lines[0]?.name} leads.`;
  const equal = `${one.name} and ${other.name} have ${one.points} points each`;
  return tie === "shared" ? `${equal}, so they share a place.` : `${equal}, but ${one.name} found the longer word, ${wordOf(one)}.`;
}
