// The faces of pieces, our own drawings as SVG. A face fills its piece and is hidden from screen readers; the piece has the label.

import type { ComponentChildren, JSX } from "preact";

import type { Face } from "../types";

/** What keeps page translators from the letters of a drawing, whose elements do not have the property that Preact sets elsewhere. */
export const AS_DRAWN: Readonly<Record<string, string>> = { translate: "no" };

/** Return the width of a piece divided by its height. */
export function ratio(face: Face | null | undefined): number {
  if (face?.kind === "letters") return 1 / 1.9;
  return face && ["tile", "piecepack", "coin"].includes(face.kind) ? 1 : 5 / 7;
}

export function FaceArt({ face }: { face: Face | null | undefined }): JSX.Element {
  if (!face) return <Back />;
  switch (face.kind) {
    case "card":
      return <PlayingCard rank={face.text} suit={face.second ?? ""} />;
    case "letters":
      return <TwoLetters top={face.text} bottom={face.second ?? ""} on={face.on ?? ""} />;
    case "tile":
      return <Tile letter={face.text} value={face.value ?? null} />;
    case "piecepack":
      return <Piecepack rank={face.text} suit={face.second ?? ""} />;
    case "coin":
      return <Coin value={face.text} suit={face.second ?? ""} />;
    default:
      return <TextFace text={face.text} />;
  }
}

/** A text as large as its longest word allows. */
function TextFace({ text }: { text: string }): JSX.Element {
  const chars = Math.max(text.length / 3, ...text.split(/\s+/).map((word) => word.length));
  return (
    <span class="text-face" translate={false} style={{ "--chars": chars }}>
      {text}
    </span>
  );
}

/** Symbols that faces use, once per page. */
export function Shapes(): JSX.Element {
  return (
    <svg class="shapes" aria-hidden="true" width="0" height="0">
      <symbol id="suit-S" viewBox="0 0 20 20">
        <path d="M10 .8C11.2 4 19 7.6 19 12.2c0 2.6-2 4-4 4-1.6 0-3-.8-3.8-2 .2 2.2.8 3.8 2.2 5H6.6c1.4-1.2 2-2.8 2.2-5-.8 1.2-2.2 2-3.8 2-2 0-4-1.4-4-4C1 7.6 8.8 4 10 .8Z" />
      </symbol>
      <symbol id="suit-H" viewBox="0 0 20 20">
        <path d="M10 18.6C4 13 1 9.8 1 6.4c0-2.8 2.1-4.8 4.6-4.8 2 0 3.6 1.2 4.4 3 .8-1.8 2.4-3 4.4-3 2.5 0 4.6 2 4.6 4.8 0 3.4-3 6.6-9 12.2Z" />
      </symbol>
      <symbol id="suit-D" viewBox="0 0 20 20">
        <path d="M10 .6c2 3.7 4.7 6.9 7.6 9.4-2.9 2.5-5.6 5.7-7.6 9.4-2-3.7-4.7-6.9-7.6-9.4C5.3 7.5 8 4.3 10 .6Z" />
      </symbol>
      <symbol id="suit-C" viewBox="0 0 20 20">
        <path d="M10 .9a4.3 4.3 0 0 1 3.5 6.8 4.3 4.3 0 1 1-2.3 6.3c.2 2.2.8 3.9 2.2 5.2H6.6c1.4-1.3 2-3 2.2-5.2a4.3 4.3 0 1 1-2.3-6.3A4.3 4.3 0 0 1 10 .9Z" />
      </symbol>
      <symbol id="pack-S" viewBox="0 0 40 40">
        <circle cx="20" cy="20" r="8" />
        {turns(12).map((angle) => (
          <path key={angle} d="M18 9.5 20 1.5l2 8Z" transform={`rotate(${angle} 20 20)`} />
        ))}
      </symbol>
      <symbol id="pack-M" viewBox="0 0 40 40">
        <path d="M25.5 3.5a17 17 0 1 0 0 33 14.5 14.5 0 0 1 0-33Z" />
        <path d="m29 14 1.6 4 4.2.3-3.2 2.7 1 4.2-3.6-2.3-3.6 2.3 1-4.2-3.2-2.7 4.2-.3Z" />
      </symbol>
      <symbol id="pack-C" viewBox="0 0 40 40">
        <path d="M6 29 3 11l9 7 8-13 8 13 9-7-3 18Z" />
        <path d="M6 32h28v4H6Z" />
      </symbol>
      <symbol id="pack-A" viewBox="0 0 40 40">
        <path d="M5 4h30v14c0 9-6 15-15 19C11 33 5 27 5 18Zm4 4v8l11-5 11 5V8Zm0 12.4C9.7 26.5 14 30.3 20 33.3c6-3 10.3-6.8 11-12.9L20 15.5Z" />
      </symbol>
      <Courts />
    </svg>
  );
}

