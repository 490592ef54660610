// The page of a series: one's own place, the table over all events, the events, and all decisions.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { browser, storage } from "../state/device";
import { createSeries, dayOf, decide, followSeries, type InSeries, sendRequest, seriesPath } from "../state/series";
import type { Claim, Organise, SeriesEvent, SeriesTable, SeriesYou, TableLine, TakePart } from "../types";
import { capital, Refusal } from "../view/cite";
import { CopyField, NameInput, submitted } from "../view/form";
import { hue } from "../view/hue";
import { Missing, TopBar } from "../view/top";
import { Organising } from "./organise";
import { SaveAs } from "./standings";

export function SeriesPage({ code }: { code: string }): JSX.Element {
  const series = useMemo(() => createSeries(browser, code), [code]);
  useEffect(() => followSeries(series), [series]);
  const now = series.view.value;
  document.title = [now?.table.title || `Series ${code}`, "muckle"].join(" – ");
  if (series.missing.value) return <Missing title="There is no such series" message={capital(series.missing.value.message)} />;
  if (!now) return <p class="waiting page">Opening the series …</p>;
  const { table, you } = now;
  const begun = table.events.length > 0;
  const organising = you.organiser && <Organising series={series} table={table} you={you} />;
  return (
    <>
      <TopBar title={`Muckell: ${table.title || table.code}`} />
      <main class="page series" id="main" data-game="mickell" style={hue("mickell")}>
        {series.refused.value && <Refusal problem={series.refused.value} game="mickell" />}
        {you.number ? <Own series={series} you={you} table={table} /> : !you.organiser && <Enterer series={series} table={table} main />}
        <Word series={series} you={you} />
        {begun || organising}
        <Table table={table} own={you.number ?? 0} />
        <Events table={table} />
        {begun && organising}
        {you.organiser && !you.number && <Enterer series={series} table={table} />}
        <History table={table} />
      </main>
    </>
  );
}

/** The visitor's own place, and the personal code that identifies them on another device. */
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
          <span translate={false}>{name}</span>
        </span>
      </p>
      <CopyField class="code" label="Your personal code" value={code} />
      <p>Your personal code. Keep it: typed in on this page, it makes any other device yours in this series. Don’t show it to anybody.</p>
      <button type="button" class="act" onClick={() => void decide(series, withdrawn ? "return" : "withdraw")}>
        {withdrawn ? "Come back" : "Withdraw"}
      </button>
    </section>
  );
}

/** Forms for visitors the series does not know: to take part, the main button of whoever does not organise, or to identify themselves by a code. */
function Enterer({ series, table, main = false }: { table: SeriesTable; main?: boolean } & InSeries): JSX.Element {
  const enter = submitted(({ name = "" }) => {
    storage.set("name", name);
    void sendRequest(series, "enter", { decision: "take_part", name } satisfies TakePart);
  });
  const claim = submitted(({ code = "" }) => void sendRequest(series, "claim", { decision: "claim", code } satisfies Claim));
  return (
    <section class="paper enterer" aria-label="Take part">
      {table.entries && (
        <form class="join-form" onSubmit={enter}>
          <h2>Take part</h2>
          <label for="name">Your name, as all will see it</label>
          <NameInput id="name" enterkeyhint="go" />
          <button type="submit" class={`act${main ? " main" : ""}`}>
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
            name="code"
            class="code"
            defaultValue={new URLSearchParams(location.search).get("me") ?? ""}
            required
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

/** The form for a visitor with a link for organisers: to organise the series, too, or to take it over. */
function Word({ series, you: { organiser = "", handover = "" } }: { you: SeriesYou } & InSeries): JSX.Element | null {
  const [asked] = useState(new URLSearchParams(location.search));
  const takeover = asked.get("takeover") ?? "";
  const word = takeover || (asked.get("organise") ?? "");
  useEffect(() => {
    if (word) history.replaceState(null, "", location.pathname);
  }, [word]);
  if (!word || (takeover ? handover : organiser)) return null;
  const submit = submitted(
    ({ name = "" }) => void sendRequest(series, "organise", { decision: "organise", word, name } satisfies Organise),
  );
  return (
    <form class="guests" aria-label="Organise" onSubmit={submit}>
      <p>
        {takeover
          ? "This series is handed over to you: you lead it from now on, and whoever led it helps you."
          : "You were asked to organise this series, too."}{" "}
        {!organiser && "Your name will stand beside what you decide."}
      </p>
      <div class="answer">
        {!organiser && <NameInput aria-label="Your name as an organiser" />}
        <button type="submit" class="act main">
          {takeover ? "Take it over" : "Organise"}
        </button>
      </div>
    </form>
  );
}

/** The table: all members with their results at each event. */
function Table({ table, own }: { table: SeriesTable; own: number }): JSX.Element {
  const events = table.events.filter(({ counts }) => counts);
  return (
    <section class="paper" aria-label="Table">
      <h2>Table</h2>
      <p class="small">{howPoints(table)}</p>
      {table.lines.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label="All places">
          <Places lines={table.lines} events={events} own={own} pays={table.pays.length > 0} />
        </div>
      )}
      {table.members > table.lines.length && <p class="small">The first {table.lines.length} are shown; what is saved has all.</p>}
      {table.lines.length > 0 && <SaveAs path={`${seriesPath(table.code)}/table`} code={table.code} />}
    </section>
  );
}

interface Standing {
  lines: readonly TableLine[];
  events: readonly Pick<SeriesEvent, "code" | "title">[];
  /** The viewer's number as a member; 0 if the viewer is none. */
  own: number;
  /** Whether places are worth points, so that the scores stand beside them. */
  pays: boolean;
}

/** The places of a series, a line for each member. */
export function Places({ lines, events, own, pays }: Standing): JSX.Element {
  return (
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
        {lines.map((line) => (
          <Row key={line.number} line={line} events={events} own={line.number === own} pays={pays} />
        ))}
      </tbody>
    </table>
  );
}

/** Return how points are made, in a sentence or two. */
function howPoints({ pays, tie, lines }: SeriesTable): string {
  const equal = tie === "longest_word" ? "The longest word decides a tie." : "Ties share the place.";
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
  own: boolean;
} & Pick<Standing, "events" | "pays">): JSX.Element {
  const by = new Map(results.map((result) => [result.event, result]));
  return (
    <tr class={own ? "own" : ""}>
      <td>
        {place || "–"}
        {shared && <small>shared</small>}
      </td>
      <th scope="row" translate={false}>
        {name}
        {own && <span translate> (you)</span>}
        {!place && <small translate> withdrawn</small>}
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

/** All decisions about the series, with their days. */
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
