// The form that opens an event of Muckell. Everything has a default, so one button is enough.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { request } from "../state/api";
import { browser } from "../state/device";
import { seriesPath } from "../state/series";
import { DICTIONARY, ownList } from "../state/wordlist";
import type { Catalogue, EventView, ListInfo, NewEvent, WordLists } from "../types";
import { Refusal } from "../view/cite";
import { Field, type Fields, Picker, Preset, Segments, submitted } from "../view/form";
import { hue } from "../view/hue";
import { StillPiece } from "../view/piece";
import { useAnswer, useAsking } from "../view/request";
import { listNames, Options, type Values } from "./options";
import { Preview, type Wishes } from "./preview";

type CalledBy = Wishes["pace"];

/** Who decides when the next card comes, with the preset for it. */
const PACES: Record<CalledBy, readonly [title: string, text: string, preset: string]> = {
  caller: ["A caller", "You call each card when you think fit.", "muckell"],
  all: ["Everyone ready", "The next card comes when all are done.", "muckell_together"],
  clock: ["The clock", "Each card has its seconds.", "muckell_timed"],
};
const USUAL_SECONDS = 20;
const MOST_SECONDS = 3600;
const USUAL_ROUNDS = ["1", "2", "3", "5"];
const MOST_ROUNDS = 99;
/** Cards of a round. */
const CARDS = 48;
const MOST_BOTS = 500;
/** Bots that play along in a rehearsal. */
const REHEARSAL = 50;

const CALLED = { label: "", face: { kind: "letters", text: "T", second: "H" } } as const;
const USUAL: Wishes = {
  title: "",
  pace: "caller",
  seconds: USUAL_SECONDS,
  rounds: 1,
  open: false,
  real: false,
  names: "at_once",
  advice: false,
};
const NAMED: Record<EventView["names"], string> = {
  at_once: "names at once",
  after_approval: "names after a look",
  numbers: "numbers instead of names",
};

export function HostPage(): JSX.Element {
  const [series] = useState(new URLSearchParams(location.search).get("series") ?? "");
  const [wishes, setWishes] = useState<Wishes>(USUAL);
  const [bots, setBots] = useState(0);
  const [rules, setRules] = useState<Values>({});
  const { busy, problem, run } = useAsking();
  const lists = useAnswer<WordLists>("/api/words").found?.lists ?? []; // without an answer the usual ones serve
  const catalogue = useAnswer<Catalogue>("/api/games").found;
  const wish = (more: Partial<Wishes>): void => setWishes({ ...wishes, ...more });
  const { pace, real, seconds } = wishes;
  const open = async ({
    title = "",
    dictionary,
    tie = "shared",
    late,
    level = "",
    emoji = "yes",
    rehearse = "",
  }: Fields): Promise<void> => {
    const options = {
      ...rules,
      visibility: wishes.open ? "open" : "hidden_until_end",
      tie,
      advice: wishes.advice ? "allowed" : "none",
      ...(late && { late }),
      ...(pace === "clock" && { pace: `seconds:${seconds}` }),
      ...(dictionary && { dictionary }),
    };
    const wanted: NewEvent = {
      title: title || (rehearse && "Rehearsal"),
      preset: PACES[pace][2],
      options,
      rounds: wishes.rounds,
      bots: real ? 0 : Number(rehearse) || bots,
      level,
      real_cards: real,
      names: wishes.names,
      emoji: emoji === "yes",
    };
    browser.go(`/e/${(await request<EventView>(series ? `${seriesPath(series)}/events` : "/api/events", wanted)).code}`);
  };
  const withRealCards = (wanted: boolean): void => {
    wish({ real: wanted, pace: wanted && pace === "all" ? "caller" : pace }); // nobody tells the room that they are ready
  };
  const game = catalogue?.games.find(({ name }) => name === "mickell");
  return (
    <main class="page host" id="main" data-game="mickell" style={hue("mickell")}>
      <form class="paper host-form" onSubmit={submitted((fields) => run(() => open(fields)))}>
        <header>
          <h1>Host a Muckell</h1>
          <p>Everybody plays the same cards at the same moment, on a phone of their own.</p>
        </header>
        <label class="host-title">
          <span>What is it called?</span>
          <input
            name="title"
            placeholder="Muckell tonight"
            data-most={40}
            autocomplete="off"
            onInput={(event) => wish({ title: event.currentTarget.value })}
          />
        </label>
        <fieldset class="presets">
          <legend>Who brings the next card?</legend>
          <div class="host-paces">
            {(Object.keys(PACES) as CalledBy[])
              .filter((each) => !(real && each === "all"))
              .map((each) => (
                <Preset
                  key={each}
                  group="pace"
                  title={PACES[each][0]}
                  text={PACES[each][1]}
                  chosen={each === pace}
                  choose={() => wish({ pace: each })}
                >
                  <span class="host-picture" aria-hidden="true">
                    {each === "clock" ? <b>{seconds} s</b> : each === "all" ? <b>✓ ✓ ✓</b> : <StillPiece piece={CALLED} />}
                  </span>
                </Preset>
              ))}
          </div>
        </fieldset>
        {pace === "clock" && <Seconds seconds={seconds} set={(value) => wish({ seconds: value })} />}
        <div class="host-row">
          <Rounds rounds={wishes.rounds} set={(rounds) => wish({ rounds })} />
          <Segments
            label="Boards of others"
            name="boards"
            value={wishes.open ? "open" : "hidden"}
            set={(value) => wish({ open: value === "open" })}
            choices={[
              ["hidden", "At the end"],
              ["open", "Open"],
            ]}
          />
        </div>
        <details class="fold">
          <summary>
            More <small>{moreText(wishes, bots)}</small>
          </summary>
          <Picker
            label="Cards"
            set={(value) => withRealCards(value === "true")}
            choices={[
              ["false", "on everybody's own phone"],
              ["true", "real ones on the tables: scores are typed in"],
            ]}
          />
          <Picker
            label="Names on the screen"
            set={(value) => wish({ names: value as EventView["names"] })}
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
              set={(value) => wish({ advice: value === "allowed" })}
              choices={[
                ["none", "none during a round: scores are compared"],
                ["allowed", "at any time: good for practice and classes"],
              ]}
            />
          )}
          {lists.length > 0 && <Picker label="Words" name="dictionary" choices={listChoices(lists)} />}
          {!real && (
            <Field
              label="Birds that play along"
              type="number"
              min={0}
              max={MOST_BOTS}
              required
              value={bots}
              onInput={(event) => setBots(event.currentTarget.valueAsNumber || 0)}
            />
          )}
          {!real && bots > 0 && (
            <Picker
              label="They are"
              name="level"
              choices={[["", "as usual"], ...(catalogue?.birds ?? []).map((bird) => [bird.name, `${bird.title} (${bird.level})`] as const)]}
            />
          )}
          {game && game.options.length > 0 && (
            <Options
              game={{ ...game, options: game.options.filter(({ name }) => name !== DICTIONARY) }}
              preset=""
              needed={{}}
              changed={rules}
              change={(name, value) => setRules({ ...rules, [name]: value })}
            />
          )}
        </details>
        {problem && <Refusal problem={problem} game="mickell" />}
        <footer class="host-foot">
          <p>
            <b>{lengthText(wishes)}</b>
            <br />
            {series ? (
              <>
                It counts in the <a href={`/s/${encodeURIComponent(series)}`}>series {series}</a>.
              </>
            ) : (
              <>
                Over several days? <a href="/series">Open a series</a> first.
              </>
            )}
          </p>
          {!real && (
            <button type="submit" class="act" name="rehearse" value={REHEARSAL} aria-busy={busy}>
              Rehearse with {REHEARSAL} birds
            </button>
          )}
          <button type="submit" class="act main" aria-busy={busy}>
            Open the event
          </button>
        </footer>
      </form>
      <Preview wishes={wishes} />
    </main>
  );
}

