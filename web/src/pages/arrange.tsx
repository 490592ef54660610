// The sheet with which the host changes a table before the deal: who sits where, how many seats there are, and the options.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { arrange } from "../state/sit";
import type { AtTable } from "../state/table";
import { DICTIONARY } from "../state/wordlist";
import type { BirdInfo, Catalogue, GameInfo, PresetInfo, Scene, TableSetup } from "../types";
import { Refusal } from "../view/cite";
import { submitted } from "../view/form";
import { useAnswer, useAsking } from "../view/request";
import { Marker } from "../view/seat";
import { Sheet } from "../view/sheet";
import { Options, type Values } from "./options";
import { shownPresets } from "./setup";
import { OPEN } from "./sitters";

export function ArrangeSheet({ table }: AtTable): JSX.Element | null {
  const now = table.scene.value;
  const shown = table.arranging.value && now?.acts.arrange;
  const path = `/api/matches/${encodeURIComponent(table.match)}/setup`;
  const catalogue = useAnswer<Catalogue>(shown ? "/api/games" : "").found;
  const setup = useAnswer<TableSetup>(shown ? path : "", `${now?.terms}`).found;
  const game = catalogue?.games.find(({ name }) => name === now?.game);
  if (!shown || !game || !setup) return null;
  const close = (): void => {
    table.arranging.value = false;
  };
  return (
    <Sheet title="Change the table" close={close}>
      <ArrangeForm match={table.match} now={now} game={game} birds={catalogue?.birds ?? []} options={setup.options} close={close} />
    </Sheet>
  );
}

/** A seat as the form has it: who sits there now, or who is wished for. */
interface Wished {
  /** What is sent: "@2" for whoever sits on seat 2 now, a bird, or "open". */
  who: string;
  name: string;
  bird: string;
  person: boolean;
}

interface FormProps {
  match: string;
  now: Scene;
  game: GameInfo;
  birds: readonly BirdInfo[];
  options: Values;
  close: () => void;
}

function ArrangeForm({ match, now, game, birds, options, close }: FormProps): JSX.Element {
  const was = now.seats.map(({ kind, name }) => (kind === "open" ? "" : name)).join("\n");
  return <Seats key={was} match={match} now={now} game={game} birds={birds} options={options} close={close} />;
}

