// Opening a series: everything has a usual value, so that one button opens it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { kept, problemOf, request } from "../line/api";
import { go } from "../page/route";
import { hue } from "../pieces/hue";
import { Refusal } from "../rules/cite";
import type { NewSeries, Problem, SeriesView } from "../types";

const USUAL_PAY = "10, 8, 6, 5, 4, 3, 2, 1";

export function SeriesOpenPage(): JSX.Element {
  const [title, setTitle] = useState("");
  const [name, setName] = useState(kept.get("name"));
  const [places, setPlaces] = useState(false);
  const [pay, setPay] = useState(USUAL_PAY);
  const [longest, setLongest] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    kept.set("name", name);
    const pays = places ? pay.split(/[\s,]+/).filter(Boolean).map(Number) : [];
    const wanted: NewSeries = { title, name, tie: longest ? "longest_word" : "shared", pays };
    request<SeriesView>("/api/series", wanted).then(({ table }) => go(`/s/${table.code}`), (error: unknown) => setProblem(problemOf(error)));
  };
  return (
    <main class="page host" id="main" data-game="mickell" style={hue("mickell")}>
      <form class="paper setup" onSubmit={submit}>
        <h1>A tournament over several days</h1>
        <p>A series of events with one table. Players are known by a personal code, on whatever device they come.</p>
        <label class="row-label">
          <span>Title</span>
          <input required value={title} onInput={(event) => setTitle(event.currentTarget.value)} placeholder="The winter" maxLength={24} autocomplete="off" />
        </label>
        <label class="row-label">
          <span>You</span>
          <input required value={name} onInput={(event) => setName(event.currentTarget.value)} placeholder="Your name as the organiser" maxLength={24} autocomplete="nickname" />
        </label>
        <fieldset class="presets">
          <legend>Points</legend>
          {([[false, "Scores add up", "Whoever scores most over all events is first."], [true, "Places pay", "What the first, the second … of an event get."]] as const).map(([value, head, text]) => (
            <label key={head} class={value === places ? "preset chosen" : "preset"}>
              <input type="radio" name="points" checked={value === places} onChange={() => setPlaces(value)} />
              <span class="preset-words">
                <b>{head}</b>
                {text}
              </span>
            </label>
          ))}
        </fieldset>
        {places && (
          <label class="row-label">
            <span>They pay</span>
            <input required value={pay} pattern="\s*\d+(\s*[,\s]\s*\d+)*\s*" onInput={(event) => setPay(event.currentTarget.value)} inputMode="numeric" autocomplete="off" />
          </label>
        )}
        <label class="row-label">
          <span>Ties</span>
          <select value={String(longest)} onChange={(event) => setLongest(event.currentTarget.value === "true")}>
            <option value="false">are shared</option>
            <option value="true">the longest word is ahead</option>
          </select>
        </label>
        {problem && <Refusal problem={problem} game="mickell" />}
        <button type="submit" class="act main">
          Open the series
        </button>
      </form>
    </main>
  );
}
