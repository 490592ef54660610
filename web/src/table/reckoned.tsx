// How a hand or round was scored: who won what, with what and why, and what each seat has now. At the table it is a sheet over the
// finished board, in a replay it stands beside it.

import type { JSX } from "preact";
import { useId } from "preact/hooks";

import { StillPiece } from "../pieces/piece";
import type { Award, Face, Reckoning, Sum } from "../types";
import { ClockFace } from "./clock";
import { ahead, folded } from "./ending";
import { FootSheet } from "./foot";
import { scene } from "./now";
import { goOn } from "./room";
import { Who } from "./seat";

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
