// Questions and drafts. An act that ends a turn is a draft first: the table shows it, and a button performs it.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { send } from "../state/play";
import { meantKey } from "../state/press";
import { letterAsked, spellFaces } from "../state/spell";
import { type AtTable, drop, type OfferedAct } from "../state/table";
import { letters } from "../state/words";

import type { Ask } from "../types";
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
  const typed = (event: KeyboardEvent): void => {
    const key = meantKey(event);
    if (LETTERS.includes(key.toUpperCase())) choose(key.toUpperCase());
    else if (key === "Escape") drop(table);
  };
  return (
    <div class="question spells" role="group" aria-label={ask.label} onKeyDown={typed}>
      <p>{ask.label}</p>
      <div class="pad" translate={false} ref={pad}>
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
      {letter} {gain && <small translate>{gain}</small>}
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
  const field = useRef<HTMLInputElement>(null);
  const faces = spellFaces(table.scene.value, choice);
  const byTouch = faces.length > 0 && matchMedia("(pointer: coarse)").matches; // the row is the keyboard
  useLayoutEffect(() => {
    const before = document.activeElement;
    table.answer.value = "";
    const first = byTouch ? document.querySelector<HTMLElement>(".board .half") : field.current;
    (first ?? field.current)?.focus({ preventScroll: true });
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  const { least = 1, most = 64 } = ask;
  const answer = table.answer.value;
  const fits = answer.length >= least && answer.length <= most;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (fits) send(table, `${choice.id} ${answer}`);
    else field.current?.focus();
  };
  const zone = table.scene.value?.zones[choice.act.on?.slice(2) ?? ""];
  return (
    <form class={faces.length ? "question claims" : "question"} onSubmit={submit}>
      <label for="answer">
        {faces.length > 0 && <span class="turn-flag">{`${capital(choice.act.verb)} ${zone?.label.toLowerCase()}`}</span>}{" "}
        {faces.length ? letterAsked(faces, answer) || "Is that it?" : ask.label}
      </label>
      <div class="answer">
        <span class="ink-word" translate={false}>
          {faces.map((_, place) => (
            <span key={place} class={answer[place] ? "ink" : place === answer.length ? "ink next" : "ink none"} aria-hidden="true">
              {answer[place] ?? (place === answer.length ? "?" : "")}
            </span>
          ))}
          <input
            ref={field}
            id="answer"
            class="spelled"
            value={answer}
            onInput={(event) => (table.answer.value = letters(event.currentTarget.value))}
            onKeyDown={(event) => event.key === "Escape" && drop(table)}
            maxLength={most}
            inputMode={byTouch ? "none" : "text"}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            enterkeyhint="done"
            aria-describedby="answer-length"
          />
        </span>
        <span id="answer-length" class="answer-length">
          {answer.length} of {least === most ? most : `${least} to ${most}`}
          {zone?.note && `, ${zone.note}`}
        </span>
      </div>
      <div class="actions">
        <button type="button" class="act" data-act="undraft" onClick={() => drop(table)}>
          Cancel
        </button>
        {faces.length > 0 && (
          <button
            type="button"
            class="act"
            data-act="back"
            aria-disabled={!answer}
            onClick={() => (table.answer.value = answer.slice(0, -1))}
          >
            Back
          </button>
        )}
        <button type="submit" class={fits ? "act main" : "act short"} aria-disabled={!fits} aria-busy={table.pending.value !== null}>
          {fits || !faces.length ? `${capital(choice.act.verb)}${fits ? ` ${answer}` : ""}` : lacking(least - answer.length)}
        </button>
      </div>
    </form>
  );
}

/** Return what a word still lacks. */
function lacking(count: number): string {
  return count === 1 ? "One more letter" : `${count} more letters`;
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