function turns(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index * 360) / count);
}

const ROBE = ["robe", "M2 52C3 42 11 37.5 20 35h16c9 2.5 17 7 18 17Z"] as const;
/** The court figures as busts: paths with their look, from back to front. */
const COURTS: Readonly<Record<string, readonly (readonly [look: string, path: string])[]>> = {
  K: [
    ROBE,
    ["trim", "M14 38c3 7 8 11 14 11s11-4 14-11l-6-3H20Z"],
    ["hair", "M17 16h22v13c2 3 1.5 7-1 9H18c-2.5-2-3-6-1-9Z"],
    ["skin", "M20 17h16v9c0 6-3.5 10-8 10s-8-4-8-10Z"],
    ["hair", "M20 25.5c1.5 1.5 3 2 5 1.5 1-.3 2-.3 3 .5 1-.8 2-.8 3-.5 2 .5 3.5 0 5-1.5.5 9-2 16.5-8 18.5-6-2-8.5-9.5-8-18.5Z"],
    ["line", "M25.5 30.5h5M28 20.5v4.5"],
    ["gold", "M15.5 17 13 4.5l8 6L28 1l7 9.5 8-6L40.5 17Z"],
    ["line", "M16 14h24"],
    ["gold", "M46 52V20m-3.5 6h7"],
    ["gold", "M46 12l2.5 8h-5Z"],
  ],
  Q: [
    ["hair", "M15 20c0-9 5-13 13-13s13 4 13 13c0 7 3 9 2 15-5 4-25 4-30 0-1-6 2-8 2-15Z"],
    ["robe", "M2 52c1-9 8-13 19-16l7 7 7-7c11 3 18 7 19 16Z"],
    ["skin", "M24 31h8v5l-4 6-4-6Z"],
    ["skin", "M20 17c2-1 5-1.5 8-1.5s6 .5 8 1.5v7c0 6-3.5 10.5-8 10.5S20 30 20 24Z"],
    ["line", "M26 30.5q2 1.5 4 0M28 21.5v4"],
    ["gold", "M17.5 16.5 16 7l6 4 6-9 6 9 6-4-1.5 9.5C35 15 21 15 17.5 16.5Z"],
    ["gold", "M26 45.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0Z"],
    ["line", "M20 38.5c2 4 5 6 8 7 3-1 6-3 8-7"],
    ["line", "M8.5 50V36"],
  ],
  J: [
    ROBE,
    ["trim", "M20 35.5h16L28 48Z"],
    ["hair", "M17 14h22c0 6 2 13 2.5 19-2 2-5 2.5-7 2h-13c-2 .5-5 0-7-2C15 27 17 20 17 14Z"],
    ["skin", "M20.5 16h15v9c0 6-3.5 10-7.5 10s-7.5-4-7.5-10Z"],
    ["line", "M26 30q2 1 4 0M28 20.5v4"],
    ["robe", "M14.5 14C14 6 20 3.5 28 3.5S42 6 41.5 14Z"],
    ["gold", "M13.5 13c4-2 25-2 29 0v4c-4-2-25-2-29 0Z"],
    ["plume", "M38 12c-1-6 3-11 12-11-1 7-5 11-12 11Zm0 0c3-4 6-7 9-8.5"],
    ["line", "M28 40v12"],
  ],
};

