// How a hand or round was scored: who won what, with what and why, and what each seat has now. At the table it is a sheet over the
// finished board, in a replay it stands beside it.

import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

import { ahead, folded } from "../state/ending";
import { choicesOn, scene } from "../state/now";
import { goOn } from "../state/room";
import type { Award, Face, Reckoning, Result, Scene, Seat, Standing, Sum } from "../types";
import { ActButton } from "./act";
import { Cited, capital } from "./cite";
import { Fair } from "./fair";
import { StillPiece } from "./piece";
import { ClockFace, Marker, Who } from "./seat";
import { Tell } from "./share";

export function ReckoningSheet({ made }: { made: Reckoning }): JSX.Element {
  const ways = (
    <>
      <button
        type="button"
        class="act"
        data-act="look"
        aria-label={folded.value ? "Show the points" : "Look at the table"}
        onClick={() => (folded.value = !folded.value)}
      >
        {folded.value ? "Points" : "Table"}
      </button>
      <button type="button" class="act main" data-act="go-on" onClick={goOn}>
        {made.go_on}
      </button>
    </>
  );
  const text = (
    <>
      {made.text} <Ahead />
    </>
  );
  return (
    <FootSheet title={made.title} text={text} ways={ways} leave={goOn}>
      {!folded.value && <Reckoned made={made} />}
    </FootSheet>
  );
}

/** How a hand or round ended, beside its board. */
export function Scored({ made }: { made: Reckoning }): JSX.Element {
  const heading = useId();
  return (
    <section class="scored" aria-labelledby={heading}>
      <h2 id={heading}>{made.title}</h2>
      <p>{made.text}</p>
      <Reckoned made={made} />
    </section>
  );
}

/** The sums and awards of a hand or round. */
function Reckoned({ made: { sums, awards = [] } }: { made: Reckoning }): JSX.Element {
  return (
    <div class="ending-rows">
      <Sums sums={sums} />
      {awards.length > 0 && <Awards awards={awards} />}
    </div>
  );
}

/** Whether somebody waits for the reader. */
function Ahead(): JSX.Element | null {
  const own = ahead.value?.seats.find(({ you }) => you);
  if (!own?.turn) return null;
  return (
    <span class="ending-ahead" role="status">
      <span class="turn-flag">Your turn</span> <ClockFace seat={own} />
    </span>
  );
}

