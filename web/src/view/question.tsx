// Questions and drafts. An act that ends a turn is a draft first: the table shows it, and a button performs it.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { send } from "../state/play";
import { type AtTable, drop, type OfferedAct, type TableState } from "../state/table";
import { letters } from "../state/words";

import type { Ask, Face } from "../types";
import { SendButton } from "./act";
import { capital } from "./cite";
import { StillPiece } from "./piece";

/** The draft: a button that performs it, and one that cancels it. */
export function Draft({ table, choice: { id, act } }: { choice: OfferedAct } & AtTable): JSX.Element {
  const button = useFocus(id);
  return (
    <div class="draft">
      <p class="draft-note">{act.note || (act.to ? "Move it to another lit place, or play it." : "You can’t take this back.")}</p>
      <div class="actions" role="group" aria-label="Your draft">
        <button type="button" class="act" data-act="undraft" onClick={() => (table.draft.value = null)}>
          Take back
        </button>
        <SendButton table={table} button={button} id={id} look="act main" label={<KeyedText text={act.confirm ?? act.label} />} />
      </div>
    </div>
  );
}

/** The text of the yellow button, with its key. */
function KeyedText({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text}
      <kbd data-text="↵" />
    </>
  );
}

/** Focus the button whenever its act changes, and give the focus back when the button goes. */
function useFocus(id: string): { current: HTMLButtonElement | null } {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    button.current?.focus({ preventScroll: true });
    return () => before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true });
  }, [id]);
  return button;
}