function Courts(): ComponentChildren {
  return Object.entries(COURTS).map(([rank, paths]) => (
    <symbol key={rank} id={`court-${rank}`} viewBox="0 0 56 52">
      {paths.map(([look, path], index) => (
        <path key={index} class={`fig-${look}`} d={path} />
      ))}
      <circle class="fig-dot" cx="24.5" cy="21.5" r="1.1" />
      <circle class="fig-dot" cx="31.5" cy="21.5" r="1.1" />
      {rank === "Q" && <Flower />}
    </symbol>
  ));
}

/** What the Queen holds. */
function Flower(): JSX.Element {
  return (
    <>
      <g class="fig-gold">
        {turns(5).map((angle) => (
          <circle key={angle} cx="8.5" cy="28.5" r="2.5" transform={`rotate(${angle} 8.5 32)`} />
        ))}
      </g>
      <circle class="fig-trim" cx="8.5" cy="32" r="2" />
    </>
  );
}

/** Rank and suit at the top, the part of a card that shows in a column; one large sign below. */
function PlayingCard({ rank, suit }: { rank: string; suit: string }): JSX.Element {
  return (
    <svg {...AS_DRAWN} class={`art card-art suit-${suit}`} viewBox="0 0 100 140" aria-hidden="true">
      <text class="rank" x="7" y="35" font-size="38">
        {rank}
      </text>
      <Pip suit={suit} x={80} y={24} size={28} />
      <g class="big-pip">
        {COURTS[rank] ? (
          <use href={`#court-${rank}`} x="10" y="60" width="80" height="76" preserveAspectRatio="xMidYMax meet" />
        ) : (
          <Pip suit={suit} x={54} y={94} size={rank === "A" ? 66 : 54} />
        )}
      </g>
    </svg>
  );
}

function Pip({ suit, x, y, size }: { suit: string; x: number; y: number; size: number }): JSX.Element {
  return <use href={`#suit-${suit}`} x={x - size / 2} y={y - size / 2} width={size} height={size} />;
}

function TwoLetters({ top, bottom, on }: { top: string; bottom: string; on: string }): JSX.Element {
  return (
    <svg {...AS_DRAWN} class="art letters-art" viewBox="0 0 100 190" aria-hidden="true">
      <path class="lower" d="M0 95h100v95H0Z" />
      <text class={on && on !== top ? "off" : ""} x="50" y="72" font-size="70" text-anchor="middle">
        {top}
      </text>
      <text class={on && on !== bottom ? "low off" : "low"} x="50" y="167" font-size="70" text-anchor="middle">
        {bottom}
      </text>
    </svg>
  );
}

function Tile({ letter, value }: { letter: string; value: number | null }): JSX.Element {
  return (
    <svg {...AS_DRAWN} class="art tile-art" viewBox="0 0 100 100" aria-hidden="true">
      <text x={(value ?? 0) > 9 ? 40 : 46} y={(value ?? 0) > 9 ? 66 : 72} font-size={(value ?? 0) > 9 ? 54 : 62} text-anchor="middle">
        {letter}
      </text>
      {value !== null && (
        <text class="value" x="91" y="91" font-size="24" text-anchor="end">
          {value}
        </text>
      )}
    </svg>
  );
}

function Piecepack({ rank, suit }: { rank: string; suit: string }): JSX.Element {
  return (
    <svg {...AS_DRAWN} class={`art pack-art pack-${suit}`} viewBox="0 0 100 100" aria-hidden="true">
      <use href={`#pack-${suit}`} x="42" y="42" width="48" height="48" />
      <text class="rank" x="9" y="46" font-size="48">
        {rank === "N" ? "0" : rank}
      </text>
    </svg>
  );
}

function Coin({ value, suit }: { value: string; suit: string }): JSX.Element {
  return (
    <svg {...AS_DRAWN} class={`art coin-art pack-${suit}`} viewBox="0 0 100 100" aria-hidden="true">
      <circle class="edge" cx="50" cy="50" r="45" />
      <circle class="edge" cx="50" cy="50" r="39" />
      <text class="rank" x="50" y="56" font-size="44" text-anchor="middle">
        {value === "N" ? "0" : value}
      </text>
      <use href={`#pack-${suit}`} x="36.5" y="59" width="27" height="27" />
    </svg>
  );
}

/** The back of a piece: a lattice in the house colour. */
export function Back(): JSX.Element {
  return <span class="back-art" />;
}