function Seats({ match, now, game, birds, options, close }: FormProps): JSX.Element {
  const [wished, setWished] = useState<readonly Wished[]>(() => now.seats.map((_, seat) => seatNow(now, seat)));
  const [changed, setChanged] = useState<Values>({});
  const { busy, problem, run } = useAsking();
  const [least, most] = game.seats;
  const list = useRef<HTMLOListElement>(null);
  const focusAt = useRef<number | null>(null); // the seat whose buttons get the focus once it is drawn at its new place
  useLayoutEffect(() => {
    if (focusAt.current !== null) focusSeat(list.current, focusAt.current);
    focusAt.current = null;
  }, [wished]);
  const way = shownPresets(game).find((preset) => isPlayed(game, preset, { ...options, ...changed }))?.name ?? "";
  const chooseWay = (name: string): void => {
    const preset = game.presets.find((each) => each.name === name);
    if (preset) setChanged(differences(optionsOf(game, preset), options));
  };
  const save = async (): Promise<void> => {
    const was = now.seats.map(({ kind, name }) => (kind === "open" ? "" : name));
    await arrange(match, { was, seats: wished.map(({ who }) => who), options: changed });
    close();
  };
  const put = (at: number, seat: Wished): void => setWished(wished.map((old, index) => (index === at ? seat : old)));
  const moveUp = (at: number): void => {
    setWished(swapped(wished, at - 1));
    focusAt.current = at - 1;
  };
  const [over, setOver] = useState<number | null>(null);
  const drag = (event: PointerEvent, from: number): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    dragRow(list.current, event, setOver, (to) => setWished(movedTo(wished, from, to)));
  };
  const takeAway = (at: number): void => {
    setWished(wished.filter((_, index) => index !== at));
    focusAt.current = Math.min(at, wished.length - 2);
  };
  return (
    <form class="arrange" onSubmit={submitted(() => run(save))}>
      <ol ref={list} class="arrange-seats" aria-label="Seats, in the order of play">
        {wished.map((seat, at) => (
          <li key={`${seat.who} ${at}`} class={at === over ? "arrange-seat over" : "arrange-seat"}>
            <span class="grip" aria-hidden="true" data-grip={at} onPointerDown={(event) => drag(event, at)} />
            <Marker seat={at} bird={seat.bird} name={seat.who === OPEN ? "" : seat.name} />
            {seat.person ? (
              <b translate={false}>{seat.name}</b>
            ) : (
              <SeatSelect seat={seat} at={at} birds={birds} put={(next) => put(at, next)} kept={seatBefore(now, seat)} />
            )}
            <button type="button" class="act" aria-label={`Move ${seat.name} up`} disabled={!at} onClick={() => moveUp(at)}>
              ↑
            </button>
            {!seat.person && (
              <button
                type="button"
                class="act"
                aria-label={`Take away seat ${at + 1}: ${seat.name}`}
                disabled={wished.length <= least}
                onClick={() => takeAway(at)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ol>
      {wished.length < most && (
        <button type="button" class="act" data-act="add-seat" onClick={() => setWished([...wished, FREE])}>
          Add a seat
        </button>
      )}
      {shownPresets(game).length > 1 && (
        <label>
          Way to play
          <select data-act="way" value={way} onChange={(event) => chooseWay(event.currentTarget.value)}>
            {!way && <option value="">own options</option>}
            {shownPresets(game).map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <Options
        game={game}
        preset=""
        needed={{ ...options, ...game.for_seats[wished.length] }}
        changed={changed}
        change={(name, value) => setChanged((old) => ({ ...old, [name]: value }))}
      />
      {problem && <Refusal problem={problem} game={game.name} />}
      <p class="small">Everybody sees at once what has changed, and may leave.</p>
      <button type="submit" class="act main" data-act="save-table" aria-busy={busy}>
        Change it
      </button>
    </form>
  );
}

const FREE: Wished = { who: OPEN, name: "Free seat", bird: "", person: false };

function seatNow({ seats }: Scene, seat: number): Wished {
  const { name = "", kind = "human", bird = "" } = seats[seat] ?? {};
  return kind === "open" ? FREE : { who: `@${seat}`, name, bird, person: kind === "human" };
}

/** Return the bot that sat on a seat before it was wished for otherwise. */
function seatBefore(now: Scene, seat: Wished): Wished | null {
  const bots = now.seats.flatMap(({ kind }, number) => (kind === "bot" ? [seatNow(now, number)] : []));
  return bots.find(({ who }) => who === seat.who) ?? null;
}

/** Return the values of a preset for all that can be chosen at a table. The word list stays as it is, unless the preset has its own. */
function optionsOf({ options }: GameInfo, { values }: PresetInfo): Values {
  const chosen = options.filter(({ name, for_tests }) => name !== "seats" && !for_tests && (name !== DICTIONARY || values[name]));
  return Object.fromEntries(chosen.map(({ name, default: usual }) => [name, values[name] ?? usual]));
}

/** Return those of the wanted values that are not as they are now. */
function differences(wanted: Values, now: Values): Values {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => String(now[name]) !== String(value)));
}

/** Return whether options are those of a preset, but for what the number of seats needs. */
function isPlayed(game: GameInfo, preset: PresetInfo, options: Values): boolean {
  const apart = Object.values(game.for_seats).flatMap((needed) => Object.keys(needed));
  return Object.keys(differences(optionsOf(game, preset), options)).every((name) => apart.includes(name));
}

/** Focus the first button of a seat that can be pressed, or of the next seat if it has none. */
function focusSeat(list: HTMLElement | null, at: number): void {
  const rows = [...(list?.children ?? [])].slice(at, at + 2);
  const buttons = rows.flatMap((row) => [...row.querySelectorAll<HTMLElement>("button:enabled")]);
  buttons[0]?.focus();
}

/**
 * Follow a row that is dragged until it is let go. The buttons do the same by tap and key.
 *
 * @param show told the row that the pointer is over; null at the end.
 * @param drop told the row on which it was let go.
 */
function dragRow(
  list: HTMLElement | null,
  { pointerId }: PointerEvent,
  show: (at: number | null) => void,
  drop: (at: number) => void,
): void {
  const rowAt = ({ clientY }: PointerEvent): number =>
    [...(list?.children ?? [])].findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return clientY >= top && clientY < bottom;
    });
  const over = new AbortController();
  const follow = (name: "pointermove" | "pointerup" | "pointercancel", heard: (event: PointerEvent) => void): void =>
    addEventListener(name, (event) => event.pointerId === pointerId && heard(event), { signal: over.signal });
  const end = (at: number): void => {
    over.abort();
    show(null);
    if (at >= 0) drop(at);
  };
  follow("pointermove", (event) => show(rowAt(event)));
  follow("pointerup", (event) => end(rowAt(event)));
  follow("pointercancel", () => end(-1));
}

/** Return seats with one of them at the place of another. */
function movedTo(seats: readonly Wished[], from: number, to: number): readonly Wished[] {
  const others = seats.filter((_, at) => at !== from);
  return [...others.slice(0, to), ...seats.slice(from, from + 1), ...others.slice(to)];
}

/** Return seats with one of them behind the next. */
function swapped(seats: readonly Wished[], at: number): readonly Wished[] {
  const [one, other] = [seats[at], seats[at + 1]];
  return one && other ? seats.map((seat, index) => (index === at ? other : index === at + 1 ? one : seat)) : seats;
}

interface SelectProps {
  seat: Wished;
  at: number;
  birds: readonly BirdInfo[];
  put: (next: Wished) => void;
  /** The bot that sits here now. */
  kept: Wished | null;
}

function SeatSelect({ seat, at, birds, put, kept }: SelectProps): JSX.Element {
  const choose = (who: string): void => {
    const bird = birds.find(({ name }) => name === who);
    put(who === OPEN ? FREE : kept?.who === who ? kept : { who, name: bird?.title ?? who, bird: who, person: false });
  };
  return (
    <select aria-label={`Who sits on seat ${at + 1}`} value={seat.who} onChange={(event) => choose(event.currentTarget.value)}>
      <option value={OPEN}>A friend, by the link</option>
      {kept && <option value={kept.who}>{kept.name}</option>}
      {birds
        .filter(({ name }) => name !== kept?.bird)
        .map(({ name, title, level }) => (
          <option key={name} value={name}>
            {title}, {level}
          </option>
        ))}
    </select>
  );
}
