// Setting up a table: a preset, who sits where, and every option behind a fold. The form comes from the game's options.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { kept, problemOf } from "../line/api";
import { Sheet } from "../page/sheet";
import { Refusal } from "../rules/cite";
import { Marker } from "../table/seat";
import type { BirdInfo, Catalogue, GameInfo, PresetInfo, Problem, Timing } from "../types";
import { Options, hasWords, type Values } from "./options";
import { open, usualSeats } from "./sit";
import { OPEN, Sitters, filled, here } from "./sitters";
import { Away, Clocks, Comes, USUAL_AWAY } from "./terms";
import { Vocabulary } from "./vocabulary";
import { Ways } from "./ways";

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
  const birdsPlay = sitters.some((sitter) => sitter !== OPEN && !here(sitter));
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
    const seats = sitters.map((sitter) => (words && sitter !== OPEN && !here(sitter) ? `${sitter}:${words}` : sitter));
    open({ game: game.name, preset, options: changed, seats, name, away, listed, timing }).catch((error: unknown) => setProblem(problemOf(error)));
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
                <input value={name} onInput={(event) => setName(event.currentTarget.value)} placeholder="Your name" maxLength={24} autocomplete="nickname" />
              </label>
            </Sitters>
          </fieldset>
        </div>
        <div class="setup-rail">
          <fieldset class="terms">
            <legend class="heard">How it is played</legend>
            {hasWords(game) && birdsPlay && <Vocabulary label="Bots know" value={words} usual="what is theirs" names={vocabularies} choose={setWords} />}
            {sitters.some((sitter) => sitter === OPEN || here(sitter)) && <Clocks set={setTiming} />}
            {sitters.includes(OPEN) && <Away seconds={away} set={setAway} />}
            {sitters.includes(OPEN) && <Comes listed={listed} set={setListed} />}
          </fieldset>
          <Options game={game} preset={preset} changed={changed} change={(field, value) => setChanged((old) => ({ ...old, [field]: value }))} />
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
