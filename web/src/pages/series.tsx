// The page of a series: one's own place, the table over all days, its events, and everything that was decided.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { problemOf, request } from "../state/api";
import { browser, storage } from "../state/device";
import { ask, createSeries, dayOf, decide, follow, type InSeries, seriesPath } from "../state/series";
import type { Claim, Enter, NewSeries, Organise, Problem, SeriesEvent, SeriesTable, SeriesView, SeriesYou, TableLine } from "../types";
import { capital, Refusal } from "../view/cite";
import { hue } from "../view/hue";
import { Copied } from "../view/share";
import { Missing, TopBar } from "../view/top";
import { Organising } from "./organise";

export function SeriesPage({ code }: { code: string }): JSX.Element {
  const series = useMemo(() => createSeries(browser, code), [code]);
  useEffect(() => follow(series), [series]);
  const now = series.view.value;
  document.title = [now?.table.title || `Series ${code}`, "muckle"].join(" – ");
  if (series.missing.value) return <Missing title="There is no such series" message={capital(series.missing.value.message)} />;
  if (!now) return <p class="waiting page">Looking up the table …</p>;
  const { table, you } = now;
  return (
    <>
      <TopBar title={`Muckell ${table.title}`} />
      <main class="page series" id="main" data-game="mickell" style={hue("mickell")}>
        {series.refused.value && <Refusal problem={series.refused.value} game="mickell" />}
        {you.number ? <Own series={series} you={you} table={table} /> : !you.organiser && <Enterer series={series} table={table} />}
        {!you.organiser && <Word series={series} />}
        <Table table={table} own={you.number ?? 0} />
        <Events table={table} />
        {you.organiser && <Organising series={series} table={table} you={you} />}
        {you.organiser && !you.number && <Enterer series={series} table={table} />}
        <History table={table} />
      </main>
    </>
  );
}

/** Somebody's own place, and the code that makes them the same on another device. */
function Own({
  series,
  you: { name = "", code = "", line, withdrawn = false },
  table,
}: { you: SeriesYou; table: SeriesTable } & InSeries): JSX.Element {
  return (
    <section class="coming own-place" aria-label="Your place">
      <p class="own-head">
        <b class="own-score">{line?.points ?? 0}</b>
        <span>
          <b>{withdrawn ? "Withdrawn" : `Place ${line?.place ?? 0} of ${table.members}`}</b>
          {name}
        </span>
      </p>
      <div class="answer">
        <input class="code" readonly value={code} aria-label="Your personal code" onFocus={(event) => event.currentTarget.select()} />
        <Copied text={code} />
      </div>
      <p>Your personal code. Keep it: typed in on this page, it makes any other device yours in this series. Show it to nobody.</p>
      <button type="button" class="act" onClick={() => void decide(series, withdrawn ? "return" : "withdraw")}>
        {withdrawn ? "Come back" : "Withdraw"}
      </button>
    </section>
  );
}

/** How somebody who is not known here takes part, or is recognised. */
function Enterer({ series, table }: { table: SeriesTable } & InSeries): JSX.Element {
  const [name, setName] = useState(storage.get("name"));
  const [code, setCode] = useState("");
  const enter = (event: Event): void => {
    event.preventDefault();
    storage.set("name", name);
    void ask(series, "enter", { name } satisfies Enter);
  };
  const claim = (event: Event): void => {
    event.preventDefault();
    void ask(series, "claim", { code } satisfies Claim);
  };
  return (
    <section class="paper enterer" aria-label="Take part">
      {table.entries && (
        <form class="join-form" onSubmit={enter}>
          <h2>Take part</h2>
          <label for="name">Your name, as all will see it</label>
          <input
            id="name"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            maxLength={24}
            autocomplete="nickname"
            enterkeyhint="go"
          />
          <button type="submit" class="act main">
            Take part
          </button>
        </form>
      )}
      <form class="join-form" onSubmit={claim}>
        <label for="code">
          {table.entries ? "Or your personal code, if you have one" : "The entries are closed. Your personal code, if you have one"}
        </label>
        <div class="answer">
          <input
            id="code"
            class="code"
            required
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
            maxLength={16}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
          />
          <button type="submit" class="act">
            That is me
          </button>
        </div>
      </form>
    </section>
  );
}

/** Whoever came by the organisers' link becomes one, under a name. */
function Word({ series }: InSeries): JSX.Element | null {
  const [word] = useState(new URLSearchParams(location.search).get("organise") ?? "");
  const [name, setName] = useState(storage.get("name"));
  useEffect(() => {
    if (word) history.replaceState(null, "", location.pathname);
  }, [word]);
  if (!word) return null;
  const submit = (event: Event): void => {
    event.preventDefault();
    void ask(series, "organise", { word, name } satisfies Organise);
  };
  return (
    <form class="guests" aria-label="Organise" onSubmit={submit}>
      <p>You were asked to organise this series, too. Your name will stand beside what you decide.</p>
      <div class="answer">
        <input value={name} aria-label="Your name as an organiser" onInput={(event) => setName(event.currentTarget.value)} maxLength={24} />
        <button type="submit" class="act main">
          Organise
        </button>
      </div>
    </form>
  );
}

