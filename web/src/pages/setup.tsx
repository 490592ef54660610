// The form that sets up a table: a preset, the players, the terms, and every option behind a fold.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { browser, storage } from "../state/device";
import { openTable, usualSeats } from "../state/sit";
import { DICTIONARY, ownWords, rememberList } from "../state/wordlist";
import type { BirdInfo, Catalogue, GameInfo, PresetInfo, Timing } from "../types";
import { Cited, Refusal } from "../view/cite";
import { Picker, Preset, submitted } from "../view/form";
import { hue } from "../view/hue";
import { Pictured } from "../view/piece";
import { useAsking } from "../view/request";
import { Marker } from "../view/seat";
import { Sheet } from "../view/sheet";
import { Vocabulary } from "../view/words";
import { hasWords, Options, type Values } from "./options";
import { OPEN, resized, Sitters, sharesDevice } from "./sitters";

interface Props {
  game: GameInfo;
  catalogue: Catalogue;
  close: () => void;
}

export function SetUp({ game, catalogue: { birds, own_players, usual, vocabularies }, close }: Props): JSX.Element {
  const [preset, setPreset] = useState(game.presets[0]?.name ?? "");
  const [changed, setChanged] = useState<Values>(ownWords(game));
  const [name, setName] = useState(storage.get("name"));
  const [sitters, setSitters] = useState<readonly string[]>(Array<string>(usualSeats(game) - 1).fill(usual));
  const [words, setWords] = useState("");
  const [away, setAway] = useState(USUAL_AWAY);
  const [listed, setListed] = useState(false);
  const [talk, setTalk] = useState(false);
  const [timing, setTiming] = useState<Timing>({});
  const { problem, run } = useAsking();
  const needed = game.for_seats[sitters.length + 1] ?? {};
  const bots = [...birds, ...own_players];
  const isBird = (sitter: string): boolean => birds.some((bird) => bird.name === sitter);
  const choosePreset = (next: PresetInfo): void => {
    setPreset(next.name);
    setChanged(next.values[DICTIONARY] ? {} : ownWords(game));
    const seats = Number(next.values.seats ?? 0);
    if (seats) setSitters(resized(sitters, seats - 1));
  };
  const begin = (): Promise<void> => {
    storage.set("name", name);
    rememberList(changed[DICTIONARY]);
    const seats = sitters.map((sitter) => (words && isBird(sitter) ? `${sitter}:${words}` : sitter));
    return openTable(browser, { game: game.name, preset, options: { ...needed, ...changed }, seats, name, away, listed, talk, timing });
  };
  return (
    <Sheet title={`A table for ${game.title}`} close={close}>
      <form class="setup" onSubmit={submitted(() => run(begin))} onInvalidCapture={unfold}>
        <div class="setup-main">
          {shownPresets(game).length > 1 && <Presets game={game} preset={preset} choose={choosePreset} />}
          <fieldset class="who">
            <legend>Who plays</legend>
            <Sitters game={game} birds={bots} sitters={sitters} set={setSitters}>
              <label class="sitter">
                <Marker seat={0} name={name || "You"} />
                <span class="heard">You</span>
                <input
                  value={name}
                  onInput={(event) => setName(event.currentTarget.value)}
                  placeholder="Your name"
                  data-most={24}
                  autocomplete="nickname"
                />
              </label>
            </Sitters>
          </fieldset>
        </div>
        <div class="setup-rail">
          <fieldset class="terms">
            <legend class="heard">How it is played</legend>
            {hasWords(game) && sitters.some(isBird) && (
              <Vocabulary label="Bots know" value={words} usual="what is theirs" names={vocabularies} choose={setWords} />
            )}
            {sitters.some((sitter) => sitter === OPEN || sharesDevice(sitter)) && (
              <Picker
                label="Time"
                look="clocks"
                set={(index) => setTiming(CLOCKS[Number(index)]?.[0] ?? {})}
                choices={CLOCKS.map(([, text], index) => [index, text])}
              />
            )}
            {sitters.includes(OPEN) && (
              <>
                <Picker label="Who is away" look="away" value={away} set={(seconds) => setAway(Number(seconds))} choices={WAITS} />
                <Picker
                  label="Who may come"
                  look="comes"
                  value={String(listed)}
                  set={(value) => setListed(value === "true")}
                  choices={COMERS}
                />
                <Picker label="What to say" look="talk" value={String(talk)} set={(value) => setTalk(value === "true")} choices={TALK} />
              </>
            )}
          </fieldset>
          <Options
            game={game}
            preset={preset}
            needed={needed}
            changed={changed}
            change={(field, value) => setChanged((old) => ({ ...old, [field]: value }))}
          />
          <footer class="setup-foot">
            {problem && <Refusal problem={problem} game={game.name} />}
            <p>{openingText(game, bots, sitters, needed, listed)}</p>
            <button type="submit" class="act main">
              Open the table
            </button>
          </footer>
        </div>
      </form>
    </Sheet>
  );
}

