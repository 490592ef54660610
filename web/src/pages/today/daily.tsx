// The dailies: one deal of a game for everybody, one attempt each. Before it is played nothing of it is told; afterwards what one
// made of it, everybody's scores, and blocks to share that give no letter away.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { request } from "../../state/api";
import { browser, storage } from "../../state/device";
import type { Attempt, Catalogue, DailyView, DayBefore, DayPlayed, Joined, PlayDaily, ScoredLine } from "../../types";
import { capital, Refusal } from "../../view/cite";
import { Back } from "../../view/face";
import { hue } from "../../view/hue";
import { StillPiece } from "../../view/piece";
import { QuickPlay } from "../../view/quick";
import { type Answer, useAnswer, useAsking } from "../../view/request";
import { Spread } from "../../view/spread";
import { ShareBlocks } from "./share";
import { bestText, betterText, countText, dateOf, listText, parText } from "./told";

/** Milliseconds between two questions for par. */
const ASK_AGAIN = 3000;
const DAY_SECONDS = 86_400;
/** Letters of a name that fit beside the pile; a longer one makes the title smaller. */
const FITS = 7;

/** @param game name of the game, empty for the first one that the room offers */
export function DailyPage({ game }: { game: string }): JSX.Element {
  const { found: today, problem } = useToday(game);
  useEffect(() => {
    if (today) document.title = `Today’s ${today.title} – muckle`;
  }, [today]);
  return (
    <main class="page daily" id="main" data-game={today?.game} style={hue(today?.game ?? game)}>
      {today && <Switch today={today} />}
      {problem && <Refusal problem={problem} game={game} />}
      {today && (today.own ? <Played today={today} own={today.own} /> : <Unplayed today={today} />)}
      {today && <Limits today={today} />}
    </main>
  );
}

/** Fetch today's deal of a game: again while the par is still being played, and when the next one is there. */
export function useToday(game = ""): Answer<DailyView> {
  const again = (today: DailyView | null): number => {
    if (today?.own && today.par == null && !today.bots.length) return ASK_AGAIN;
    return today ? (today.left + 1) * 1000 : 0;
  };
  return useAnswer<DailyView>(game ? `/api/daily/${game}` : "/api/daily", "", again);
}

/** Links between the games that have a daily, with one's scores of today. */
function Switch({ today: { game, games } }: { today: DailyView }): JSX.Element | null {
  if (games.length < 2) return null;
  return (
    <nav class="daily-switch" aria-label="Games of the day">
      {games.map(({ name, title, score }) => (
        <a key={name} href={`/daily/${name}`} aria-current={name === game ? "page" : undefined}>
          {title}
          {score != null && <small>{countText(score, "point")}</small>}
        </a>
      ))}
    </nav>
  );
}

function Unplayed({ today }: { today: DailyView }): JSX.Element {
  const { title, bots, words, line, par, played, before } = today;
  return (
    <div class={before ? "daily-parts" : "daily-parts first"}>
      <section class="daily-cover leaf-cloth">
        <DateCard day={today.day} />
        <p class="daily-date">{dateOf(today.day, "long")}</p>
        <h1 style={{ "--n": Math.max(title.length, FITS) }}>
          <span>Today&rsquo;s {title}</span>
        </h1>
        <p>
          One deal, the same for all{bots.length > 0 && `, against ${listText(bots)}`}.
          {par != null && (
            <>
              {" "}
              Par is <b>{par}</b>.
            </>
          )}
        </p>
        <PlayToday today={today} />
        <p class="small">Your first attempt counts. No advice{words && "; words may be looked up"}.</p>
      </section>
      <Row today={today} />
      <section class="daily-paper daily-count">
        <h2>Today so far</h2>
        <p>
          {played ? <b>{countText(played, "player")}</b> : <b>Nobody yet</b>} Scores and {line}s stay closed until you have played.
        </p>
      </section>
      {before && <Yesterday before={before} today={today} />}
    </div>
  );
}

/** The pile of the day: its top card shows the date, as today's cards are nobody's yet. */
function DateCard({ day }: { day: string }): JSX.Element {
  const at = new Date(day);
  return (
    <div class="daily-pile" aria-hidden="true">
      <span class="piece">
        <span class="frame">
          <Back />
        </span>
      </span>
      <span class="daily-card">
        <b>{at.getUTCDate()}</b>
        <span>{at.toLocaleDateString("en-GB", { month: "short", timeZone: "UTC" })}</span>
      </span>
    </div>
  );
}

