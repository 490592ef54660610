// How a hand, round or match ended: who won what and why, and the scores. At the table it is a sheet under the finished board, in a
// replay it stands beside the board.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { goOn } from "../state/play";
import { type AtTable, choicesOn } from "../state/table";

import type { Award, Face, Reckoning, Result, Scene, Seat, Standing, Sum } from "../types";
import { ActButtons } from "./act";
import { Cited, capital } from "./cite";
import { EveningLinks } from "./evening";
import { Fair } from "./fair";
import { StillPiece } from "./piece";
import { ClockFace, Marker, Who } from "./seat";
import { Tell } from "./share";

export function ReckoningSheet({ table, made }: { made: Reckoning } & AtTable): JSX.Element {
  const ways = (
    <>
      <button
        type="button"
        class="act"
        data-act="look"
        aria-label={table.folded.value ? "Show the points" : "Look at the table"}
        onClick={() => (table.folded.value = !table.folded.value)}
      >
        {table.folded.value ? "Points" : "Table"}
      </button>
      <button type="button" class="act main" data-act="go-on" onClick={() => goOn(table)}>
        {made.go_on}
      </button>
    </>
  );
  const text = (
    <>
      {made.text} <TurnFlag table={table} />
    </>
  );
  return (
    <FootSheet title={made.title} text={text} ways={ways} leave={() => goOn(table)}>
      {!table.folded.value && <Scores table={table} made={made} />}
    </FootSheet>
  );
}

/** How a hand or round ended, beside its board in a replay. */
export function Scored({ table, made }: { made: Reckoning } & AtTable): JSX.Element {
  const heading = useId();
  return (
    <section class="scored" aria-labelledby={heading}>
      <h2 id={heading}>{made.title}</h2>
      <p>{made.text}</p>
      <Scores table={table} made={made} />
    </section>
  );
}

/** The sums and awards of a hand or round. */
function Scores({ table, made: { sums, awards = [] } }: { made: Reckoning } & AtTable): JSX.Element {
  return (
    <div class="ending-rows" tabIndex={0} role="group" aria-label="Scores and awards">
      <Sums table={table} sums={sums} />
      {awards.length > 0 && <Awards table={table} awards={awards} />}
    </div>
  );
}

/** "Your turn" with the clock, if the match waits for the reader. */
function TurnFlag({ table }: AtTable): JSX.Element | null {
  const own = table.ahead.value?.seats.find(({ you }) => you);
  if (!own?.turn) return null;
  return (
    <span class="ending-ahead" role="status">
      <span class="turn-flag">Your turn</span> <ClockFace table={table} seat={own} />
    </span>
  );
}

function Sums({ table, sums }: { sums: readonly Sum[] } & AtTable): JSX.Element {
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
          <tr key={seat} class={seat === table.scene.value?.viewer ? "own" : ""}>
            <th scope="row">
              <Who table={table} seat={seat} />
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
function Awards({ table, awards }: { awards: readonly Award[] } & AtTable): JSX.Element {
  return (
    <ul class="awards" aria-label="Who won what">
      {awards.map((award) => (
        <AwardRow table={table} key={award.what} award={award} />
      ))}
    </ul>
  );
}

function AwardRow({
  table,
  award: { what, note, seats = [], faces = [], why, points, pays = [] },
}: { award: Award } & AtTable): JSX.Element {
  const own = seats.includes(table.scene.value?.viewer ?? -1);
  return (
    <li class={own ? "award own" : "award"}>
      <span class="award-what">
        <b>{what}</b>
        {note && <small>{note}</small>}
      </span>
      <span class="award-who">
        {seats.map((seat) => (
          <Who table={table} key={seat} seat={seat} />
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

/** Pieces named by what is printed on them. */
function Faces({ faces }: { faces: readonly Face[] }): JSX.Element {
  return (
    <span class="award-faces">
      {faces.map((face) => (
        <StillPiece key={`${face.text}${face.second}`} piece={{ label: [face.text, face.second].filter(Boolean).join(" "), face }} />
      ))}
    </span>
  );
}

export function ResultSheet({ table, now, result }: { now: Scene; result: Result } & AtTable): JSX.Element {
  const { zones, awards = [] } = now.reckoning ?? {};
  const close = (): void => {
    table.showResult.value = false;
  };
  const ways = (
    <>
      <button type="button" class="act" data-act="look" aria-label="Look at the table" onClick={close}>
        Table
      </button>
      <NextSteps table={table} now={now} />
    </>
  );
  return (
    <FootSheet title={result.own || result.title} text={<Reason table={table} result={result} />} ways={ways} leave={close}>
      <div class="ending-rows">
        <MatchLinks now={now} told={result.own || result.title} />
        <StandingRows table={table} result={result} seats={now.seats} />
        {!zones && awards.length > 0 && <Awards table={table} awards={awards} />}
        <Fair table={table} now={now} />
      </div>
    </FootSheet>
  );
}

/** Who won, if the title tells only the reader's own result, and why the match is over. */
function Reason({ table, result: { own, title, reason } }: { result: Result } & AtTable): JSX.Element {
  return (
    <>
      {own && `${title}. `}
      <Cited table={table} text={capital(reason)} />.
    </>
  );
}

function StandingRows({ table, result, seats }: { result: Result; seats: readonly Seat[] } & AtTable): JSX.Element {
  const rows = [...result.standings].sort((a, b) => a.place - b.place);
  return (
    <ol class="standings">
      {rows.map((row) => (
        <StandingRow
          table={table}
          key={row.seat}
          row={row}
          name={seats[row.seat]?.name ?? `Seat ${row.seat + 1}`}
          alone={rows.length === 1}
        />
      ))}
    </ol>
  );
}

function StandingRow({ table, row, name, alone }: { row: Standing; name: string; alone: boolean } & AtTable): JSX.Element {
  return (
    <li class={row.place === 1 && !alone ? "standing first" : "standing"}>
      {!alone && <span class="place">{row.place}</span>}
      <Marker seat={row.seat} bird={table.scene.value?.seats[row.seat]?.bird} name={name} />
      <b class="who">{name}</b>
      <b class="score">{row.score}</b>
      {!!row.why?.length && (
        <ul class="why">
          {row.why.map((text, index) => (
            <li key={index}>
              <Cited table={table} text={text} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Buttons for what comes next: a rematch, or how others did. */
function NextSteps({ table, now: { viewer, event, daily, rematch } }: { now: Scene } & AtTable): JSX.Element {
  return (
    <>
      <ActButtons table={table} choices={choicesOn(table, "")} />
      {viewer == null && rematch && !event && (
        <a class="act main" href={`/m/${rematch}`}>
          Watch the next game
        </a>
      )}
      {event && (
        <a class="act main" href={`/e/${event}?play`} data-act="standings">
          Standings
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

/** What can be done with a finished match: replay, analyse, share or save it. */
function MatchLinks({ now, told }: { now: Scene; told: string }): JSX.Element {
  const { match = "", zones, viewer, record, title } = now;
  const steps = Object.keys(zones).length > 0;
  return (
    <div class="actions">
      <EveningLinks now={now} />
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

/** The sheet at the foot of the table when something has ended. The board above it stays visible and can be used. */
function FootSheet({ title, text, ways, leave, children }: FootProps): JSX.Element {
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
