// Setting up a table: a preset, who sits where, and every option behind a fold. The form comes from the game's options.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { kept, problemOf, request } from "../line/api";
import { Sheet } from "../page/sheet";
import { Bird } from "../pieces/birds";
import { hue } from "../pieces/hue";
import { Cited, Refusal } from "../rules/cite";
import type { BirdInfo, Catalogue, GameInfo, ListInfo, OptionField, PresetInfo, Problem, Timing, WordLists } from "../types";
import { Marker } from "../table/seat";
import { counted } from "../you/dailytext";
import { open, usualSeats } from "./sit";
import { Vocabulary } from "./vocabulary";

type Values = Record<string, number | string>;

interface Props {
  game: GameInfo;
  catalogue: Catalogue;
  close: () => void;
}

export function SetUp({ game, catalogue: { birds, usual, vocabularies }, close }: Props): JSX.Element {
  const [preset, setPreset] = useState(game.presets[0]?.name ?? "");
  const [changed, setChanged] = useState<Values>({});
  const [name, setName] = useState(kept.get("name"));
  const [sitters, setSitters] = useState<readonly string[]>(Array<string>(usualSeats(game) - 1).fill(usual));
  const [words, setWords] = useState("");
  const [away, setAway] = useState(USUAL_AWAY);
  const [listed, setListed] = useState(false);
  const [timing, setTiming] = useState<Timing>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const lists = useLists(game);
  const chosen = game.presets.find((each) => each.name === preset);
  const [, most] = game.seats;
  const choosePreset = (next: PresetInfo): void => {
    setPreset(next.name);
    setChanged({});
    const seats = Number(next.values.seats ?? 0);
    if (seats) setSitters(filled(sitters, seats - 1));
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    kept.set("name", name);
    setProblem(null);
    const seats = sitters.map((sitter) => (words && sitter !== "open" && !here(sitter) ? `${sitter}:${words}` : sitter));
    open({ game: game.name, preset, options: changed, seats, name, away, listed, timing }).catch((error: unknown) => setProblem(problemOf(error)));
  };
  return (
    <Sheet title={`A table for ${game.title}`} close={close}>
      <form class="setup" onSubmit={submit} onInvalidCapture={unfold}>
        {game.presets.length > 1 && <Presets game={game} preset={preset} choose={choosePreset} />}
        <fieldset class="who">
          <legend>Who plays</legend>
          <div class="seats-cloth" data-game={game.name} style={hue(game.name)}>
            <label class="row-label sitter">
              <Marker seat={0} name={name || "You"} />
              <span class="heard">You</span>
              <input value={name} onInput={(event) => setName(event.currentTarget.value)} placeholder="Your name" maxLength={24} autocomplete="nickname" />
            </label>
            <Sitters game={game} birds={birds} sitters={sitters} set={setSitters} />
          </div>
          {most > 1 && <Birds birds={birds} chosen={sitters} />}
        </fieldset>
        <fieldset class="terms">
          <legend class="heard">How it is played</legend>
          {hasWords(game) && sitters.some((sitter) => sitter !== "open" && !here(sitter)) && (
            <Vocabulary label="Bots know" value={words} usual="what is theirs" names={vocabularies} choose={setWords} />
          )}
          {sitters.includes("open") && <Away seconds={away} set={setAway} />}
          {sitters.some((sitter) => sitter === "open" || here(sitter)) && <Clocks set={setTiming} />}
          {sitters.includes("open") && <Comes listed={listed} set={setListed} />}
        </fieldset>
        <details class="fold">
          <summary>
            All options <small>{told(Object.keys(changed).length)}</small>
          </summary>
          {game.options
            .filter((field) => field.name !== "seats")
            .map((field) => (
              <OptionRow
                key={`${preset} ${field.name}`}
                game={game.name}
                field={field}
                lists={field.name === DICTIONARY ? lists : []}
                value={changed[field.name] ?? chosen?.values[field.name] ?? field.default}
                set={(value) => setChanged((old) => ({ ...old, [field.name]: value }))}
              />
            ))}
        </details>
        <footer class="setup-foot">
          {problem && <Refusal problem={problem} game={game.name} />}
          <p>{promise(game, birds, sitters, listed)}</p>
          <button type="submit" class="act main">
            Open the table
          </button>
        </footer>
      </form>
    </Sheet>
  );
}

