// What ends a turn for good is a draft first: it is shown as it would be, and done only when its button is chosen.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { StillPiece } from "../pieces/piece";
import type { Ask } from "../types";
import { draft, drop, pending, scene, undraft, type OfferedAct } from "./now";
import { send } from "./room";

/** What would be done: a button that does it, and one that takes it back. */
export function Draft({ choice: { id, act } }: { choice: OfferedAct }): JSX.Element {
  const button = useFocus(id);
  return (
    <div class="draft">
      <p class="draft-note">{act.note || (act.to ? "Move it to another lit place, or do it." : "It cannot be taken back.")}</p>
      <div class="actions" role="group" aria-label="Your draft">
        <button type="button" class="act" data-act="undraft" onClick={undraft}>
          Take back
        </button>
        <Doing button={button} id={id} label={act.confirm ?? act.label} />
      </div>
    </div>
  );
}

/** The yellow button. */
function Doing({ button, id, label }: { button: { current: HTMLButtonElement | null }; id: string; label: string }): JSX.Element {
  return (
    <button
      ref={button}
      type="button"
      class="act main"
      data-act={id}
      aria-busy={pending.value?.act === id}
      aria-disabled={pending.value !== null}
      onClick={() => send(id)}
    >
      {label}
      <kbd data-text="↵" />
    </button>
  );
}

/** The focus goes to the button when there is something else to do with it, and back when it is dropped. */
function useFocus(id: string): { current: HTMLButtonElement | null } {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    button.current?.focus({ preventScroll: true });
    return () => before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true });
  }, [id]);
  return button;
}

/** What a lit place holds: what a piece would bring there, or the piece, while that is the draft. */
export function Lit({ choice }: { choice: OfferedAct }): JSX.Element | null {
  const { act } = choice;
  const piece = draft.value?.id === choice.id && scene.value?.pieces[act.on?.slice(2) ?? ""];
  return (
    <>
      {piece && (
        <span class="drafted" aria-hidden="true">
          <StillPiece piece={piece} />
        </span>
      )}
      {act.gain && <span class="glyph brings" aria-hidden="true" data-text={act.gain} />}
    </>
  );
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** A letter is chosen by tapping or typing it. Where it ends the turn, it is a draft like any other. */
export function LetterPad({ choice: { id, act }, ask }: { choice: OfferedAct; ask: Ask }): JSX.Element {
  const [letter, setLetter] = useState("");
  const pad = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => pad.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  const choose = (chosen: string): void => (act.confirm ? setLetter(chosen) : send(`${id} ${chosen}`));
  const typed = ({ key }: KeyboardEvent): void => {
    if (LETTERS.includes(key.toUpperCase())) choose(key.toUpperCase());
    else if (key === "Escape") drop();
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
        <button type="button" class="act" data-act="undraft" onClick={drop}>
          Take back
        </button>
        {letter && <PadDoing act={`${id} ${letter}`} label={[`${act.confirm} ${letter}`, ask.gains?.[LETTERS.indexOf(letter)]]} />}
      </div>
    </div>
  );
}

function PadDoing({ act, label }: { act: string; label: readonly (string | undefined)[] }): JSX.Element {
  return <Doing button={useFocus(act)} id={act} label={label.filter(Boolean).join(": ")} />;
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
