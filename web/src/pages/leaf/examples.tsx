// Worked examples as pictures, with their arithmetic.

import type { JSX } from "preact";
import type { About, Face, ShownExample, ShownRow } from "../../types";
import { Cited } from "../../view/cite";
import { StillPiece } from "../../view/piece";

/** Rows from which an example takes the width of two. */
const WIDE = 3;

export function Examples({ page }: { page: About }): JSX.Element {
  return (
    <section class="leaf-examples" aria-label="Examples">
      {page.examples.map((example) => (
        <ExampleCard key={example.title} example={example} game={page.game} />
      ))}
    </section>
  );
}

function ExampleCard({ example, game }: { example: ShownExample; game: string }): JSX.Element {
  const { title, text, source, rule, rows } = example;
  const noted = rows.some(({ label, note }) => label && note);
  return (
    <article class={`leaf-example${rows.length >= WIDE && noted ? " wide" : ""}`}>
      <div class="leaf-cloth leaf-rows">
        {rows.map((row, index) => (
          <ExampleRow key={index} row={row} alone={rows.length === 1} />
        ))}
      </div>
      <div class="leaf-words">
        <h2>{title}</h2>
        <p>{text}</p>
        <p class="small">
          {source}
          {rule && (
            <>
              {" · "}
              <Cited text={`[${rule}]`} game={game} />
            </>
          )}
        </p>
      </div>
    </article>
  );
}

function ExampleRow({ row, alone }: { row: ShownRow; alone: boolean }): JSX.Element {
  const { label, picture, note, points, gone = [], won } = row;
  return (
    <div class={`leaf-row${won ? " won" : ""}`}>
      {label && <b class="leaf-who">{label}</b>}
      <span class="leaf-pieces" role="img" aria-label={picture.map(pileText).join(", ")} style={{ "--n": count(row) }}>
        {picture.map((pile, at) => (
          <span class={`pile${gone.includes(at) ? " gone" : ""}`} key={at} aria-hidden="true">
            {pile.map((face, below) => (
              <StillPiece key={below} piece={{ label: "", face }} />
            ))}
          </span>
        ))}
      </span>
      {note && <span class="leaf-note">{note}</span>}
      {points && (
        <span class="leaf-points">
          <b>{points}</b>
          {alone && <small>{points === "1" ? "point" : "points"}</small>}
        </span>
      )}
    </div>
  );
}

/** Return the width of a row in pieces: those that lie under others count for their strip. */
function count({ picture }: ShownRow): number {
  return picture.reduce((sum, pile) => sum + 1 + (pile.length - 1) * 0.55, 0);
}

const SUITS: Readonly<Record<string, string>> = { S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs" };
const PACK_RANKS: Readonly<Record<string, string>> = { N: "null" };
const PACK_SUITS: Readonly<Record<string, string>> = { C: "Crowns", A: "Arms", S: "Suns", M: "Moons" };

/** Return pieces in words, for those who listen. */
function pileText(pile: readonly (Face | null)[]): string {
  return pile.map(faceText).join(" ");
}

function faceText(face: Face | null): string {
  if (!face) return "face down";
  const { kind, text, second = "", on } = face;
  if (kind === "card") return `${text} of ${SUITS[second] ?? second}`;
  if (kind === "letters") return on ? `${on} of ${text}${second}` : `${text}${second}`;
  if (kind === "piecepack" || kind === "coin") return `${PACK_RANKS[text] ?? text} of ${PACK_SUITS[second] ?? second}`;
  return text;
}
