// A match that is over, step by step: the table as it was, a slider, and what its decisions were worth. No rules: the room sends
// the scene after each decision.

import { batch } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { isProblem, problemOf, stream } from "../line/api";
import { patched } from "../line/patch";
import { forkFrom } from "../lobby/sit";
import { TopBar } from "../page/top";
import { ratio } from "../pieces/face";
import { hue } from "../pieces/hue";
import { remember } from "../pieces/motion";
import { pngOf, save, svgOf } from "../pieces/picture";
import { Fair } from "../proof/fair";
import { capital, Cited, Refusal, rulesAt } from "../rules/cite";
import { RulesSheet } from "../rules/rules";
import { WordSheet } from "../rules/words";
import { Figures, Story } from "../table/aside";
import { Held } from "../table/dock";
import { Looking } from "../table/looking";
import { scene, spoken, story } from "../table/now";
import { clear } from "../table/room";
import { Board } from "../table/table";
import type { PatchMessage, Problem, Replay, Scene, SceneMessage } from "../types";
import { Curve, Decision, Marked, useAnalysis, type Found } from "./analysis";
import { Field } from "./fork";

/** Milliseconds between two steps that are played. */
const BEAT = 900;
/** Milliseconds of rest after which the address names the step. */
const REST = 250;

/** Whose view is asked for; null: one's own. */
interface View {
  seat: number | null;
  hands: boolean;
}

/** What has come of a replay. */
interface Film {
  head: Replay | null;
  scenes: readonly Scene[];
  problem: Problem | null;
}

const NOTHING: Film = { head: null, scenes: [], problem: null };

export function ReplayPage({ match }: { match: string }): JSX.Element {
  const query = new URLSearchParams(location.search);
  const [view, setView] = useState<View>({ seat: null, hands: true });
  const { head, scenes, problem } = useFilm(match, view);
  const [step, go] = useState(Number(query.get("step")) || 0);
  const [wanted, setWanted] = useState(query.has("analyse"));
  const judged = !!head && head.steps > 0 && head.judged === head.steps;
  const found = useAnalysis(match, wanted || judged);
  const at = Math.max(0, Math.min(step, scenes.length - 1));
  const now = scenes[at];
  useEffect(() => (clear(), clear), [match]);
  useScene(scenes, at);
  useKeys(at, head?.steps ?? 0, go);
  useAddress(match, step);
  if (!head || !now) return problem ? <Missing problem={problem} match={match} /> : <p class="waiting page">Fetching the replay …</p>;
  const analyse = head.open && head.own != null && head.steps && !wanted && !judged ? () => setWanted(true) : null;
  return (
    <>
      <TopBar title={`${now.title}: replay`}>
        <button type="button" class="quiet" onClick={() => (rulesAt.value = "")} data-act="rules">
          Rules
        </button>
      </TopBar>
      <main class="table replay" id="main" data-step={at} data-game={now.game} style={{ ...hue(now.game), "--ratio": ratio(Object.values(now.pieces)[0]?.face) }}>
        <Board now={now} />
        <aside class="aside" aria-label="Analysis, story and record">
          {problem && <Refusal problem={problem} />}
          <Field forks={head.field ?? []} step={at} />
          <Findings found={found} seat={head.seat ?? 0} step={at} go={go} />
          {head.open && <Views now={now} head={head} view={view} choose={setView} />}
          {head.open && head.own != null && !now.event && !now.daily && !now.result && <PlayOn match={match} step={at} />}
          <Keep match={match} step={at} analyse={analyse} />
          <Story />
          {(now.tables ?? []).map((table) => (
            <Figures key={table.title} table={table} />
          ))}
          {now.fairness && (
            <details class="fold">
              <summary>Fairness</summary>
              <Fair now={scenes.at(-1) ?? now} />
            </details>
          )}
        </aside>
        <section class="dock player" aria-label="Steps" id="dock" tabIndex={-1}>
          <Deed now={now} />
          <Held now={now} />
          <FoundCurve found={found} seat={head.seat ?? 0} step={at} go={go} />
          <Steps at={at} steps={head.steps} go={go} />
        </section>
      </main>
      <RulesSheet />
      <Looking />
      <WordSheet />
      <p class="heard" aria-live="polite">
        {spoken.value}
      </p>
    </>
  );
}