function Seconds({ seconds, set }: { seconds: number; set: (seconds: number) => void }): JSX.Element {
  const shared = {
    value: seconds,
    onInput: (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.valueAsNumber || seconds),
  };
  return (
    <div class="host-seconds">
      <label for="seconds">Seconds a card</label>
      <input type="range" min={5} max={120} step={5} aria-label="Seconds a card, by slider" {...shared} />
      <input id="seconds" type="number" min={1} max={MOST_SECONDS} required {...shared} />
    </div>
  );
}

/** The usual numbers of rounds side by side; any other is typed in. */
function Rounds({ rounds, set }: { rounds: number; set: (rounds: number) => void }): JSX.Element {
  const [typed, setTyped] = useState(false);
  return (
    <div class="host-rounds">
      <Segments
        label="Rounds"
        name="rounds"
        value={typed ? "more" : String(rounds)}
        set={(value) => {
          setTyped(value === "more");
          set(Number(value) || rounds);
        }}
        choices={[...USUAL_ROUNDS.map((each) => [each, each] as const), ["more", "…"]]}
      />
      {typed && (
        <input
          type="number"
          aria-label="Number of rounds"
          min={1}
          max={MOST_ROUNDS}
          required
          value={rounds}
          onInput={(event) => set(event.currentTarget.valueAsNumber || 1)}
        />
      )}
    </div>
  );
}

/** What holds of all that is folded away. */
function moreText({ real, names, advice }: Wishes, bots: number): string {
  const birds = bots === 1 ? "one bird plays along" : bots ? `${bots} birds play along` : "no birds";
  return [real ? "real cards" : "", NAMED[names], advice ? "hints allowed" : "no hints", real ? "" : birds].filter(Boolean).join(", ");
}

/** Return how long the event takes, as far as one can say. */
function lengthText({ pace, seconds, rounds }: Wishes): string {
  const minutes = Math.max(1, Math.round(((pace === "clock" ? seconds : USUAL_SECONDS) * (CARDS + 2)) / 60));
  const each = `${pace === "clock" ? "" : "about "}${minutes} minute${minutes === 1 ? "" : "s"}`;
  return rounds === 1 ? `One round, ${each}.` : `${rounds} rounds, ${each} each.`;
}

/** Return the word lists to choose from, the organiser's own first. */
function listChoices(lists: readonly ListInfo[]): readonly (readonly [string, string])[] {
  const own = ownList();
  const [mine, others] = [lists.filter(({ name }) => name === own), lists.filter(({ name }) => name !== own)];
  return [...(mine.length ? listNames(mine) : [["", "the usual list"] as const]), ...listNames(others)];
}