/** The drafted piece, a picture below the button of its lit place: what is written on it is no part of the button's name. */
export function Drafted({ table, choice }: { choice: OfferedAct } & AtTable): JSX.Element | null {
  const piece = table.draft.value?.id === choice.id && table.scene.value?.pieces[choice.act.on?.slice(2) ?? ""];
  return piece ? (
    <span class="drafted" aria-hidden="true">
      <StillPiece piece={piece} />
    </span>
  ) : null;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The question for a letter, chosen by tap or key. If it ends the turn, it is a draft first. */
function LetterPad({ table, choice: { id, act }, ask }: { choice: OfferedAct; ask: Ask } & AtTable): JSX.Element {
  const [letter, setLetter] = useState("");
  const pad = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => pad.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  const choose = (chosen: string): void => (act.confirm ? setLetter(chosen) : send(table, `${id} ${chosen}`));
  const typed = ({ key }: KeyboardEvent): void => {
    if (LETTERS.includes(key.toUpperCase())) choose(key.toUpperCase());
    else if (key === "Escape") drop(table);
  };
  return (
    <div class="question spells" role="group" aria-label={ask.label} onKeyDown={typed}>
      <p>{ask.label}</p>
      <div class="pad" ref={pad}>
        {LETTERS.map((each, place) => (
          <Key key={each} letter={each} gain={ask.gains?.[place] ?? ""} chosen={each === letter} choose={choose} />
        ))}
      </div>
      <div class="actions">
        <button type="button" class="act" data-act="undraft" onClick={() => drop(table)}>
          Take back
        </button>
        {letter && (
          <PadDoing table={table} act={`${id} ${letter}`} label={[`${act.confirm} ${letter}`, ask.gains?.[LETTERS.indexOf(letter)]]} />
        )}
      </div>
    </div>
  );
}

function PadDoing({ table, act, label }: { act: string; label: readonly (string | undefined)[] } & AtTable): JSX.Element {
  const button = useFocus(act);
  return (
    <SendButton table={table} button={button} id={act} look="act main" label={<KeyedText text={label.filter(Boolean).join(": ")} />} />
  );
}

interface KeyProps {
  letter: string;
  gain: string;
  chosen: boolean;
  choose: (letter: string) => void;
}

function Key({ letter, gain, chosen, choose }: KeyProps): JSX.Element {
  return (
    <button type="button" class={chosen ? "pad-key chosen" : "pad-key"} aria-pressed={chosen} onClick={() => choose(letter)}>
      {letter} {gain && <small>{gain}</small>}
    </button>
  );
}

/** The question of an act. It stays open if the answer is refused. */
export function Question({ table, choice, ask }: { choice: OfferedAct; ask: Ask } & AtTable): JSX.Element {
  if (ask.kind === "choice") return <ChoiceQuestion table={table} choice={choice} ask={ask} />;
  return ask.kind === "letter" ? (
    <LetterPad table={table} choice={choice} ask={ask} />
  ) : (
    <WordQuestion table={table} choice={choice} ask={ask} />
  );
}

function WordQuestion({ table, choice, ask }: { choice: OfferedAct; ask: Ask } & AtTable): JSX.Element {
  const [answer, setAnswer] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  const { least = 1, most = 64 } = ask;
  const fits = answer.length >= least && answer.length <= most;
  const put = (text: string): void => {
    setAnswer(text);
    field.current?.focus();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (fits) send(table, `${choice.id} ${answer}`);
    else field.current?.focus();
  };
  return (
    <form class="question" onSubmit={submit}>
      <label for="answer">{ask.label}</label>
      <Speller table={table} on={choice.act.on ?? ""} answer={answer} put={put} />
      <div class="answer">
        <input
          ref={field}
          id="answer"
          class="spelled"
          value={answer}
          onInput={(event) => setAnswer(letters(event.currentTarget.value))}
          onKeyDown={(event) => event.key === "Escape" && drop(table)}
          maxLength={most}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="done"
          aria-describedby="answer-length"
        />
        <span id="answer-length" class="answer-length">
          {answer.length} of {least === most ? most : `${least} to ${most}`}
        </span>
        <button type="submit" class="act main" aria-disabled={!fits} aria-busy={table.pending.value !== null}>
          {capital(choice.act.verb)}
        </button>
        <button type="button" class="quiet" onClick={() => drop(table)}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function ChoiceQuestion({ table, choice, ask }: { choice: OfferedAct; ask: Ask } & AtTable): JSX.Element {
  return (
    <div class="question" role="group" aria-label={ask.label}>
      <p>{ask.label}</p>
      <div class="actions">
        {(ask.choices ?? []).map((option) => (
          <button key={option} type="button" class="act" onClick={() => send(table, `${choice.id} ${option}`)}>
            {option}
          </button>
        ))}
        <button type="button" class="quiet" onClick={() => drop(table)}>
          Cancel
        </button>
      </div>
    </div>
  );
}

/** Spells a word by taps on a row of two-letter cards: each card gives one of its letters, in order. */
function Speller({ table, on, answer, put }: { on: string; answer: string; put: (text: string) => void } & AtTable): JSX.Element | null {
  const faces = facesOn(table, on);
  if (!faces.length || faces.some((face) => face.kind !== "letters")) return null;
  const set = (place: number, letter: string): void => {
    const spelled = faces.map((face, index) => (index === place ? letter : (answer[index] ?? face.text)));
    put(spelled.slice(0, Math.max(place + 1, answer.length)).join(""));
  };
  return (
    <div class="speller" style={{ "--n": faces.length }}>
      {faces.map((face, place) => (
        <span class="spell-card" key={place}>
          {[face.text, face.second ?? ""].map((letter) => (
            <button
              key={letter}
              type="button"
              class={answer[place] === letter ? "chosen" : ""}
              aria-label={`Letter ${place + 1}: ${letter}`}
              aria-pressed={answer[place] === letter}
              onClick={() => set(place, letter)}
            >
              {letter}
            </button>
          ))}
        </span>
      ))}
    </div>
  );
}

function facesOn(table: TableState, ref: string): readonly Face[] {
  if (!ref.startsWith("z:")) return [];
  const { zones = {}, pieces = {} } = table.scene.value ?? {};
  return (zones[ref.slice(2)]?.items ?? []).flatMap((id) => pieces[id]?.face ?? []);
}
