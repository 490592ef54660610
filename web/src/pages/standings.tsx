// Standings of an event: for the hall's screen, and for a player's phone with their own place first.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { AtEvent } from "../state/event";
import { pathOf } from "../state/event";
import { createWordBox } from "../state/words";
import type { BestWord, EventView, OwnWord, Place, RoundBest, RoundPar, Standings } from "../types";
import { capital, WordButton } from "../view/cite";
import { useAnswer } from "../view/request";
import { NameMarker } from "../view/seat";
import { Sheet } from "../view/sheet";
import { MatchWords } from "../view/words";
import { justEnded, Reveal } from "./ceremony";
import { ScoreForm } from "./realcards";
import { parText } from "./today/told";

/** Places on the hall's screen; "All places" shows the rest. */
const FIRST = 8;
const WORDS = 3;

/** The hall's screen when the round is over. */
export function HallStandings({ live, now, children }: { now: EventView; children: ComponentChildren } & AtEvent): JSX.Element {
  const [all, setAll] = useState(false);
  const [reveals, setReveals] = useState(() => justEnded(live) && !now.real_cards);
  const [told] = useState(now.told);
  const [retold, setRetold] = useState(now.told);
  const standings = now.standings ?? NOBODY;
  const par = usePar(now.code, now.round, now.ordered);
  if (now.told !== retold || (reveals && standings.places.length)) {
    const done = (): void => {
      setReveals(false);
      setRetold(now.told);
    };
    return <Reveal key={now.told === told ? "" : now.told} standings={standings} par={par} done={done} />;
  }
  return (
    <div class="hall-over">
      <section aria-label="Standings">
        <h2>{headline(standings)}</h2>
        <Places places={standings.places.slice(0, FIRST)} />
        <p>{now.real_cards ? realText(now.claims ?? 0) : "Your own place stands on your phone."}</p>
      </section>
      <section class="hall-scores" aria-label="All scores">
        <div class="hall-line">
          <h3>{standings.players === 1 ? "One score" : `All ${standings.players} scores`}</h3>
          <span>{medianText(standings.spread)}</span>
        </div>
        <Spread spread={standings.spread} />
        <Yardsticks code={now.code} round={now.round} ordered={now.ordered} brief />
        {standings.words.length > 0 && (
          <>
            <h3>Longest words of the event</h3>
            <Words words={standings.words.slice(0, WORDS)} />
          </>
        )}
        <div class="actions">
          <button type="button" class="act" data-act="all" data-key="a" onClick={() => setAll(true)}>
            All places <kbd data-text="A" />
          </button>
          {now.series && (
            <a class="act" href={`/s/${now.series}`} data-act="series">
              Series
            </a>
          )}
          {now.round >= now.rounds && (
            <a class="act" href={`/e/${now.code}?list`} data-act="list">
              Prizes
            </a>
          )}
          {children}
        </div>
      </section>
      {all && <AllPlaces now={now} close={() => setAll(false)} />}
    </div>
  );
}

/** What players with real cards do when the round is over. */
function realText(claims: number): string {
  if (!claims) return "Type in your score on your phone, or tell it to the desk.";
  return claims === 1 ? "One more score waits for the desk." : `${claims} more scores wait for the desk.`;
}

const NOBODY: Standings = { places: [], players: 0, spread: [], words: [] };

/** Return a headline that says who won. */
export function headline({ places }: Standings): string {
  const first = places.filter(({ place }) => place === 1);
  const [{ name = "", score = 0 } = {}] = first;
  if (!first.length) return "No scores yet";
  return first.length === 1 ? `${name} wins with ${score}` : `${first.length} share the first place with ${score}`;
}

/** Return a phrase with the median score. */
function medianText(spread: readonly number[]): string {
  const all = spread.reduce((sum, count) => sum + count, 0);
  let above = 0;
  const half = spread.findLastIndex((count) => (above += count) * 2 >= all);
  return all ? `half have ${half} or more` : "";
}

/** Lines of the standings; from the second round on with the score before. */
export function Places({ places, you = 0 }: { places: readonly Place[]; you?: number }): JSX.Element {
  return (
    <ol class="places">
      {places.map((line, index) => {
        const { place, number, name, score, shared, before = 0 } = line;
        const skipped = place - (places[index - 1]?.place ?? place) > 1 && !places[index - 1]?.shared;
        return (
          <li key={number} class={[place === 1 ? "first" : "", number === you ? "own" : "", skipped ? "after-gap" : ""].join(" ")}>
            <span class="place">{place}</span>
            <NameMarker name={name} />
            <b translate={false}>
              {name}
              {number === you && <span translate> (you)</span>}
            </b>
            {shared && <small>shared</small>}
            {line.late && <small>played late</small>}
            {before > 0 && <small>before: {before}</small>}
            <b class="score">{score}</b>
          </li>
        );
      })}
    </ol>
  );
}

