// Setting up a table: a preset, who sits where, and every option behind a fold. The form comes from the game's options.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { problemOf } from "../state/api";
import { browser, storage } from "../state/device";
import { open, usualSeats } from "../state/sit";
import type { BirdInfo, Catalogue, GameInfo, PresetInfo, Problem, Timing } from "../types";
import { Cited, Refusal } from "../view/cite";
import { hue } from "../view/hue";
import { Pictured } from "../view/piece";
import { Marker } from "../view/seat";
import { Sheet } from "../view/sheet";
import { Vocabulary } from "../view/words";
import { hasWords, Options, type Values } from "./options";
import { filled, here, OPEN, Sitters } from "./sitters";

interface Props {
  game: GameInfo;
  catalogue: Catalogue;
  close: () => void;
}

export function SetUp({ game, catalogue: { birds, usual, vocabularies }, close }: Props): JSX.Element {
  const [preset, setPreset] = useState(game.presets[0]?.name ?? "");
  const [changed, setChanged] = useState<Values>({});
  const [name, setName] = useState(storage.get("name"));
  const [sitters, setSitters] = useState<readonly string[]>(Array<string>(usualSeats(game) - 1).fill(usual));
  const [words, setWords] = useState("");
  const [away, setAway] = useState(USUAL_AWAY);
  const [listed, setListed] = useState(false);
  const [timing, setTiming] = useState<Timing>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const birdsPlay = sitters.some((sitter) => sitter !== OPEN && !here(sitter));
  const choosePreset = (next: PresetInfo): void => {
    setPreset(next.name);
    setChanged({});
    const seats = Number(next.values.seats ?? 0);
    if (seats) setSitters(filled(sitters, seats - 1));
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    storage.set("name", name);
    setProblem(null);
    const seats = sitters.map((sitter) => (words && sitter !== OPEN && !here(sitter) ? `${sitter}:${words}` : sitter));
    open(browser, { game: game.name, preset, options: changed, seats, name, away, listed, timing }).catch((error: unknown) =>
      setProblem(problemOf(error)),
    );
  };
  return (
    <Sheet title={`A table for ${game.title}`} close={close}>
      <form class="setup" onSubmit={submit} onInvalidCapture={unfold}>
        <div class="setup-main">
          {game.presets.length > 1 && <Ways game={game} preset={preset} choose={choosePreset} />}
          <fieldset class="who">
            <legend>Who plays</legend>
            <Sitters game={game} birds={birds} sitters={sitters} set={setSitters}>
              <label class="sitter">
                <Marker seat={0} name={name || "You"} />
                <span class="heard">You</span>
                <input
                  value={name}
                  onInput={(event) => setName(event.currentTarget.value)}
                  placeholder="Your name"
                  maxLength={24}
                  autocomplete="nickname"
                />
              </label>
            </Sitters>
          </fieldset>
        </div>
        <div class="setup-rail">
          <fieldset class="terms">
            <legend class="heard">How it is played</legend>
            {hasWords(game) && birdsPlay && (
              <Vocabulary label="Bots know" value={words} usual="what is theirs" names={vocabularies} choose={setWords} />
            )}
            {sitters.some((sitter) => sitter === OPEN || here(sitter)) && <Clocks set={setTiming} />}
            {sitters.includes(OPEN) && <Away seconds={away} set={setAway} />}
            {sitters.includes(OPEN) && <Comes listed={listed} set={setListed} />}
          </fieldset>
          <Options
            game={game}
            preset={preset}
            changed={changed}
            change={(field, value) => setChanged((old) => ({ ...old, [field]: value }))}
          />
          <footer class="setup-foot">
            {problem && <Refusal problem={problem} game={game.name} />}
            <p>{promise(game, birds, sitters, listed)}</p>
            <button type="submit" class="act main">
              Open the table
            </button>
          </footer>
        </div>
      </form>
    </Sheet>
  );
}