/** How many options are not as the chosen way to play has them. */
function told(changed: number): string {
  return changed ? `${counted(changed, "option")} changed` : "as in the way to play above";
}

/** What opening the table will do. */
function promise({ title, seats: [, most] }: GameInfo, birds: readonly BirdInfo[], sitters: readonly string[], listed: boolean): string {
  const free = sitters.filter((sitter) => sitter === "open").length;
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

/** How long a seat waits for its owner, in seconds, with how it is said. */
const WAITS: readonly (readonly [number, string])[] = [
  [30, "a bot plays after 30 seconds"],
  [120, "a bot plays after 2 minutes"],
  [600, "a bot plays after 10 minutes"],
  [86_400, "a bot plays after a day"],
  [0, "everybody waits"],
];
const USUAL_AWAY = 120;

/** Who plays for somebody who is away. */
function Away({ seconds, set }: { seconds: number; set: (seconds: number) => void }): JSX.Element {
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
function Clocks({ set }: { set: (timing: Timing) => void }): JSX.Element {
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
function Comes({ listed, set }: { listed: boolean; set: (listed: boolean) => void }): JSX.Element {
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

/** The option that names a match's word list. */
const DICTIONARY = "dictionary";

function hasWords({ options }: GameInfo): boolean {
  return options.some(({ name }) => name === DICTIONARY);
}

/** The word lists the room has, if the game needs one; asked for anew for every table, as one may have been installed. */
function useLists(game: GameInfo): readonly ListInfo[] {
  const [lists, setLists] = useState<readonly ListInfo[]>([]);
  useEffect(() => {
    if (!hasWords(game)) return;
    request<WordLists>("/api/words").then((answer) => setLists(answer.lists), () => undefined);
  }, [game]);
  return lists;
}

/** The same sitters for another number of seats; new ones are like the last. */
function filled(sitters: readonly string[], count: number): readonly string[] {
  const last = sitters.at(-1) ?? "open";
  return Array.from({ length: Math.max(0, count) }, (_, index) => sitters[index] ?? last);
}

interface PresetsProps {
  game: GameInfo;
  preset: string;
  choose: (next: PresetInfo) => void;
}

/** How the help of a preset ends that is for tests, and for whoever tries a game out. */
const SMALL = "for tests.";

function Presets({ game, preset, choose }: PresetsProps): JSX.Element {
  const radio = (each: PresetInfo): JSX.Element => (
    <label key={each.name} class={each.name === preset ? "preset chosen" : "preset"}>
      <input type="radio" name="preset" checked={each.name === preset} onChange={() => choose(each)} />
      <span>
        <b>{each.title}</b>
        <br />
        <Cited text={each.help} game={game.name} />
      </span>
    </label>
  );
  const [ways, small] = [game.presets.filter(({ help }) => !help.endsWith(SMALL)), game.presets.filter(({ help }) => help.endsWith(SMALL))];
  return (
    <fieldset class="presets">
      <legend>Which {game.title}?</legend>
      <div class="ways">{ways.map(radio)}</div>
      {small.length > 0 && (
        <details class="fold">
          <summary>{small.length === 1 ? "A very small one" : `${small.length} very small ones`}</summary>
          <div class="ways">{small.map(radio)}</div>
        </details>
      )}
    </fieldset>
  );
}

/** Somebody who gets this device handed, with the name behind a colon. */
const HERE = "here";

function here(sitter: string): boolean {
  return sitter.startsWith(HERE);
}

interface SittersProps {
  game: GameInfo;
  birds: readonly BirdInfo[];
  sitters: readonly string[];
  set: (next: readonly string[]) => void;
}

function Sitters({ game, birds, sitters, set }: SittersProps): JSX.Element | null {
  const [least, most] = game.seats;
  if (most === 1) return null;
  const seats = sitters.length + 1;
  const put = (index: number, who: string): void => set(sitters.map((old, at) => (at === index ? who : old)));
  return (
    <>
      {sitters.map((sitter, index) => (
        <label class={sitter === "open" ? "row-label sitter free" : "row-label sitter"} key={index}>
          {sitter === "open" ? <span class="marker free-seat" aria-hidden="true" /> : <Marker seat={index + 1} bird={sitter} name={sitter.slice(HERE.length + 1) || String(index + 2)} />}
          <span class="heard">Seat {index + 2}</span>
          <select value={here(sitter) ? HERE : sitter} onChange={(event) => put(index, event.currentTarget.value)}>
            {birds.map(({ name, title, level }) => (
              <option key={name} value={name}>
                {title} ({level})
              </option>
            ))}
            <option value="open">A friend, by a link</option>
            <option value={HERE}>Somebody here, on this device</option>
          </select>
          {here(sitter) && (
            <input
              class="here-name"
              value={sitter.slice(HERE.length + 1)}
              onInput={(event) => put(index, `${HERE}:${event.currentTarget.value}`)}
              aria-label={`Name of who sits on seat ${index + 2}`}
              placeholder={`Player ${index + 2}`}
              maxLength={24}
              autocomplete="off"
            />
          )}
        </label>
      ))}
      <div class="row-label seat-count">
        <span>Seats</span>
        <span class="stepper">
          <button type="button" class="act" aria-label="One seat fewer" disabled={seats <= least} onClick={() => set(filled(sitters, seats - 2))}>
            −
          </button>
          <output>{seats}</output>
          <button type="button" class="act" aria-label="One seat more" disabled={seats >= most} onClick={() => set(filled(sitters, seats))}>
            +
          </button>
        </span>
      </div>
    </>
  );
}

/** Who the bots are, from the weakest to the strongest. */
function Birds({ birds, chosen }: { birds: readonly BirdInfo[]; chosen: readonly string[] }): JSX.Element {
  return (
    <details class="fold">
      <summary>Who the bots are</summary>
      <ul class="birds">
        {birds.map(({ name, title, level, help }) => (
          <li key={name} class={chosen.includes(name) ? "chosen" : ""}>
            <Bird name={name} />
            <b>{title}</b> <small>{level}</small>
            <span>{help}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FieldProps {
  game: string;
  field: OptionField;
  /** The word lists to choose from, if the option names one. */
  lists: readonly ListInfo[];
  value: number | string;
  set: (value: number | string) => void;
}

/** Ranges up to this wide are offered as a list; beside words, as they cannot be typed into one field, all there are. */
const LISTED = 40;

function OptionRow({ game, ...option }: FieldProps): JSX.Element {
  const { field } = option;
  const id = `option-${field.name}`;
  return (
    <div class={field.free ? "option wide" : "option"}>
      <label for={id}>{field.title}</label>
      <OptionInput id={id} {...option} />
      <p id={`${id}-help`} class="small">
        <Cited text={field.help} game={game} /> {limits(field)}
      </p>
    </div>
  );
}

function OptionInput({ id, field, lists, value, set }: Omit<FieldProps, "game"> & { id: string }): JSX.Element {
  const shared = { id, value, "aria-describedby": `${id}-help` };
  const choices = choicesOf(field, lists, value);
  const typed = { ...shared, autocomplete: "off", spellcheck: false, onInput: (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.value) } as const;
  if (!choices) return field.free ? <input {...typed} /> : <input {...typed} type="number" required min={field.least ?? 0} max={field.most ?? 0} />;
  return (
    <select {...shared} onChange={(event) => set(event.currentTarget.value)}>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** What may be chosen, with how it is shown; null where that is too much for a list. */
function choicesOf(field: OptionField, lists: readonly ListInfo[], value: number | string): (readonly [number | string, string])[] | null {
  if (lists.length) {
    const named = lists.map(({ name, words }) => [name, `${name} (${words.toLocaleString("en")} words)`] as const);
    return named.some(([name]) => name === value) ? named : [[value, String(value)], ...named];
  }
  const { choices = [], said = [] } = field;
  const numbers = numbersOf(field);
  if (field.free || !numbers) return null;
  return [...choices.map((choice, index) => [choice, said[index] ?? choice] as const), ...numbers.map((number) => [number, String(number)] as const)];
}

/** What may be typed, where there is no list to choose from. */
function limits(field: OptionField): string {
  return numbersOf(field) ? "" : `${field.least} to ${field.most}.`;
}

/** The numbers that may be chosen; null where they are too many for a list. */
function numbersOf({ least, most, choices = [] }: OptionField): number[] | null {
  if (least == null || most == null) return [];
  return most - least < LISTED || choices.length ? Array.from({ length: most - least + 1 }, (_, index) => least + index) : null;
}
