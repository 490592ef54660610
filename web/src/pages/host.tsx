// Hosting an event of Muckell: everything has a usual value, so that one button opens it.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { problemOf, request } from "../state/api";
import { browser } from "../state/device";
import { seriesPath } from "../state/series";
import type { Catalogue, EventView, ListInfo, NewEvent, Problem, WordLists } from "../types";
import { Refusal } from "../view/cite";
import { hue } from "../view/hue";

type CalledBy = "caller" | "all" | "clock";

/** Who decides when the next card comes: how it is said, and the preset that holds it. */
const PACES: Record<CalledBy, readonly [title: string, text: string, preset: string]> = {
  caller: ["A caller", "You call each card when you think fit.", "muckell_called"],
  all: ["Everyone ready", "The next card comes when all are done.", "muckell"],
  clock: ["The clock", "Each card has its seconds.", "muckell_timed"],
};
const USUAL_SECONDS = 30;
const MOST_ROUNDS = 20;
const MOST_BOTS = 500;

export function HostPage(): JSX.Element {
  const [series] = useState(new URLSearchParams(location.search).get("series") ?? "");
  const [title, setTitle] = useState("");
  const [pace, setPace] = useState<CalledBy>("caller");
  const [seconds, setSeconds] = useState(USUAL_SECONDS);
  const [dictionary, setDictionary] = useState("");
  const [rounds, setRounds] = useState(1);
  const [open, setOpen] = useState(false);
  const [advice, setAdvice] = useState(false);
  const [real, setReal] = useState(false);
  const [bots, setBots] = useState(0);
  const [level, setLevel] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { lists, catalogue } = useChoices();
  const submit = (event: Event): void => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const options = {
      visibility: open ? "open" : "hidden_until_end",
      advice: advice ? "allowed" : "none",
      ...(pace === "clock" && { pace: `seconds:${seconds}` }),
      ...(dictionary && { dictionary }),
    };
    const wanted: NewEvent = { title, preset: PACES[pace][2], options, rounds, bots: real ? 0 : bots, level, real_cards: real };
    request<EventView>(series ? `${seriesPath(series)}/events` : "/api/events", wanted)
      .then(
        ({ code }) => browser.go(`/e/${code}`),
        (error: unknown) => setProblem(problemOf(error)),
      )
      .finally(() => setBusy(false));
  };
  const withRealCards = (wanted: boolean): void => {
    setReal(wanted);
    if (wanted && pace === "all") setPace("caller"); // nobody tells the room that they are ready
  };
  return (
    <main class="page host" id="main" data-game="mickell" style={hue("mickell")}>
      <form class="paper setup" onSubmit={submit}>
        <h1>Host an event of Muckell</h1>
        <p>Everybody plays the same cards at the same moment, on a phone of their own. This screen calls them.</p>
        {series ? (
          <p>
            It counts in the <a href={`/s/${encodeURIComponent(series)}`}>series {series}</a>.
          </p>
        ) : (
          <p>
            For a tournament over several days, <a href="/series">open a series</a> first.
          </p>
        )}
        <label class="row-label">
          <span>Title</span>
          <input
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
            placeholder="Muckell tonight"
            maxLength={40}
            autocomplete="off"
          />
        </label>
        <fieldset class="presets">
          <legend>Who decides when the next card comes</legend>
          {(Object.keys(PACES) as CalledBy[])
            .filter((each) => !(real && each === "all"))
            .map((each) => (
              <label key={each} class={each === pace ? "preset chosen" : "preset"}>
                <input type="radio" name="pace" value={each} checked={each === pace} onChange={() => setPace(each)} />
                <span class="preset-words">
                  <b>{PACES[each][0]}</b>
                  {PACES[each][1]}
                </span>
              </label>
            ))}
        </fieldset>
        {pace === "clock" && <Amount label="Seconds" name="seconds" least={5} most={3600} value={seconds} set={setSeconds} />}
        <details class="fold">
          <summary>Rounds, cards, boards, words and bots</summary>
          <Amount label="Rounds" name="rounds" least={1} most={MOST_ROUNDS} value={rounds} set={setRounds} />
          <Picker
            label="Cards"
            value={String(real)}
            set={(value) => withRealCards(value === "true")}
            choices={[
              ["false", "on everybody's own phone"],
              ["true", "real ones on the tables: scores are typed in"],
            ]}
          />
          <Picker
            label="Boards"
            value={String(open)}
            set={(value) => setOpen(value === "true")}
            choices={[
              ["false", "hidden until the end"],
              ["true", "open: places are seen between cards"],
            ]}
          />
          {!real && (
            <Picker
              label="Hints"
              value={String(advice)}
              set={(value) => setAdvice(value === "true")}
              choices={[
                ["false", "none during a round: scores are compared"],
                ["true", "at any time: good for practice and classes"],
              ]}
            />
          )}
          {lists.length > 0 && (
            <Picker
              label="Words"
              value={dictionary}
              set={setDictionary}
              choices={[
                ["", "the usual list"],
                ...lists.map(({ name, words }) => [name, `${name} (${words.toLocaleString("en")} words)`] as const),
              ]}
            />
          )}
          {!real && <Amount label="Bots" name="bots" least={0} most={MOST_BOTS} value={bots} set={setBots} />}
          {!real && bots > 0 && catalogue && (
            <Picker
              label="They are"
              value={level}
              set={setLevel}
              choices={[["", "as usual"], ...catalogue.birds.map((bird) => [bird.name, `${bird.title} (${bird.level})`] as const)]}
            />
          )}
        </details>
        {problem && <Refusal problem={problem} game="mickell" />}
        <button type="submit" class="act main" aria-busy={busy}>
          Open the event
        </button>
      </form>
    </main>
  );
}

/** The room's word lists and birds; without them the usual ones serve. */
function useChoices(): { lists: readonly ListInfo[]; catalogue: Catalogue | null } {
  const [lists, setLists] = useState<readonly ListInfo[]>([]);
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  useEffect(() => {
    request<WordLists>("/api/words").then(
      (answer) => setLists(answer.lists),
      () => undefined,
    );
    request<Catalogue>("/api/games").then(setCatalogue, () => undefined);
  }, []);
  return { lists, catalogue };
}

interface AmountProps {
  label: string;
  name: string;
  least: number;
  most: number;
  value: number;
  set: (value: number) => void;
}

function Amount({ label, name, least, most, value, set }: AmountProps): JSX.Element {
  return (
    <label class="row-label">
      <span>{label}</span>
      <input
        type="number"
        name={name}
        min={least}
        max={most}
        required
        value={value}
        onInput={(event) => set(event.currentTarget.valueAsNumber || least)}
      />
    </label>
  );
}

interface PickerProps {
  label: string;
  value: string;
  set: (value: string) => void;
  choices: readonly (readonly [value: string, text: string])[];
}

function Picker({ label, value, set, choices }: PickerProps): JSX.Element {
  return (
    <label class="row-label">
      <span>{label}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
