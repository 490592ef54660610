// How a hand or round ended: who won what and why, and the scores. At the table it is a sheet under the finished board, in a replay it
// stands beside the board.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { goOn } from "../state/play";
import type { AtTable } from "../state/table";

import type { Award, Face, Reckoning, Sum } from "../types";
import { StillPiece } from "./piece";
import { ClockFace, Who } from "./seat";

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
export function Awards({ table, awards, scrolls }: { awards: readonly Award[]; scrolls?: boolean } & AtTable): JSX.Element {
  return (
    <ul class="awards" aria-label="Who won what" tabIndex={scrolls ? 0 : undefined}>
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
export function Faces({ faces }: { faces: readonly Face[] }): JSX.Element {
  return (
    <span class="award-faces">
      {faces.map((face) => (
        <StillPiece key={`${face.text}${face.second}`} piece={{ label: [face.text, face.second].filter(Boolean).join(" "), face }} />
      ))}
    </span>
  );
}

interface FootProps {
  title: ComponentChildren;
  /** What stands before the title: who won. */
  mark?: ComponentChildren;
  /** A sentence or two below the title. */
  text: ComponentChildren;
  /** The buttons, the one that goes on last. */
  ways: ComponentChildren;
  /** A further class of the sheet. */
  look?: string;
  /** What Escape does. */
  leave: () => void;
  children: ComponentChildren;
}

/** The sheet at the foot of the table when something has ended. The board above it stays visible and can be used. */
export function FootSheet({ title, mark, text, ways, look = "", leave, children }: FootProps): JSX.Element {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => (dialog.current?.querySelector<HTMLElement>(".ending-ways .main") ?? dialog.current)?.focus({ preventScroll: true }), []);
  return (
    <dialog
      open
      ref={dialog}
      class={`ending ${look}`}
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDown={(event) => event.key === "Escape" && leave()}
    >
      <div class="ending-words">
        {mark}
        <h2 id={heading}>{title}</h2>
        <p>{text}</p>
      </div>
      {children}
      <div class="actions ending-ways">{ways}</div>
    </dialog>
  );
}