/** What opening the table will do. */
function promise({ title, seats: [, most] }: GameInfo, birds: readonly BirdInfo[], sitters: readonly string[], listed: boolean): string {
  const free = sitters.filter((sitter) => sitter === OPEN).length;
  const near = sitters.filter(here).length;
  const bots = sitters.flatMap((sitter) => birds.find(({ name }) => name === sitter)?.title ?? []);
  const parts = [
    most === 1 ? `${title}, for you alone.` : `${title} for ${sitters.length + 1}.`,
    bots.length ? `${listedNames(bots)} ${bots.length > 1 ? "sit" : "sits"} down at once.` : "",
    near ? "The device goes from hand to hand." : "",
    free ? `${free === 1 ? "One place waits" : `${free} places wait`} for ${listed ? "anybody" : "whoever has the link"}.` : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Names in a sentence, each once. */
function listedNames(names: readonly string[]): string {
  const groups = [...new Set(names)].map((name) => {
    const count = names.filter((each) => each === name).length;
    return count > 1 ? `${count} ${name}s` : name;
  });
  return groups.length > 1 ? `${groups.slice(0, -1).join(", ")} and ${groups.at(-1)}` : (groups[0] ?? "");
}

/** A field that is filled in wrongly must be in sight for the browser to say so. */
function unfold({ target }: Event): void {
  const fold = (target as Element).closest("details");
  if (fold) fold.open = true;
}

// The ways to play a game, each as a picture of what is different in it.

interface WaysProps {
  game: GameInfo;
  preset: string;
  choose: (next: PresetInfo) => void;
}

export function Ways({ game, preset, choose }: WaysProps): JSX.Element {
  const way = (each: PresetInfo): JSX.Element => (
    <Way key={each.name} game={game.name} way={each} chosen={each.name === preset} choose={choose} />
  );
  const [ways, small] = [game.presets.filter((each) => !each.small), game.presets.filter((each) => each.small)];
  return (
    <fieldset class="presets">
      <legend>Which {game.title}?</legend>
      <div class="ways">{ways.map(way)}</div>
      {small.length > 0 && (
        <details class="fold">
          <summary>{small.length === 1 ? "A very small one" : `${small.length} very small ones`}</summary>
          <div class="ways">{small.map(way)}</div>
        </details>
      )}
    </fieldset>
  );
}

interface WayProps {
  game: string;
  way: PresetInfo;
  chosen: boolean;
  choose: (next: PresetInfo) => void;
}

function Way({ game, way, chosen, choose }: WayProps): JSX.Element {
  return (
    <label class={chosen ? "preset chosen" : "preset"}>
      <input type="radio" name="preset" checked={chosen} onChange={() => choose(way)} />
      {way.picture?.length ? (
        <span class="way-picture" data-game={game} style={hue(game)}>
          <Pictured picture={way.picture} />
        </span>
      ) : null}
      <span class="preset-words">
        <b>{way.title}</b>
        <Cited text={way.help} game={game} />
      </span>
    </label>
  );
}

// What holds at a table beside the game's rules: who plays for somebody away, how much time there is, who may come.

/** How long a seat waits for its owner, in seconds, with how it is said. */
const WAITS: readonly (readonly [number, string])[] = [
  [30, "a bot plays after 30 seconds"],
  [120, "a bot plays after 2 minutes"],
  [600, "a bot plays after 10 minutes"],
  [86_400, "a bot plays after a day"],
  [0, "everybody waits"],
];
export const USUAL_AWAY = 120;

/** Who plays for somebody who is away. */
export function Away({ seconds, set }: { seconds: number; set: (seconds: number) => void }): JSX.Element {
  return (
    <label class="row-label away">
      <span>Who is away</span>
      <select value={seconds} onChange={(event) => set(Number(event.currentTarget.value))}>
        {WAITS.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The clocks there may be, with how they are said. */
const CLOCKS: readonly (readonly [Timing, string])[] = [
  [{}, "as long as everybody likes"],
  [{ turn: 30 }, "30 seconds for each turn"],
  [{ turn: 60 }, "1 minute for each turn"],
  [{ turn: 180 }, "3 minutes for each turn"],
  [{ turn: 86_400 }, "a day for each turn"],
  [{ match: 300, more: 5 }, "5 minutes in all, 5 seconds more each turn"],
  [{ match: 900, more: 10 }, "15 minutes in all, 10 seconds more each turn"],
  [{ match: 1800 }, "30 minutes in all"],
];

/** How much time everybody has. What happens at zero is said before anybody sits down. */
export function Clocks({ set }: { set: (timing: Timing) => void }): JSX.Element {
  return (
    <label class="row-label clocks">
      <span>Time</span>
      <select onChange={(event) => set(CLOCKS[event.currentTarget.selectedIndex]?.[0] ?? {})}>
        {CLOCKS.map(([, text]) => (
          <option key={text}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/** Who may sit down and watch. */
export function Comes({ listed, set }: { listed: boolean; set: (listed: boolean) => void }): JSX.Element {
  return (
    <label class="row-label comes">
      <span>Who may come</span>
      <select value={String(listed)} onChange={(event) => set(event.currentTarget.value === "true")}>
        <option value="false">whoever has the link</option>
        <option value="true">anybody: it stands in the lobby</option>
      </select>
    </label>
  );
}