/** The button that starts or continues today's attempt. */
export function PlayToday({ today }: { today: DailyView }): JSX.Element {
  const { problem, run } = useAsking();
  const play = async (): Promise<void> => {
    browser.go((await request<Joined>("/api/daily", { name: storage.get("name"), game: today.game } satisfies PlayDaily)).link);
  };
  return (
    <>
      {problem && <Refusal problem={problem} game={today.game} />}
      <button type="button" class="act main" data-act="play" onClick={() => run(play)}>
        {today.match ? "Go on" : "Play"}
        <span class="now-word">&nbsp;{today.match ? "with today’s game" : "today’s game"}</span>
      </button>
    </>
  );
}

function Played({ today, own }: { today: DailyView; own: Attempt }): JSX.Element {
  const { game, title, bots, line, par, played, results, before } = today;
  const catalogue = useAnswer<Catalogue>("/api/games").found;
  const rated = own.rating ? `“${capital(own.rating)}” by the designer’s word.` : "";
  const better = betterText(own.beaten, played - 1);
  return (
    <div class="daily-parts daily-done">
      <div class="daily-board leaf-cloth">
        <section class="daily-result leaf-cloth">
          <h1>
            <span class="daily-score">{own.score}</span>
            <span>
              <span class="heard">points at today&rsquo;s {title}: </span>
              {own.own || (par == null ? "Par is still being played" : parText(own.score - par, "Level with par"))}
            </span>
          </h1>
          <p>{[rated, better, !own.lines.length && `No ${line} this time.`].filter(Boolean).join(" ")}</p>
        </section>
        {own.lines.length > 0 && (
          <section class="daily-claimed leaf-cloth">
            <Lines lines={own.lines} title={`Your ${countText(own.lines.length, line)}, in order`} />
          </section>
        )}
      </div>
      {results && (
        <Scores results={results} own={own.score}>
          <h2>Everybody so far</h2>
          {played > 1 ? <p>{bestText(results, bots)}</p> : null}
        </Scores>
      )}
      <ShareBlocks today={today} own={own} />
      <Row today={today} />
      <nav class="daily-more" aria-label="What next">
        <a class="act" href={`/replay/${today.match}`} data-act="replay">
          Replay
        </a>
        {results?.par_match && par != null && (
          <a class="act" href={`/replay/${results.par_match}`} data-act="par">
            How par was made
          </a>
        )}
        <QuickPlay catalogue={catalogue} game={game} text="Play a free game" />
      </nav>
      {before && <Yesterday before={before} today={today} />}
      <p class="small daily-once">The first attempt counts, so there is no second.</p>
    </div>
  );
}

function Yesterday({ before, today: { bots, line } }: { before: DayBefore; today: DailyView }): JSX.Element {
  const { day, results, score, match, lines = [] } = before;
  const yours = score == null ? "" : `You scored ${score}${results.par == null ? "" : `, ${parText(score - results.par)}`}. `;
  return (
    <Scores results={results} own={score ?? null}>
      <h2>
        Yesterday <small>{dateOf(day, "long")}</small>
      </h2>
      <p>
        {yours}
        {bestText(results, bots)}
      </p>
      {lines.length > 0 && (
        <div class="daily-best leaf-cloth">
          <Lines lines={lines} title={`Best ${line}s of yesterday`} />
        </div>
      )}
      <div class="actions">
        {match && (
          <a class="act" href={`/replay/${match}`}>
            Your replay
          </a>
        )}
        {results.par_match && results.par != null && (
          <a class="act" href={`/replay/${results.par_match}`}>
            How par was made
          </a>
        )}
      </div>
    </Scores>
  );
}