/** The scenes of a match, as they come. Those of the last view stay until there are others. */
function useFilm(match: string, { seat, hands }: View): Film {
  const [film, setFilm] = useState(NOTHING);
  useEffect(() => {
    const asking = new AbortController();
    const path = `/api/matches/${encodeURIComponent(match)}/replay?hands=${Number(hands)}${seat == null ? "" : `&seat=${seat}`}`;
    read(path, asking.signal).then(setFilm, (error: unknown) => {
      if (!asking.signal.aborted) setFilm((old) => ({ ...old, problem: problemOf(error) }));
    });
    return () => asking.abort();
  }, [match, seat, hands]);
  return film;
}

async function read(path: string, signal: AbortSignal): Promise<Film> {
  let film = NOTHING;
  for await (const line of stream<Replay | SceneMessage | PatchMessage | Problem>(path, undefined, signal)) {
    if (isProblem(line)) return { ...film, problem: line };
    if ("steps" in line) film = { ...film, head: line };
    else {
      const last = film.scenes.at(-1);
      const next = line.type === "scene" ? line.scene : last && patched(last, line);
      if (next) film = { ...film, scenes: [...film.scenes, next] };
    }
  }
  return film;
}

/** Lay the scene of a step on the table. */
function useScene(scenes: readonly Scene[], at: number): void {
  useLayoutEffect(() => {
    const now = scenes[at];
    if (!now) return;
    remember();
    batch(() => {
      scene.value = now;
      story.value = scenes.slice(0, at + 1).flatMap(({ say = [] }) => say);
      spoken.value = [...(now.say ?? []), now.status].join(" ");
    });
    document.title = `Replay – ${now.title} – muckle`;
  }, [scenes, at]);
}

/** The arrows, Home and End go through the steps, wherever they have nothing else to do. */
function useKeys(at: number, steps: number, go: (step: number) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps }[event.key];
      const busy = event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, .aside [tabindex]");
      if (to === undefined || busy) return;
      event.preventDefault();
      go(Math.max(0, Math.min(steps, to)));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [at, steps, go]);
}

/** The address names the step, so that it can be shared and reloaded. */
function useAddress(match: string, step: number): void {
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, "", linkTo(match, step)), REST);
    return () => clearTimeout(timer);
  }, [match, step]);
}

function linkTo(match: string, step: number): string {
  return `/replay/${encodeURIComponent(match)}?step=${step}`;
}

/** What was done, and what came of it. */
function Deed({ now }: { now: Scene }): JSX.Element {
  const [deed = now.status, ...rest] = now.say ?? [];
  return (
    <>
      <p class="status">
        <Cited text={capital(deed)} />
      </p>
      <p class="rest">
        <Cited text={rest.join(". ")} />
      </p>
    </>
  );
}

interface Place {
  found: Found;
  seat: number;
  step: number;
  go: (step: number) => void;
}

function FoundCurve({ found: { head, verdicts }, seat, step, go }: Place): JSX.Element | null {
  if (!head) return null;
  return <Curve head={head} own={verdicts.filter(({ judged }) => judged.seat === seat)} seat={seat} step={step} go={go} />;
}

/** What the decision before the step was worth, and those that mattered. */
function Findings({ found: { head, verdicts, problem }, seat, step, go }: Place): JSX.Element | null {
  const verdict = verdicts.find(({ judged }) => judged.number === step);
  return (
    <>
      {problem && <Refusal problem={problem} />}
      {head && verdicts.length < head.decisions && !problem && (
        <p class="progress" role="status">
          <progress max={head.decisions} value={verdicts.length} aria-label="Decisions judged" /> {verdicts.length} of {head.decisions}{" "}
          decisions judged
        </p>
      )}
      {head && verdict && <Decision head={head} verdict={verdict} />}
      {head && <Marked head={head} own={verdicts.filter(({ judged }) => judged.seat === seat)} step={step} go={go} />}
    </>
  );
}

interface Stepping {
  at: number;
  steps: number;
  go: (step: number) => void;
}