/** Return a sentence about what the button will do. */
function openingText(
  { title, seats: [, most], options }: GameInfo,
  birds: readonly BirdInfo[],
  sitters: readonly string[],
  needed: Values,
  listed: boolean,
): string {
  const free = sitters.filter((sitter) => sitter === OPEN).length;
  const near = sitters.filter(sharesDevice).length;
  const bots = sitters.flatMap((sitter) => birds.find(({ name }) => name === sitter)?.title ?? []);
  const parts = [
    most === 1 ? `${title}, for you alone.` : `${title} for ${sitters.length + 1}.`,
    ...options.flatMap((field) => (needed[field.name] === undefined ? [] : [`${field.title}: ${needed[field.name]}.`])),
    bots.length ? `${listedNames(bots)} ${bots.length > 1 ? "sit" : "sits"} down at once.` : "",
    near ? "The device goes from hand to hand." : "",
    free ? `${free === 1 ? "One place waits" : `${free} places wait`} for ${listed ? "anybody" : "whoever has the link"}.` : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Return names as a phrase, each name once: "2 Wrens and Owl". */
function listedNames(names: readonly string[]): string {
  const groups = [...new Set(names)].map((name) => {
    const count = names.filter((each) => each === name).length;
    return count > 1 ? `${count} ${name}s` : name;
  });
  return groups.length > 1 ? `${groups.slice(0, -1).join(", ")} and ${groups.at(-1)}` : (groups[0] ?? "");
}

/** Open the fold around an invalid field: the browser can point only at fields that are visible. */
function unfold({ target }: Event): void {
  const fold = (target as Element).closest("details");
  if (fold) fold.open = true;
}

/** Return the presets for players; others are for tests and experiments. */
export function shownPresets({ presets }: GameInfo): readonly PresetInfo[] {
  return presets.filter(({ small }) => !small);
}

interface WaysProps {
  game: GameInfo;
  preset: string;
  choose: (next: PresetInfo) => void;
}

/** The presets of a game, each with a picture of what is different in it. */
function Presets({ game, preset, choose }: WaysProps): JSX.Element {
  return (
    <fieldset class="presets">
      <legend>Which {game.title}?</legend>
      <div class="ways">
        {shownPresets(game).map((each) => (
          <Preset
            key={each.name}
            group="preset"
            title={each.title}
            text={<Cited text={each.help} game={game.name} />}
            chosen={each.name === preset}
            choose={() => choose(each)}
          >
            {each.picture?.length ? (
              <span class="way-picture" data-game={game.name} style={hue(game.name)}>
                <Pictured picture={each.picture} />
              </span>
            ) : null}
          </Preset>
        ))}
      </div>
    </fieldset>
  );
}

/** Seconds that a seat waits for an absent player, with their texts. */
const WAITS: readonly (readonly [number, string])[] = [
  [30, "a bot plays after 30 seconds"],
  [120, "a bot plays after 2 minutes"],
  [600, "a bot plays after 10 minutes"],
  [86_400, "a bot plays after a day"],
  [0, "everybody waits"],
];
const USUAL_AWAY = 120;

/** The possible clocks, with their texts. */
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

/** Who may sit down and watch. */
const TALK = [
  ["false", "a few fixed sentences"],
  ["true", "whatever people type"],
] as const;
const COMERS = [
  ["false", "whoever has the link"],
  ["true", "anybody: it stands in the lobby"],
] as const;
