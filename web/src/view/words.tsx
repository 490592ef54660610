// The word box: looks a word up in the match's list and in the room's dictionaries, whatever cards anybody has.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { problemOf, request } from "../state/api";
import { storage } from "../state/device";
import { grouped } from "../state/grouped";
import type { AtTable } from "../state/table";
import { ownList, rememberList } from "../state/wordlist";
import { letters, type WordBox } from "../state/words";
import type { Catalogue, Definition, Problem, WordInfo, WordLists } from "../types";
import { capital, Refusal, WordButton } from "./cite";
import { Picker } from "./form";
import { useAnswer } from "./request";
import { Sheet } from "./sheet";

export function WordSheet({ table }: AtTable): JSX.Element | null {
  if (!table.scene.value?.words) return null;
  return (
    <MatchWords box={table.words} match={table.match}>
      <HintWords table={table} />
    </MatchWords>
  );
}

/** The word box of a match ("": of no match), while it is open. */
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

/** Maximum number of words looked up before that are listed. */
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
        {found && ("code" in found ? <Refusal problem={found} /> : <Found box={box} word={found} judgedByMatch={match !== ""} />)}
      </section>
      {box.before.value.some((word) => word !== at) && (
        <p class="before">
          <span>Before</span>
          {box.before.value
            .filter((word) => word !== at)
            .map((word) => (
              <button type="button" class="act" translate={false} key={word} onClick={() => (box.at.value = word)}>
                {word.toUpperCase()}
              </button>
            ))}
        </p>
      )}
    </>
  );
}

/** The choice of the vocabulary of hints. */
function HintWords({ table }: AtTable): JSX.Element | null {
  const names = useAnswer<Catalogue>("/api/games").found?.vocabularies ?? []; // without an answer the word box goes without
  const choose = (name: string): void => {
    table.hintWords.value = name;
    storage.set("hint-words", name);
  };
  return names.length ? (
    <Vocabulary usual="all words" label="Hints know" value={table.hintWords.value} names={names} choose={choose} />
  ) : null;
}

/** The choice of the word list for tables that one opens, with the printed dictionaries that it resembles. */
export function OwnWords(): JSX.Element | null {
  const lists = (useAnswer<WordLists>("/api/words").found?.lists ?? []).filter(({ like }) => like);
  const [chosen, setChosen] = useState(ownList() || lists[0]?.name);
  const name = chosen || lists[0]?.name || "";
  const choose = (next: string): void => {
    rememberList(next);
    setChosen(next);
  };
  if (!lists.length) return null;
  return (
    <>
      <Picker label="Your tables" value={name} set={choose} choices={lists.map((list) => [list.name, listTitle(list.name)] as const)} />
      <p class="small">{lists.find((list) => list.name === name)?.like} Whatever list a table has decides; nobody at it does.</p>
    </>
  );
}

/** @param judged whether the match's list decides; else all lists with the word are named */
function Found({
  box,
  word: { word, listed, lists, among, level, definitions, missing },
  judgedByMatch: judged,
}: {
  box: WordBox;
  word: WordInfo;
  judgedByMatch: boolean;
}): JSX.Element {
  const valid = judged ? listed : lists.length > 0;
  const where = judged
    ? `${listed ? "" : "not "}in ${among.map(listTitle).join(", ")}`
    : lists.length === among.length
      ? "in every list"
      : lists.length
        ? `in ${lists.map(listTitle).join(", ")}`
        : "in no list";
  const bases = grouped(definitions, ({ base = "", see = false }) => `${see ? "see" : "a form of"} ${base}`);
  const sources = [...new Set(definitions.map(({ source = "" }) => source))].filter(Boolean);
  return (
    <>
      <h3 translate={false}>{word.toUpperCase()}</h3>
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

/** Return the name of a word list for people. */
function listTitle(list: string): string {
  return capital(list.replaceAll("-", " "));
}

/** The senses of the word, or of the word that it is a form of, with a link to that one. */
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

interface VocabularyProps {
  label: string;
  value: string;
  /** The text for no choice. */
  usual: string;
  names: readonly string[];
  choose: (name: string) => void;
}

/** The choice of how many words a bot or a hint knows. */
export function Vocabulary({ label, value, usual, names, choose }: VocabularyProps): JSX.Element {
  const choices = [["", usual], ...names.map((each) => [each, `${each.replaceAll("-", " ")} words`] as const)] as const;
  return <Picker label={label} value={value} set={choose} choices={choices} />;
}