/** What was made of a deal as rows of pieces, with their points. */
function Lines({ lines, title }: { lines: readonly ScoredLine[]; title: string }): JSX.Element {
  return (
    <>
      <h2>{title}</h2>
      <ol class="daily-words">
        {lines.map(({ cards = [], points, text, note }, at) => (
          <li key={at} style={{ "--n": Math.max(6, cards.length) }}>
            <span class="heard">{text}, </span>
            <span class="daily-row" aria-hidden="true">
              {cards.map((face, card) => (
                <StillPiece key={card} piece={{ label: "", face }} />
              ))}
            </span>
            {note && <small aria-hidden="true">{note}</small>}
            <b>
              {points}
              <span class="heard"> points</span>
            </b>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Everybody's scores under a title, as a chart. What follows the first two children stands below the chart. */
function Scores({ results, own, children }: { results: DayPlayed; own: number | null; children: ComponentChildren[] }): JSX.Element {
  const [title, text, ...rest] = children;
  return (
    <section class="daily-paper daily-scores">
      {title}
      {text}
      <Spread spread={results.spread} own={own} par={results.par ?? null} />
      {rest}
    </section>
  );
}

/** Days in a row, the time to the next one, and the scores of the last seven days. */
function Row({ today }: { today: DailyView }): JSX.Element {
  const { streak, longest, own } = today;
  const rest = own ? `longest: ${longest}` : streak ? "play today to make it one more" : "play today to begin";
  return (
    <section class="daily-paper daily-days" aria-label="Your days">
      <p class="daily-fact">
        <Flame />
        <span>
          <b>{countText(streak, "day")} in a row</b>
          <small>{rest}</small>
        </span>
      </p>
      <Countdown left={today.left} />
      <Week today={today} />
    </section>
  );
}

function Flame(): JSX.Element {
  return (
    <svg class="daily-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3c1 4 5 5.500 5 10.500a5 5 0 0 1-10 0C7 11 8 9.500 9 8.500c0 2 .800 3 1.800 3.300C10.500 8.500 11 5.500 12 3Z" />
    </svg>
  );
}

/** The time to the next deck, beside a ring that empties over the day. */
function Countdown({ left }: { left: number }): JSX.Element {
  const [now, setNow] = useState(left);
  useEffect(() => {
    const end = performance.now() + left * 1000;
    const tick = (): void => setNow(Math.max(0, (end - performance.now()) / 1000));
    tick();
    const timer = setInterval(tick, 20_000);
    return () => clearInterval(timer);
  }, [left]);
  const minutes = Math.ceil(now / 60);
  return (
    <p class="daily-fact">
      <svg class="daily-icon ring" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9.500" pathLength="100" />
        <circle class="left" cx="12" cy="12" r="9.500" pathLength="100" stroke-dasharray={`${(100 * now) / DAY_SECONDS} 100`} />
      </svg>
      <span>
        <b>{minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`}</b>
        <small>to the next one</small>
      </span>
    </p>
  );
}

/** The scores of the last seven days. */
export function Week({ today: { day, week, own } }: { today: DailyView }): JSX.Element {
  return (
    <ol class="week" aria-label="Your last seven days">
      {week.map((score, at) => {
        const last = at === week.length - 1;
        const date = new Date(Date.parse(day) - (week.length - 1 - at) * DAY_SECONDS * 1000);
        return (
          <li key={at}>
            <small>{date.toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" })}</small>{" "}
            <b class={last ? (own ? "own" : "asks") : score == null ? "none" : ""}>{score ?? (last ? "?" : "–")}</b>
          </li>
        );
      })}
    </ol>
  );
}

/** The limits of fairness, and how the chain of secrets is verified. */
function Limits({ today: { told, bots } }: { today: DailyView }): JSX.Element {
  const [yesterday, before] = told;
  return (
    <details class="fold small daily-limits">
      <summary>What is fair about it, and what nobody can prove</summary>
      <p>
        Nobody can prevent that somebody plays again in another browser, or is told the cards by who has played. Whoever keeps this room
        could look ahead; the chain of secrets only shows that no deal was chosen after the day before.
        {bots.length > 0 && " Bots think anew for everybody, so the same move may get another answer."}
      </p>
      {yesterday && before && (
        <>
          <p>Each day&rsquo;s secret is the BLAKE2b hash (32 bytes) of the next day&rsquo;s, so what is told leads back and never ahead.</p>
          {[yesterday, before].map(({ day, secret }) => (
            <p key={day}>
              {dateOf(day, "long")}: <code>{secret}</code>
            </p>
          ))}
        </>
      )}
    </details>
  );
}