function Sums({ sums }: { sums: readonly Sum[] }): JSX.Element {
  const made = sums.some(({ parts }) => parts?.length);
  return (
    <table class="sums">
      <thead>
        <tr>
          <th scope="col">Player</th>
          {made && <th scope="col">Made of</th>}
          <th scope="col">Now</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ seat, points, total, parts = [] }) => (
          <tr key={seat} class={seat === scene.value?.viewer ? "own" : ""}>
            <th scope="row">
              <Who seat={seat} />
            </th>
            {made && (
              <td class="parts-of">
                {parts.map((part) => (
                  <span key={part}>{part}</span>
                ))}
              </td>
            )}
            <td class="points">{points}</td>
            <td class="total">{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who won what, with what and why. */
export function Awards({ awards }: { awards: readonly Award[] }): JSX.Element {
  return (
    <ul class="awards" aria-label="Who won what">
      {awards.map((award) => (
        <AwardRow key={award.what} award={award} />
      ))}
    </ul>
  );
}

function AwardRow({ award: { what, note, seats = [], faces = [], why, points, pays = [] } }: { award: Award }): JSX.Element {
  const own = seats.includes(scene.value?.viewer ?? -1);
  return (
    <li class={own ? "award own" : "award"}>
      <span class="award-what">
        <b>{what}</b>
        {note && <small>{note}</small>}
      </span>
      <span class="award-who">
        {seats.map((seat) => (
          <Who key={seat} seat={seat} />
        ))}
      </span>
      {faces.length > 0 && <Faces faces={faces} />}
      <span class="award-why">{why}</span>
      <span class="award-points">
        {points && <b>{points}</b>}
        {pays.length > 0 && <Faces faces={pays} />}
      </span>
    </li>
  );
}

/** Pieces as they are printed; their names are what their faces say. */
function Faces({ faces }: { faces: readonly Face[] }): JSX.Element {
  return (
    <span class="award-faces">
      {faces.map((face) => (
        <StillPiece key={`${face.text}${face.second}`} piece={{ label: [face.text, face.second].filter(Boolean).join(" "), face }} />
      ))}
    </span>
  );
}

// The result, over the last board: who won, what each scored and why, and what can be done now.

export const showResult = signal(false);

export function ResultSheet({ now, result }: { now: Scene; result: Result }): JSX.Element {
  const { zones, awards = [] } = now.reckoning ?? {};
  const close = (): void => {
    showResult.value = false;
  };
  const ways = (
    <>
      <button type="button" class="act" data-act="look" aria-label="Look at the table" onClick={close}>
        Table
      </button>
      <Onward now={now} />
    </>
  );
  return (
    <FootSheet title={result.own || result.title} text={<Reason result={result} />} ways={ways} leave={close}>
      <div class="ending-rows">
        <After now={now} told={result.own || result.title} />
        <StandingRows result={result} seats={now.seats} />
        {!zones && awards.length > 0 && <Awards awards={awards} />}
        <Fair now={now} />
      </div>
    </FootSheet>
  );
}

/** Who has won, where the title says how it went for the reader, and why the match is over. */
function Reason({ result: { own, title, reason } }: { result: Result }): JSX.Element {
  return (
    <>
      {own && `${title}. `}
      <Cited text={capital(reason)} />.
    </>
  );
}

function StandingRows({ result, seats }: { result: Result; seats: readonly Seat[] }): JSX.Element {
  const rows = [...result.standings].sort((a, b) => a.place - b.place);
  return (
    <ol class="standings">
      {rows.map((row) => (
        <StandingRow key={row.seat} row={row} name={seats[row.seat]?.name ?? `Seat ${row.seat + 1}`} alone={rows.length === 1} />
      ))}
    </ol>
  );
}

function StandingRow({ row, name, alone }: { row: Standing; name: string; alone: boolean }): JSX.Element {
  return (
    <li class={row.place === 1 && !alone ? "standing first" : "standing"}>
      {!alone && <span class="place">{row.place}</span>}
      <Marker seat={row.seat} bird={scene.value?.seats[row.seat]?.bird} name={name} />
      <b class="who">{name}</b>
      <b class="score">{row.score}</b>
      {!!row.why?.length && (
        <ul class="why">
          {row.why.map((text, index) => (
            <li key={index}>
              <Cited text={text} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What is done next: play again, or see how others did. */
function Onward({ now: { viewer, event, daily, rematch } }: { now: Scene }): JSX.Element {
  return (
    <>
      {choicesOn("").map((choice) => (
        <ActButton key={choice.id} choice={choice} />
      ))}
      {viewer == null && rematch && !event && (
        <a class="act main" href={`/m/${rematch}`}>
          Watch the rematch
        </a>
      )}
      {event && (
        <a class="act main" href={`/e/${event}?play`} data-act="standings">
          StandingRows
        </a>
      )}
      {daily && (
        <a class="act main" href="/daily" data-act="daily">
          Today&rsquo;s results
        </a>
      )}
    </>
  );
}

/** What can be done with the match now: tell of it, step through it, see what would have been best, keep it. */
function After({ now: { match = "", zones, viewer, record, title }, told }: { now: Scene; told: string }): JSX.Element {
  const steps = Object.keys(zones).length > 0;
  return (
    <div class="actions">
      {steps && (
        <a class="act" href={`/replay/${match}`} data-act="replay">
          Replay
        </a>
      )}
      {steps && record && viewer != null && (
        <a class="act" href={`/replay/${match}?analyse`} data-act="best-play">
          Best play
        </a>
      )}
      <Tell text={`${told} – ${title}`} link={steps ? `${location.origin}/replay/${match}` : ""} />
      {record && (
        <a class="act" href={`/api/matches/${match}/transcript`} download={`muckle-${match}.jsonl`}>
          Save the record
        </a>
      )}
      <a class="act" href="/">
        All games
      </a>
    </div>
  );
}

// The sheet at the foot of the table when something has ended: what happened, what it came to, what comes next. The board above it
// stays in sight, and nothing keeps the reader from it.

interface FootProps {
  title: string;
  /** A sentence or two below the title. */
  text: ComponentChildren;
  /** The buttons, the one that goes on last. */
  ways: ComponentChildren;
  /** What Escape does. */
  leave: () => void;
  children: ComponentChildren;
}

export function FootSheet({ title, text, ways, leave, children }: FootProps): JSX.Element {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => (dialog.current?.querySelector<HTMLElement>(".ending-ways .main") ?? dialog.current)?.focus({ preventScroll: true }), []);
  return (
    <dialog
      open
      ref={dialog}
      class="ending"
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDown={(event) => event.key === "Escape" && leave()}
    >
      <div class="ending-words">
        <h2 id={heading}>{title}</h2>
        <p>{text}</p>
      </div>
      {children}
      <div class="actions ending-ways">{ways}</div>
    </dialog>
  );
}
