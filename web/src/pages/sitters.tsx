// The choice of players: the seats on the cloth, and a strip of everybody who could take the picked seat.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { lettersOf } from "../state/letters";
import type { BirdInfo, GameInfo } from "../types";
import { Bird } from "../view/birds";
import { hue } from "../view/hue";
import { Marker } from "../view/seat";

/** A seat that waits for somebody to join. */
export const OPEN = "open";
/** The level of players of one's own, which have no drawing. */
const OWN = "own";
/** A person who shares this device; their name follows after a colon. */
const HERE = "here";

export function sharesDevice(sitter: string): boolean {
  return sitter.startsWith(HERE);
}

/** Return the sitters for another number of seats; new ones are like the last. */
export function resized(sitters: readonly string[], count: number): readonly string[] {
  const last = sitters.at(-1) ?? OPEN;
  return Array.from({ length: Math.max(0, count) }, (_, index) => sitters[index] ?? last);
}

interface Props {
  game: GameInfo;
  birds: readonly BirdInfo[];
  sitters: readonly string[];
  set: (next: readonly string[]) => void;
}

/** @param children the seat of the person who opens the table */
export function Sitters({ game, birds, sitters, set, children }: Props & { children: JSX.Element }): JSX.Element {
  const [least, most] = game.seats;
  const [picked, setPicked] = useState(0);
  const seats = sitters.length + 1;
  const at = Math.min(picked, sitters.length - 1);
  const put = (who: string): void => set(sitters.map((old, index) => (index === at ? who : old)));
  return (
    <>
      <div class="seats-cloth" data-game={game.name} style={hue(game.name)}>
        {children}
        {sitters.map((sitter, index) => (
          <SeatButton key={index} seat={index + 1} sitter={sitter} birds={birds} picked={index === at} pick={() => setPicked(index)} />
        ))}
        {least < most && (
          <div class="seat-count">
            <button
              type="button"
              class="act"
              aria-label="One seat fewer"
              disabled={seats <= least}
              onClick={() => set(resized(sitters, seats - 2))}
            >
              −
            </button>
            <output aria-label="Seats">{seats}</output>
            <button
              type="button"
              class="act"
              aria-label="One seat more"
              disabled={seats >= most}
              onClick={() => {
                set(resized(sitters, seats));
                setPicked(seats - 1);
              }}
            >
              +
            </button>
          </div>
        )}
      </div>
      {most > 1 && <Strip seat={at + 1} who={sitters[at] ?? ""} birds={birds} put={put} />}
    </>
  );
}

interface SeatProps {
  seat: number;
  sitter: string;
  birds: readonly BirdInfo[];
  picked: boolean;
  pick: () => void;
}

function SeatButton({ seat, sitter, birds, picked, pick }: SeatProps): JSX.Element {
  const bird = birds.find(({ name }) => name === sitter);
  const [who, how] = bird
    ? [bird.title, bird.help]
    : sharesDevice(sitter)
      ? [deviceName(sitter, seat), "on this device"]
      : ["A friend", "whoever has the link"];
  return (
    <button type="button" class={sitter === OPEN ? "sitter free" : "sitter"} aria-pressed={picked} onClick={pick}>
      {sitter === OPEN ? <span class="marker free-seat" aria-hidden="true" /> : <Marker seat={seat} bird={sitter} name={who} />}
      <span>
        <span class="heard">Seat {seat + 1}: </span>
        <b translate={sitter === OPEN}>{who}</b> <small>{how}</small>
      </span>
    </button>
  );
}

/** Return the name of a person who shares this device. */
function deviceName(sitter: string, seat: number): string {
  return sitter.slice(HERE.length + 1) || `Player ${seat + 1}`;
}

interface StripProps {
  seat: number;
  who: string;
  birds: readonly BirdInfo[];
  put: (who: string) => void;
}

/** The birds in order of strength, and people. */
function Strip({ seat, who, birds, put }: StripProps): JSX.Element {
  const chosen = sharesDevice(who) ? HERE : who;
  const radio = (value: string, title: string, small: string, help: string, art: JSX.Element): JSX.Element => (
    <label key={value} class={value === chosen ? "bird-choice chosen" : "bird-choice"} title={help}>
      <input type="radio" name="sitter" value={value} checked={value === chosen} onChange={() => put(value)} />
      {art}
      <b>{title}</b>
      <small>{small}</small>
    </label>
  );
  return (
    <fieldset class="strip">
      <legend class="heard">Who sits on seat {seat + 1}</legend>
      <div class="birds">
        {birds.map(({ name, title, level, help }) =>
          radio(name, title, level, help, level === OWN ? <span class="people">{lettersOf(title)[0]}</span> : <Bird name={name} />),
        )}
        {radio(OPEN, "A friend", "by a link", "whoever has the link", <span class="people">+</span>)}
        {radio(HERE, "Here", "this device", "the device goes from hand to hand", <span class="people">⇄</span>)}
      </div>
      {sharesDevice(who) && (
        <label class="row-label here-row">
          <span>Name</span>
          <input
            class="here-name"
            value={who.slice(HERE.length + 1)}
            onInput={(event) => put(`${HERE}:${event.currentTarget.value}`)}
            aria-label={`Name of who sits on seat ${seat + 1}`}
            placeholder={`Player ${seat + 1}`}
            data-most={24}
            autocomplete="off"
          />
        </label>
      )}
    </fieldset>
  );
}