/** Everybody, with what they had at each event. */
function Table({ table, own }: { table: SeriesTable; own: number }): JSX.Element {
  const events = table.events.filter(({ counts }) => counts);
  const path = seriesPath(table.code);
  return (
    <section class="paper" aria-label="Table">
      <h2>Table</h2>
      <p class="small">{howPoints(table)}</p>
      {table.lines.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label="All places">
          <table class="record series-table">
            <thead>
              <tr>
                <th scope="col">Place</th>
                <th scope="col">Name</th>
                <th scope="col">Points</th>
                {events.map(({ code, title }) => (
                  <th key={code} scope="col">
                    {title || code}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.lines.map((line) => (
                <Row key={line.number} line={line} events={events} own={line.number === own} pays={table.pays.length > 0} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {table.members > table.lines.length && <p class="small">The first {table.lines.length} are shown; what is saved has all.</p>}
      <div class="actions">
        <a class="act" href={`${path}/table.csv`} download={`muckell-${table.code}.csv`}>
          Save as CSV
        </a>
        <a class="act" href={`${path}/table`} download={`muckell-${table.code}.json`}>
          Save as JSON
        </a>
      </div>
    </section>
  );
}

/** How points come about, in a sentence. */
function howPoints({ pays, tie, lines }: SeriesTable): string {
  const equal = tie === "longest_word" ? "Of equal ones the longest word is ahead." : "Equal ones share the place.";
  const how = pays.length ? `Places pay ${pays.join(", ")}.` : "The scores of all events add up.";
  return lines.length ? `${how} ${equal}` : `${how} Nobody takes part yet.`;
}

function Row({
  line: { place, number, name, points, shared, results = [] },
  events,
  own,
  pays,
}: {
  line: TableLine;
  events: readonly SeriesEvent[];
  own: boolean;
  pays: boolean;
}): JSX.Element {
  const by = new Map(results.map((result) => [result.event, result]));
  return (
    <tr class={own ? "own" : ""}>
      <td>
        {place || "–"}
        {shared && <small>shared</small>}
      </td>
      <th scope="row">
        {name}
        {own && " (you)"}
        {!place && <small> withdrawn</small>}
      </th>
      <td>
        <b>{points}</b>
      </td>
      {events.map(({ code }) => {
        const result = by.get(code);
        return (
          <td key={code} data-member={number}>
            {result ? result.points : "–"}
            {result && pays && <small>for {result.score}</small>}
            {result?.corrected && <small>corrected</small>}
          </td>
        );
      })}
    </tr>
  );
}

function Events({ table: { events } }: { table: SeriesTable }): JSX.Element {
  return (
    <section class="paper" aria-label="Events">
      <h2>Events</h2>
      {!events.length && <p>None yet.</p>}
      <ol class="played">
        {events.map(({ code, title, opened, rounds, of, players, counts }) => (
          <li key={code}>
            <a href={`/e/${code}`}>{title || code}</a> {progress(rounds, of)}
            <small>
              {" "}
              {dayOf(opened)} · {players === 1 ? "1 result" : `${players} results`}
              {!counts && " · does not count"}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function progress(rounds: number, of: number): string {
  if (rounds === of) return "is over";
  return rounds ? `${rounds} of ${of} rounds are over` : "goes on";
}

/** What befell the series, each with its day. */
function History({ table: { history } }: { table: SeriesTable }): JSX.Element | null {
  if (!history.length) return null;
  return (
    <details class="paper fold">
      <summary>What was decided, and by whom</summary>
      <ol class="played">
        {history.map(({ at, text }, index) => (
          <li key={history.length - index}>
            {text}
            <small> {dayOf(at)}</small>
          </li>
        ))}
      </ol>
    </details>
  );
}

// Opening a series: everything has a usual value, so that one button opens it.

const USUAL_PAY = "10, 8, 6, 5, 4, 3, 2, 1";

export function SeriesOpenPage(): JSX.Element {
  const [title, setTitle] = useState("");
  const [name, setName] = useState(storage.get("name"));
  const [places, setPlaces] = useState(false);
  const [pay, setPay] = useState(USUAL_PAY);
  const [longest, setLongest] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    storage.set("name", name);
    const pays = places
      ? pay
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(Number)
      : [];
    const wanted: NewSeries = { title, name, tie: longest ? "longest_word" : "shared", pays };
    request<SeriesView>("/api/series", wanted).then(
      ({ table }) => browser.go(`/s/${table.code}`),
      (error: unknown) => setProblem(problemOf(error)),
    );
  };
  return (
    <main class="page host" id="main" data-game="mickell" style={hue("mickell")}>
      <form class="paper setup" onSubmit={submit}>
        <h1>A tournament over several days</h1>
        <p>A series of events with one table. Players are known by a personal code, on whatever device they come.</p>
        <label class="row-label">
          <span>Title</span>
          <input
            required
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
            placeholder="The winter"
            maxLength={24}
            autocomplete="off"
          />
        </label>
        <label class="row-label">
          <span>You</span>
          <input
            required
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            placeholder="Your name as the organiser"
            maxLength={24}
            autocomplete="nickname"
          />
        </label>
        <fieldset class="presets">
          <legend>Points</legend>
          {(
            [
              [false, "Scores add up", "Whoever scores most over all events is first."],
              [true, "Places pay", "What the first, the second … of an event get."],
            ] as const
          ).map(([value, head, text]) => (
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
            <input
              required
              value={pay}
              pattern="\s*\d+(\s*[,\s]\s*\d+)*\s*"
              onInput={(event) => setPay(event.currentTarget.value)}
              inputMode="numeric"
              autocomplete="off"
            />
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
