// The end of a round on the hall's screen, told from the third place to the first.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AtEvent } from "../state/event";
import type { OwnWord, Place, RoundPar, Standings } from "../types";

/** Places that are told one after the other. */
const TOLD = 3;
/** Milliseconds until the next line is told. */
const BEAT = 2500;
/** Milliseconds after the last call in which a page that shows the result for the first time tells it step by step. */
const FRESH = 120_000;

/** Return whether a round has just ended before the eyes of whoever sees this page. */
export function justEnded({ device, called }: AtEvent["live"]): boolean {
  return device.now() - called < FRESH;
}

interface RevealProps {
  standings: Standings;
  /** What could be made of the cards, as far as it is known. */
  par: RoundPar | null;
  done: () => void;
}

/** Third, second, first, the other prizes and what could be made of the cards, one after the other; then `done`. */
export function Reveal({ standings, par, done }: RevealProps): JSX.Element {
  const [told, setTold] = useState(1);
  const places = [1, 2, 3].map((place) => standings.places.filter((line) => line.place === place)).filter((lines) => lines.length);
  const lines = places.slice(0, TOLD).reverse();
  const prizes = [...prizesOf(standings), ...parsOf(par)];
  const steps = lines.length + prizes.length;
  useEffect(() => {
    const timer = setTimeout(() => (told < steps ? setTold(told + 1) : done()), BEAT);
    return () => clearTimeout(timer);
  }, [told]);
  return (
    <section class="reveal" aria-label="The result" aria-live="polite">
      {lines.slice(0, told).map((shared) => (
        <RevealLine key={shared[0]?.place} shared={shared} />
      ))}
      {prizes.slice(0, Math.max(0, told - lines.length)).map(([title, who, why]) => (
        <p key={title} class="reveal-word">
          <span>{title}</span> <b translate={false}>{who}</b> <span>{why}</span>
        </p>
      ))}
      <button type="button" class="act" data-act="all-scores" data-key=" " onClick={done}>
        All scores <kbd data-text="Space" />
      </button>
    </section>
  );
}

/** The prizes beside the first three: what for, who or what, and why. */
function prizesOf({ words: [word], novice, climb }: Standings): (readonly [title: string, who: string, why: string])[] {
  return [
    ...(word ? [["Longest word", word.word.toUpperCase(), word.names.join(", ")] as const] : []),
    ...(novice ? [["Best beginner", novice.name, `place ${novice.place} with ${novice.score}`] as const] : []),
    ...(climb ? [["Biggest climb", climb.name, `from place ${climb.before} to ${climb.place}`] as const] : []),
  ];
}

/** Par and the best play of a round, with their words, as far as they are known. */
function parsOf(par: RoundPar | null): (readonly [title: string, who: string, why: string])[] {
  const best = par?.best;
  return [
    ...(par?.score != null ? [["Par", String(par.score), wordsOf(par.words)] as const] : []),
    ...(best ? [["Knowing the cards", `${best.proven ? "" : "at least "}${best.score}`, wordsOf(best.words)] as const] : []),
  ];
}

function wordsOf(words: readonly OwnWord[] = []): string {
  return words.map(({ word }) => word.toUpperCase()).join(", ");
}

const NTH = ["", "First", "Second", "Third"];
/** The most names on a line that a place is shared by; more are counted. */
const NAMED = 3;

function RevealLine({ shared }: { shared: readonly Place[] }): JSX.Element {
  const [first] = shared;
  return (
    <p class={first?.place === 1 ? "reveal-line first" : "reveal-line"}>
      <span>{NTH[first?.place ?? 0]}</span>
      <b translate={shared.length > NAMED}>
        {shared.length > NAMED ? `${shared.length} share this place` : shared.map(({ name }) => name).join(", ")}
      </b>
      <b class="score">{first?.score}</b>
    </p>
  );
}
