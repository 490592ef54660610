// A finished match step by step: the table as it was, a slider, and the worth of its decisions. The room sends the scene after each
// decision, so no rules are needed here.

import { batch } from "@preact/signals";
import type { JSX } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { browser } from "../state/device";
import { forkFrom } from "../state/sit";
import { type AtTable, createTable, type TableState } from "../state/table";
import type { Problem, Replay, Scene, Verdict } from "../types";
import { type Found, useAnalysis } from "../view/analysis";
import { Figures, Story } from "../view/aside";
import { Cited, capital, Refusal } from "../view/cite";
import { OwnPieces } from "../view/dock";
import { Scored } from "../view/ending";
import { ratio } from "../view/face";
import { Fair } from "../view/fair";
import { Picker } from "../view/form";
import { hue } from "../view/hue";
import { PassOn } from "../view/passon";
import { pngOf, save, svgOf } from "../view/picture";
import { useAsking } from "../view/request";
import { RulesSheet } from "../view/rules";
import { Board } from "../view/table";
import { TopBar } from "../view/top";
import { WordSheet } from "../view/words";
import { SpreadPile } from "../view/zone";
import { Curve, Decision, Field, Marked } from "./analysis";
import { type FilmPlace, type Stop, stopAt, useFilm, useStops, type View } from "./film";
import { Yardsticks } from "./standings";
import { Steps, useKeys, useSwipes } from "./steps";

/** Milliseconds at a step before the address names it. */
const REST = 250;

export function ReplayPage({ match }: { match: string }): JSX.Element {
  const table = useMemo(() => createTable(browser, match), [match]);
  const query = new URLSearchParams(location.search);
  const [view, setView] = useState<View>({ seat: null, hands: true });
  const { head, scenes, problem } = useFilm(match, view);
  const stops = useStops(scenes);
  const [place, setPlace] = useState<FilmPlace>({ step: Number(query.get("step")) || 0, next: query.has("next") });
  const [wanted, setWanted] = useState(query.has("analyse"));
  const judged = !!head && head.steps > 0 && head.judged === head.steps;
  const found = useAnalysis(match, wanted || judged);
  const at = stopAt(stops, place);
  const { step = 0, now, ended } = stops[at] ?? {};
  const go = useCallback((stop: number) => setPlace((old) => stops[stop] ?? old), [stops]);
  const goTo = (after: number): void => setPlace({ step: after, next: false });
  const verdict = found.verdicts.find(({ judged }) => judged.number === step);
  useStop(table, stops, at, verdict);
  useKeys(at, stops.length - 1, go);
  const swipes = useSwipes(at, stops.length - 1, go);
  useAddress(match, place);
  if (!head || !now)
    return problem ? <Missing table={table} problem={problem} match={match} /> : <p class="waiting page">Fetching the replay …</p>;
  const own = found.verdicts.filter(({ judged }) => judged.seat === (head.seat ?? 0));
  const ends = stops.flatMap((stop) => (stop.ended ? [stop.step] : []));
  const practise = verdict?.judged.seat === head.own;
  const onward = head.open && head.own != null && !now.event && !now.daily && (practise || !now.result) && (
    <PlayOn table={table} match={match} step={step} practise={practise} />
  );
  const analyse = head.open && head.own != null && head.steps && !wanted && !judged ? () => setWanted(true) : null;
  return (
    <>
      <TopBar title={`${now.title}: replay`}>
        <button type="button" class="quiet" onClick={() => (table.rulesAt.value = "")} data-act="rules">
          Rules
        </button>
      </TopBar>
      <main
        class="table replay"
        id="main"
        data-step={step}
        data-game={now.game}
        style={{ ...hue(now.game), "--ratio": ratio(Object.values(now.pieces)[0]?.face) }}
        onTouchStart={swipes.start}
        onTouchEnd={swipes.end}
      >
        <Board table={table} now={now} />
        <aside class="aside" aria-label="Analysis, story and record">
          {problem && <Refusal table={table} problem={problem} />}
          {ended && <Scored table={table} made={ended} />}
          <Field forks={head.field ?? []} step={step} />
          {now.event && (
            <Yardsticks
              code={now.event}
              round={roundOf(match)}
              {...(head.own != null && { own: Number(scenes.at(-1)?.seats[head.own]?.score) })}
            />
          )}
          <Progress table={table} found={found} />
          {found.head && verdict ? (
            <Decision head={found.head} verdict={verdict}>
              {onward}
            </Decision>
          ) : (
            onward
          )}
          {found.head && <Marked head={found.head} own={own} turned={found.turned} step={step} go={goTo} />}
          {head.open && <ViewChoice now={now} head={head} view={view} choose={setView} />}
          <SaveLinks table={table} match={match} place={place} analyse={analyse} />
          <Story table={table} />
          {(now.tables ?? []).map((figures) => (
            <Figures table={table} key={figures.title} figures={figures} />
          ))}
          {now.fairness && (
            <details class="fold">
              <summary>Fairness</summary>
              <Fair table={table} now={scenes.at(-1) ?? now} />
            </details>
          )}
        </aside>
        <section class="dock player" aria-label="Steps" id="dock" tabIndex={-1}>
          <StepText table={table} now={now} />
          <OwnPieces table={table} now={now} />
          {found.head && <Curve head={found.head} own={own} seat={head.seat ?? 0} step={step} ends={ends} go={goTo} />}
          <Steps stops={stops} at={at} go={go} />
        </section>
      </main>
      <RulesSheet table={table} />
      <SpreadPile table={table} />
      <WordSheet table={table} />
      <p class="heard" aria-live="polite">
        {table.spoken.value}
      </p>
    </>
  );
}