/** The most bars that can be told apart. */
const BARS = 50;

/** The histogram of scores, several scores to a bar where there are many; the bar of `own` is lit. */
export function Spread({ spread, own }: { spread: readonly number[]; own?: number }): JSX.Element {
  const from = Math.max(0, spread.findIndex((count) => count > 0) - 1);
  const width = Math.ceil((spread.length - from) / BARS) || 1;
  const bars = Array.from({ length: Math.ceil((spread.length - from) / width) }, (_, bar) => {
    const least = from + bar * width;
    return { least, count: spread.slice(least, least + width).reduce((sum, each) => sum + each, 0) };
  });
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ol class="scores" aria-label="How many have each score">
      {bars.map(({ least, count }) => {
        const mine = own !== undefined && own >= least && own < least + width;
        const scores = width === 1 ? `${least}` : `${least} to ${least + width - 1}`;
        return (
          <li key={least} class={mine ? "own" : ""} aria-label={`${scores} points: ${count}${mine ? ", you among them" : ""}`}>
            <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
              <rect y={100 - (99 * count) / most - 1} width="10" height={(99 * count) / most + 1} />
            </svg>
            <span aria-hidden="true">
              {mine ? own : width === 1 && least % 5 === 0 ? least : width > 1 && (least - from) % (5 * width) === 0 ? least : ""}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function Words({ words }: { words: readonly BestWord[] }): JSX.Element {
  return (
    <ul class="best-words">
      {words.map(({ word, points, names, times }) => (
        <li key={word}>
          <b translate={false}>{word.toUpperCase()}</b>
          <span>
            {points === 1 ? "1 point" : `${points} points`}, <span translate={false}>{names.join(", ")}</span>
            {times > names.length && ` and ${times - names.length} more`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** All places, on screen and as files. */
function AllPlaces({ now, close }: { now: EventView; close: () => void }): JSX.Element {
  const { found: standings } = useAnswer<Standings>(`${pathOf(now.code)}/standings`, now.seq);
  return (
    <Sheet title={`All places of round ${now.round}`} close={close}>
      <SaveAs path={`${pathOf(now.code)}/standings`} code={now.code} />
      {standings ? <Places places={standings.places} /> : <p class="waiting">EventRuling …</p>}
    </Sheet>
  );
}

/** Links that save a table of an event or a series as a file. */
export function SaveAs({ path, code }: { path: string; code: string }): JSX.Element {
  return (
    <div class="actions">
      <a class="act" href={`${path}.csv`} download={`muckell-${code}.csv`}>
        Save as CSV
      </a>
      <a class="act" href={path} download={`muckell-${code}.json`}>
        Save as JSON
      </a>
    </div>
  );
}

/** Lines on a phone: at the top, and around one's own. */
const TOP = 3;
const AROUND = 1;

/** A player's own page when the round is over. */
export function OwnStandings({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const [box] = useState(createWordBox);
  const { found: standings } = useAnswer<Standings>(now.code && `${pathOf(now.code)}/standings`, `${now.round} ${now.phase}`);
  const shown = standings ?? now.standings ?? NOBODY;
  const { place, number = 0, board, words = [] } = now.you;
  const at = shown.places.findIndex((line) => line.number === number);
  const near = shown.places.filter((_, index) => index < TOP || (at >= 0 && Math.abs(index - at) <= AROUND));
  return (
    <>
      <section class="coming own-place" aria-label="Your place">
        {place && (
          <p class="own-head">
            <b class="own-score">{place.score}</b>
            <span>
              <b>
                Place {place.place} of {shown.players}
              </b>
              {placeText(place, shown)}
            </span>
          </p>
        )}
        <Yardsticks code={now.code} round={now.round} ordered={now.ordered} {...(place && { own: place.score - (place.before ?? 0) })} />
        {now.real_cards && number > 0 && <ScoreForm live={live} now={now} own />}
        <Spread spread={shown.spread} {...(place && { own: place.score })} />
        {words.length > 0 && (
          <ul class="own-words" aria-label="Your words, with what each scored">
            {words.map(({ word, points }, index) => (
              <li key={index}>
                <WordButton box={box} word={word.toUpperCase()} points={points} />
              </li>
            ))}
          </ul>
        )}
        <MatchWords box={box} match={board ?? ""} />
        {shown.words.length > 0 && (
          <>
            <h2>Longest words of the event</h2>
            <Words words={shown.words.slice(0, WORDS)} />
          </>
        )}
      </section>
      <section class="paper" aria-label="Standings">
        <h2>Standings</h2>
        <Places places={near} you={number} />
      </section>
      <footer class="paper next-round">
        {now.next && (
          <p class="actions">
            <a class="act main" href={`/e/${now.next}?play${number ? "&again" : ""}`} data-act="again">
              Play on with the same people
            </a>
          </p>
        )}
        <p>
          {now.round < now.rounds
            ? `Round ${now.round + 1} of ${now.rounds} begins when the caller is ready. You are in.`
            : "That was the last round. Thank you for playing."}
        </p>
        <div class="actions">
          <a class="act" href={`/e/${now.code}?list`} data-act="list">
            All boards
          </a>
          {board && (
            <a class="act" href={`/replay/${board}`} data-act="replay">
              Card by card
            </a>
          )}
          {now.series && (
            <a class="act" href={`/s/${now.series}`} data-act="series">
              Table of the series
            </a>
          )}
          <a class="act" href="/">
            All games
          </a>
        </div>
      </footer>
    </>
  );
}

/** Return with whom a place is shared, and the share of players behind it. */
function placeText({ score, number, place }: Place, { places, players, spread }: Standings): string {
  const others = places.filter((line) => line.place === place && line.number !== number).length;
  const behind = spread.slice(0, score).reduce((sum, count) => sum + count, 0);
  const share = players > 1 ? `ahead of ${Math.round((100 * behind) / players)}\u00a0%` : "";
  return [others ? `Shared with ${others === 1 ? "one other" : `${others} others`}` : "", share].filter(Boolean).join(", ");
}

/** Milliseconds between two questions for what is still being worked out. */
const ASK_AGAIN = 10_000;

interface YardsticksProps {
  code: string;
  round: number;
  /** The visitor's own score in that round. */
  own?: number;
  /** How often the order of the round's cards was typed in, where they were called from a real deck. */
  ordered?: number | undefined;
  /** Whether there is only one line of room. */
  brief?: boolean;
}

/** Par of a finished round, asked for again until it and the best play are known. */
function usePar(code: string, round: number, ordered = 0): RoundPar | null {
  const again = (found: RoundPar | null): number => (found && (found.score == null || !found.best) ? ASK_AGAIN : 0);
  return useAnswer<RoundPar>(code && `${pathOf(code)}/par?round=${round}`, ordered, again).found;
}

/** Par of a finished round, and the best score for somebody who had known its cards; nothing if the cards may still be played. */
export function Yardsticks({ code, round, own, ordered, brief = false }: YardsticksProps): JSX.Element | null {
  const par = usePar(code, round, ordered);
  if (!par) return null;
  if (par.score === null) return <p role="status">Par is still being played: what the strongest bot makes of these cards.</p>;
  if (brief) return <p class="yardsticks">{[`Par is ${par.score}`, par.best && bestText(par.best)].filter(Boolean).join("; ")}.</p>;
  return (
    <p class="yardsticks" role="status">
      Par is {par.score}
      {own !== undefined && `; you are ${parText(own - par.score)}`}. <a href={`/replay/${par.match}`}>How par was made</a>
      <br />
      <WordList title="Words of par" words={par.words} />
      {par.best ? <Possible best={par.best} /> : "The best possible score is still being worked out."}
    </p>
  );
}

function bestText({ score, proven }: RoundBest): string {
  return `knowing the cards, one could have made ${proven ? "" : "at least "}${score}`;
}

function Possible({ best }: { best: RoundBest }): JSX.Element {
  return (
    <>
      {`${capital(bestText(best))}${best.proven ? ", and no more" : ""}. `}
      <a href={`/replay/${best.match}`}>How</a>
      <WordList title="Words of that play" words={best.words} />
    </>
  );
}

/** The words of a line of play, on a line of their own. */
function WordList({ title, words = [] }: { title: string; words: readonly OwnWord[] | undefined }): JSX.Element | null {
  if (!words.length) return null;
  return (
    <small class="par-words">
      {title}: <span translate={false}>{words.map(({ word }) => word.toUpperCase()).join(", ")}</span>
    </small>
  );
}
