// The form that opens an event of Muckell. Everything has a default, so one button is enough.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { request } from "../state/api";
import { browser } from "../state/device";
import { seriesPath } from "../state/series";
import { ownList } from "../state/wordlist";
import type { Catalogue, EventView, ListInfo, NewEvent, WordLists } from "../types";
import { Refusal } from "../view/cite";
import { Field, type Fields, Picker, Preset, submitted } from "../view/form";
import { hue } from "../view/hue";
import { useAnswer, useAsking } from "../view/request";
import { listNames } from "./options";

type CalledBy = "caller" | "all" | "clock";

/** Who decides when the next card comes, with the preset for it. */
const PACES: Record<CalledBy, readonly [title: string, text: string, preset: string]> = {
  caller: ["A caller", "You call each card when you think fit.", "muckell"],
  all: ["Everyone ready", "The next card comes when all are done.", "muckell_together"],
  clock: ["The clock", "Each card has its seconds.", "muckell_timed"],
};
const USUAL_SECONDS = 30;
const MOST_ROUNDS = 20;
const MOST_BOTS = 500;
/** Bots that play along in a rehearsal. */
const REHEARSAL = 50;

export function HostPage(): JSX.Element {
  const [series] = useState(new URLSearchParams(location.search).get("series") ?? "");
  const [pace, setPace] = useState<CalledBy>("caller");
  const [real, setReal] = useState(false);
  const [bots, setBots] = useState(0);
  const { busy, problem, run } = useAsking();
  const lists = useAnswer<WordLists>("/api/words").found?.lists ?? []; // without an answer the usual ones serve
  const birds = useAnswer<Catalogue>("/api/games").found?.birds ?? [];
  const open = async ({
    title = "",
    seconds,
    dictionary,
    rounds,
    boards = "",
    tie = "shared",
    advice = "none",
    late,
    level = "",
    names = "at_once",
    emoji = "yes",
    rehearse = "",
  }: Fields): Promise<void> => {
    const options = {
      visibility: boards,
      tie,
      advice,
      ...(late && { late }),
      ...(seconds && { pace: `seconds:${seconds}` }),
      ...(dictionary && { dictionary }),
    };
    const wanted: NewEvent = {
      title: title || (rehearse && "Rehearsal"),
      preset: PACES[pace][2],
      options,
      rounds: Number(rounds),
      bots: real ? 0 : Number(rehearse) || bots,
      level,
      real_cards: real,
      names: names as EventView["names"],
      emoji: emoji === "yes",
    };
    browser.go(`/e/${(await request<EventView>(series ? `${seriesPath(series)}/events` : "/api/events", wanted)).code}`);
  };
  const withRealCards = (wanted: boolean): void => {
    setReal(wanted);
    if (wanted && pace === "all") setPace("caller"); // nobody tells the room that they are ready
  };
  return (
    <main class="page host" id="main" data-game="mickell" style={hue("mickell")}>
      <form class="paper setup" onSubmit={submitted((fields) => run(() => open(fields)))}>
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
        <Field label="Title" name="title" placeholder="Muckell tonight" maxLength={40} />
        <fieldset class="presets">
          <legend>Who decides when the next card comes</legend>
          {(Object.keys(PACES) as CalledBy[])
            .filter((each) => !(real && each === "all"))
            .map((each) => (
              <Preset
                key={each}
                group="pace"
                title={PACES[each][0]}
                text={PACES[each][1]}
                chosen={each === pace}
                choose={() => setPace(each)}
              />
            ))}
        </fieldset>
        {pace === "clock" && <Amount label="Seconds" name="seconds" least={5} most={3600} usual={USUAL_SECONDS} />}
        <details class="fold">
          <summary>Rounds, names, cards, boards, words and bots</summary>
          <Amount label="Rounds" name="rounds" least={1} most={MOST_ROUNDS} usual={1} />
          <Picker
            label="Names on the screen"
            name="names"
            choices={[
              ["at_once", "at once; rude ones wait for the desk"],
              ["after_approval", "after a look at the desk"],
              ["numbers", "never: numbers only"],
            ]}
          />
          <Picker
            label="Emoji in names"
            name="emoji"
            choices={[
              ["yes", "stay"],
              ["no", "are left out"],
            ]}
          />
          <Picker
            label="Cards"
            set={(value) => withRealCards(value === "true")}
            choices={[
              ["false", "on everybody's own phone"],
              ["true", "real ones on the tables: scores are typed in"],
            ]}
          />
          <Picker
            label="Boards"
            name="boards"
            choices={[
              ["hidden_until_end", "hidden until the end"],
              ["open", "open: places are seen between cards"],
            ]}
          />
          <Picker
            label="Equal scores"
            name="tie"
            choices={[
              ["shared", "share the place"],
              ["longest_word", "the longest word decides"],
            ]}
          />
          {!real && pace !== "all" && (
            <Picker
              label="Who is late"
              name="late"
              choices={[
                ["discard_current", "discards the card"],
                ["queue", "plays missed cards later"],
              ]}
            />
          )}
          {!real && (
            <Picker
              label="Hints"
              name="advice"
              choices={[
                ["none", "none during a round: scores are compared"],
                ["allowed", "at any time: good for practice and classes"],
              ]}
            />
          )}
          {lists.length > 0 && <Picker label="Words" name="dictionary" choices={listChoices(lists)} />}
          {!real && <Amount label="Bots" name="bots" least={0} most={MOST_BOTS} usual={bots} set={setBots} />}
          {!real && bots > 0 && (
            <Picker
              label="They are"
              name="level"
              choices={[["", "as usual"], ...birds.map((bird) => [bird.name, `${bird.title} (${bird.level})`] as const)]}
            />
          )}
        </details>
        {problem && <Refusal problem={problem} game="mickell" />}
        <button type="submit" class="act main" aria-busy={busy}>
          Open the event
        </button>
        {!real && (
          <button type="submit" class="act rehearse" name="rehearse" value={REHEARSAL} aria-busy={busy}>
            Rehearse with {REHEARSAL} birds
          </button>
        )}
      </form>
    </main>
  );
}

interface AmountProps {
  label: string;
  name: string;
  least: number;
  most: number;
  usual: number;
  set?: (value: number) => void;
}

function Amount({ label, name, least, most, usual, set }: AmountProps): JSX.Element {
  return (
    <Field
      label={label}
      name={name}
      type="number"
      min={least}
      max={most}
      required
      defaultValue={usual}
      onInput={(event) => set?.(event.currentTarget.valueAsNumber || least)}
    />
  );
}

/** Return the word lists to choose from, the organiser's own first. */
function listChoices(lists: readonly ListInfo[]): readonly (readonly [string, string])[] {
  const own = ownList();
  const [mine, others] = [lists.filter(({ name }) => name === own), lists.filter(({ name }) => name !== own)];
  return [...(mine.length ? listNames(mine) : [["", "the usual list"] as const]), ...listNames(others)];
}