/** Return the round of an event's board: 2 for "MOORS.2.17". */
function roundOf(board: string): number {
  return Number(board.split(".")[1]);
}

/** Show a stop on the table. */
function useStop(table: TableState, stops: readonly Stop[], at: number, verdict: Verdict | undefined): void {
  useLayoutEffect(() => {
    const { now } = stops[at] ?? {};
    if (!now) return;
    batch(() => {
      table.scene.value = now;
      table.story.value = stops.slice(0, at + 1).flatMap(({ now: { say = [] } }) => say);
      table.spoken.value = [...(now.say ?? []), now.status].join(" ");
    });
    document.title = `Replay – ${now.title} – muckle`;
  }, [stops, at]);
  useLayoutEffect(() => {
    const { played = null, better = null, judged } = verdict ?? {};
    table.compared.value = judged && (played || better) ? { seat: judged.seat, played, better } : null;
  }, [verdict]);
}

/** Keep the step in the address, so that it can be shared and reloaded, unless the visitor has left the page meanwhile. */
function useAddress(match: string, place: FilmPlace): void {
  useEffect(() => {
    const link = linkTo(match, place);
    const timer = setTimeout(() => {
      if (link.startsWith(`${location.pathname}?`)) history.replaceState(null, "", link);
    }, REST);
    return () => clearTimeout(timer);
  }, [match, place]);
}

function linkTo(match: string, { step, next }: FilmPlace): string {
  return `/replay/${encodeURIComponent(match)}?step=${step}${next ? "&next" : ""}`;
}

/** What was done at the shown step, and what followed. */
function StepText({ table, now }: { now: Scene } & AtTable): JSX.Element {
  const [said = now.status, ...rest] = now.say ?? [];
  return (
    <>
      <p class="status">
        <Cited table={table} text={capital(said)} />
      </p>
      <p class="rest">
        <Cited table={table} text={rest.join(". ")} />
      </p>
    </>
  );
}

