// Looking words up at the table, by the match's list and the room's dictionaries; it tells nothing of anybody's cards.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { problemOf, request } from "../state/api";
import { storage } from "../state/device";
import { grouped } from "../state/grouped";
import type { AtTable } from "../state/table";
import { letters, type WordBox } from "../state/words";
import type { Catalogue, Definition, Problem, WordInfo } from "../types";
import { capital, Refusal, WordButton } from "./cite";
import { Sheet } from "./sheet";

export function WordSheet({ table }: AtTable): JSX.Element | null {
  if (!table.scene.value?.words) return null;
  return (
    <MatchWords box={table.words} match={table.match}>
      <HintWords table={table} />
    </MatchWords>
  );
}

/** The word box of a match, or of no match at all, once something has opened it. */
export function MatchWords({ box, match, children }: { box: WordBox; match: string; children?: ComponentChildren }): JSX.Element | null {
  useEffect(() => () => void (box.at.value = null), []);
  if (box.at.value === null) return null;
  return (
    <Sheet title="Look a word up" close={() => (box.at.value = null)}>
      <WordForm box={box} match={match} at={box.at.value} />
      {children}
    </Sheet>
  );
}

/** How many words that were looked up before are shown. */
const BEFORE = 6;

function WordForm({ box, match, at }: { box: WordBox; match: string; at: string }): JSX.Element {
  const [typed, setTyped] = useState(at);
  const [found, setFound] = useState<WordInfo | Problem | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // before anybody can type
    setTyped(at);
    setFound(null);
    if (!at) field.current?.focus();
  }, [match, at]);
  useEffect(() => {
    if (!at) return undefined;
    const asking = new AbortController();
    const path = `/api/words/${at}${match && `?match=${encodeURIComponent(match)}`}`;
    request<WordInfo>(path, undefined, asking.signal)
      .catch(problemOf)
      .then((answer) => {
        if (asking.signal.aborted) return;
        setFound(answer);
        if ("word" in answer) box.before.value = [...box.before.value.filter((word) => word !== at), at].slice(-BEFORE);
      });
    return () => asking.abort();
  }, [match, at]);
  const submit = (event: Event): void => {
    event.preventDefault();
    box.at.value = typed;
  };
  return (
    <>
      <form class="answer" onSubmit={submit}>
        <input
          ref={field}
          class="spelled"
          value={typed}
          onInput={(event) => setTyped(letters(event.currentTarget.value))}
          aria-label="The word"
          maxLength={60}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="search"
        />
        <button type="submit" class="act main">
          Look up
        </button>
      </form>
      <section class="found" role="status">
        {!found && <p class="waiting">{at ? "Looking it up …" : "Any word, as often as you like: it costs nothing."}</p>}
        {found && ("code" in found ? <Refusal problem={found} /> : <Found box={box} word={found} judged={match !== ""} />)}
      </section>
      {box.before.value.some((word) => word !== at) && (
        <p class="before">
          <span>Before</span>
          {box.before.value
            .filter((word) => word !== at)
            .map((word) => (
              <button type="button" class="act" key={word} onClick={() => (box.at.value = word)}>
                {word.toUpperCase()}
              </button>
            ))}
        </p>
      )}
    </>
  );
}

/** Which words hints are given with. */
function HintWords({ table }: AtTable): JSX.Element | null {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    request<Catalogue>("/api/games").then(
      ({ vocabularies }) => setNames(vocabularies),
      () => undefined, // the word box goes without
    );
  }, []);
  const choose = (name: string): void => {
    table.hintWords.value = name;
    storage.set("hint-words", name);
  };
  return names.length ? (
    <Vocabulary usual="all words" label="Hints know" value={table.hintWords.value} names={names} choose={choose} />
  ) : null;
}

/** @param judged whether it is judged by a match's list; else it is told in which lists it stands */
function Found({
  box,
  word: { word, listed, lists, among, level, definitions, missing },
  judged,
}: {
  box: WordBox;
  word: WordInfo;
  judged: boolean;
}): JSX.Element {
  const valid = judged ? listed : lists.length > 0;
  const where = judged
    ? `${listed ? "" : "not "}in ${among.map(called).join(", ")}`
    : lists.length === among.length
      ? "in every list"
      : lists.length
        ? `in ${lists.map(called).join(", ")}`
        : "in no list";
  const bases = grouped(definitions, ({ base = "", see = false }) => `${see ? "see" : "a form of"} ${base}`);
  const sources = [...new Set(definitions.map(({ source = "" }) => source))].filter(Boolean);
  return (
    <>
      <h3>{word.toUpperCase()}</h3>
      <p class={valid ? "verdict" : "verdict not"}>
        {valid ? "Valid" : "Not valid"}: it is {where}.{level && ` A ${level} word.`}
      </p>
      {[...bases].map(([title, senses]) => (
        <Senses box={box} key={title} senses={senses} />
      ))}
      {!definitions.length && <p>There is no definition of it here{missing && `: ${missing}`}.</p>}
      {sources.length > 0 && <p class="small">From {sources.join(" and ")}.</p>}
    </>
  );
}

/** A word list as people read its name. */
function called(list: string): string {
  return capital(list.replaceAll("-", " "));
}

/** The senses said of one word: of this one, or of the one it is a form of or formed from, which can be followed. */
function Senses({ box, senses }: { box: WordBox; senses: readonly Definition[] }): JSX.Element {
  const { base, see } = senses[0] ?? {};
  return (
    <>
      {base && (
        <p class="base">
          {see ? "See" : "A form of"} <WordButton box={box} word={letters(base)} />
        </p>
      )}
      <ul class="senses">
        {senses.map(({ kind, text }, index) => (
          <li key={index}>
            {kind && <i>{kind} </i>}
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

// How many words a bot or a hint knows, to be chosen from a list.

interface VocabularyProps {
  label: string;
  value: string;
  /** What stands for no choice. */
  usual: string;
  names: readonly string[];
  choose: (name: string) => void;
}

export function Vocabulary({ label, value, usual, names, choose }: VocabularyProps): JSX.Element {
  return (
    <label class="row-label">
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{usual}</option>
        {names.map((each) => (
          <option key={each} value={each}>
            {each.replaceAll("-", " ")} words
          </option>
        ))}
      </select>
    </label>
  );
}