function Steps({ at, steps, go }: Stepping): JSX.Element {
  const [playing, setPlaying] = useState(false);
  const runs = playing && at < steps;
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => go(at + 1), BEAT);
    return () => clearTimeout(timer);
  }, [runs, at, go]);
  const play = (): void => {
    if (at === steps) go(0);
    setPlaying(!runs);
  };
  return (
    <>
      <input
        class="slider"
        type="range"
        aria-label="Step"
        aria-valuetext={`${at} of ${steps}`}
        min={0}
        max={steps}
        value={at}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <div class="steps" role="group" aria-label="Step through">
        <StepButton sign="«" name="To the beginning" to={0} at={at} go={go} />
        <StepButton sign="‹" name="One step back" to={Math.max(0, at - 1)} at={at} go={go} />
        <button type="button" class="act play" data-act="play" onClick={play}>
          {runs ? "Pause" : "Play"}
        </button>
        <StepButton sign="›" name="One step on" to={Math.min(steps, at + 1)} at={at} go={go} />
        <StepButton sign="»" name="To the end" to={steps} at={at} go={go} />
        <span class="count-steps">
          {at} of {steps}
        </span>
      </div>
    </>
  );
}

function StepButton({ sign, name, to, at, go }: { sign: string; name: string; to: number; at: number; go: Stepping["go"] }): JSX.Element {
  return (
    <button type="button" class="act step" aria-label={name} aria-disabled={to === at} onClick={() => go(to)}>
      <span aria-hidden="true" class="glyph" data-text={sign} />
    </button>
  );
}

/** Whose view it is, and whether all hands lie open. */
function Views({ now, head, view, choose }: { now: Scene; head: Replay; view: View; choose: (view: View) => void }): JSX.Element | null {
  if (now.seats.length < 2) return null;
  return (
    <div class="views">
      <label class="row-label">
        <span>View</span>
        <select
          value={head.seat ?? ""}
          onChange={({ currentTarget: { value } }) => choose({ ...view, seat: value === "" ? null : Number(value) })}
        >
          {head.own == null && <option value="">Nobody’s</option>}
          {now.seats.map(({ name }, seat) => (
            <option key={seat} value={seat}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={view.hands} onChange={() => choose({ ...view, hands: !view.hands })} /> Open hands
      </label>
    </div>
  );
}

/** On from this step, against bots. */
function PlayOn({ match, step }: { match: string; step: number }): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const fork = (): void => {
    forkFrom(match, { step }).catch((error: unknown) => setProblem(problemOf(error)));
  };
  return (
    <div class="actions">
      <button type="button" class="act" data-act="fork" onClick={fork}>
        Play on from here
      </button>
      {problem && <Refusal problem={problem} />}
    </div>
  );
}

/** What can be taken away, and the way back. */
function Keep({ match, step, analyse }: { match: string; step: number; analyse: (() => void) | null }): JSX.Element {
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [step]);
  const copy = (): void => {
    navigator.clipboard?.writeText(location.origin + linkTo(match, step)).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div class="actions">
      {analyse && (
        <button type="button" class="act" data-act="analyse" onClick={analyse}>
          Analyse
        </button>
      )}
      {isSecureContext && (
        <button type="button" class="act" data-act="link" onClick={copy}>
          {copied ? "Link copied" : "Copy the link to this step"}
        </button>
      )}
      {scene.value?.record && (
        <a class="act" href={`/api/matches/${match}/transcript`} download={`muckle-${match}.jsonl`}>
          Save the record
        </a>
      )}
      <button type="button" class="act" data-act="svg" onClick={() => save(svgBlob(), `muckle-${match}.svg`)}>
        Picture (SVG)
      </button>
      <button
        type="button"
        class="act"
        data-act="png"
        onClick={() => void pngOf(picture()).then((file) => save(file, `muckle-${match}.png`))}
      >
        Picture (PNG)
      </button>
      <a class="act" href={`/m/${match}`}>
        To the table
      </a>
    </div>
  );
}

/** The table on show as a picture, with a line that says what it shows. */
function picture(): string {
  const board = document.querySelector<HTMLElement>(".replay .board");
  const { title = "", status = "", say = [], result } = scene.value ?? {};
  return board ? svgOf(board, `${title}: ${result?.title ?? say[0] ?? status}`) : "";
}

function svgBlob(): Blob {
  return new Blob([picture()], { type: "image/svg+xml" });
}

function Missing({ problem, match }: { problem: Problem; match: string }): JSX.Element {
  return (
    <>
      <TopBar title="" />
      <main class="page" id="main">
        <h1>There is no replay</h1>
        <Refusal problem={problem} />
        <a class="act main" href={problem.code === "http.404" ? "/" : `/m/${match}`}>
          {problem.code === "http.404" ? "All games" : "To the table"}
        </a>
      </main>
    </>
  );
}