/** How far the analysis has come, or why there is none. */
function Progress({ table, found: { head, verdicts, problem } }: { found: Found } & AtTable): JSX.Element | null {
  if (problem) return <Refusal table={table} problem={problem} />;
  if (!head || verdicts.length >= head.decisions) return null;
  return (
    <p class="progress" role="status">
      <progress max={head.decisions} value={verdicts.length} aria-label="Decisions judged" /> {verdicts.length} of {head.decisions}{" "}
      decisions judged
    </p>
  );
}

/** The choice of the seat to look through, and whether all hands are open. */
function ViewChoice({
  now,
  head,
  view,
  choose,
}: {
  now: Scene;
  head: Replay;
  view: View;
  choose: (view: View) => void;
}): JSX.Element | null {
  if (now.seats.length < 2) return null;
  return (
    <div class="views">
      <Picker
        label="View"
        value={head.seat ?? ""}
        set={(value) => choose({ ...view, seat: value === "" ? null : Number(value) })}
        choices={[...(head.own == null ? [["", "Nobody’s"] as const] : []), ...now.seats.map(({ name }, seat) => [seat, name] as const)]}
      />
      <label class="check">
        <input type="checkbox" checked={view.hands} onChange={() => choose({ ...view, hands: !view.hands })} /> Open hands
      </label>
    </div>
  );
}

interface PlayOnProps {
  match: string;
  step: number;
  /** Whether to begin before the decision that led to this step, which was the visitor's own. */
  practise: boolean;
}

/** The button that plays the position against bots: from this step on, or again from the decision before it. */
function PlayOn({ table, match, step, practise }: PlayOnProps & AtTable): JSX.Element {
  const { problem, run } = useAsking();
  return (
    <div class="actions">
      <button
        type="button"
        class={practise ? "act main" : "act"}
        data-act="fork"
        onClick={() => run(() => forkFrom(browser, match, { step: practise ? step - 1 : step }))}
      >
        {practise ? "Practise this position" : "Play on from here"}
      </button>
      {problem && <Refusal table={table} problem={problem} />}
    </div>
  );
}

/** Links and pictures to keep, and the way back to the table. */
function SaveLinks({
  table,
  match,
  place,
  analyse,
}: { match: string; place: FilmPlace; analyse: (() => void) | null } & AtTable): JSX.Element {
  return (
    <div class="actions keeping">
      {analyse && (
        <button type="button" class="act" data-act="analyse" onClick={analyse}>
          Analyse
        </button>
      )}
      <PassOn link={location.origin + linkTo(match, place)} label="Link to this step" act="link" copies />
      {table.scene.value?.record && (
        <a class="act" href={`/api/matches/${match}/transcript`} download={`muckle-${match}.jsonl`}>
          Save record
        </a>
      )}
      <button type="button" class="act" data-act="svg" onClick={() => save(svgBlob(table), `muckle-${match}.svg`)}>
        Picture (SVG)
      </button>
      <button
        type="button"
        class="act"
        data-act="png"
        onClick={() => void pngOf(picture(table)).then((file) => save(file, `muckle-${match}.png`))}
      >
        Picture (PNG)
      </button>
      <a class="act" href={`/m/${match}`}>
        To the table
      </a>
    </div>
  );
}

/** Return the shown board as an SVG, with a line that says what it shows. */
function picture(table: TableState): string {
  const board = document.querySelector<HTMLElement>(".replay .board");
  const { title = "", status = "", say = [], result } = table.scene.value ?? {};
  return board ? svgOf(board, `${title}: ${result?.title ?? say[0] ?? status}`) : "";
}

function svgBlob(table: TableState): Blob {
  return new Blob([picture(table)], { type: "image/svg+xml" });
}

function Missing({ table, problem, match }: { problem: Problem; match: string } & AtTable): JSX.Element {
  return (
    <>
      <TopBar title="" />
      <main class="page" id="main">
        <h1>There is no replay</h1>
        <Refusal table={table} problem={problem} />
        <a class="act main" href={problem.code === "http.404" ? "/" : `/m/${match}`}>
          {problem.code === "http.404" ? "All games" : "To the table"}
        </a>
      </main>
    </>
  );
}
