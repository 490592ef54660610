// The lobby: every game with one button that plays it at once, and one that sets up a table.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { problemOf, request } from "../state/api";
import { browser } from "../state/device";
import { friendMatch, open, quickMatch } from "../state/sit";
import type {
  Catalogue,
  Daily,
  Face,
  GameInfo,
  NewMatch,
  OpenTable,
  OpenTables as OpenTablesAnswer,
  OwnTable,
  OwnTables as OwnTablesAnswer,
  Problem,
} from "../types";
import { Refusal } from "../view/cite";
import { hue } from "../view/hue";
import { StillPiece } from "../view/piece";
import { against, counted, PlayToday, useToday, week } from "./daily";
import { SetUp } from "./setup";

const ASK_AGAIN = 2000;
/** The game that a whole hall can play, each on a board of their own. */
const HOSTED = "mickell";
/** Where a game has no emblem. */
const BACKS = [null, null, null];

export function Lobby(): JSX.Element {
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [setting, setSetting] = useState<GameInfo | null>(null);
  useEffect(() => {
    let timer = 0;
    const ask = (): void => {
      request<Catalogue>("/api/games").then(
        (answer) => {
          setProblem(null);
          setCatalogue(answer);
          if (answer.progress) timer = setTimeout(ask, ASK_AGAIN);
        },
        (error: unknown) => {
          setProblem(problemOf(error));
          timer = setTimeout(ask, ASK_AGAIN);
        },
      );
    };
    ask();
    return () => clearTimeout(timer);
  }, []);
  return (
    <main class="page lobby" id="main">
      <h1 class="heard">All games</h1>
      {problem && <Refusal problem={problem} />}
      {!catalogue && !problem && <p class="waiting">Setting the tables …</p>}
      <div class="games">
        {catalogue?.games.map((game) => (
          <GameCard key={game.name} game={game} catalogue={catalogue} setUp={() => setSetting(game)} />
        ))}
        {catalogue && <TodayCard emblem={catalogue.games.find(({ name }) => name === HOSTED)?.emblem ?? []} />}
      </div>
      <aside class="rail">
        <OwnTables />
        <OpenTables />
      </aside>
      {catalogue?.progress && (
        <p class="progress" role="status">
          {catalogue.progress}
        </p>
      )}
      {setting && catalogue && <SetUp game={setting} catalogue={catalogue} close={() => setSetting(null)} />}
    </main>
  );
}

interface CardProps {
  game: GameInfo;
  catalogue: Catalogue;
  setUp: () => void;
}

function GameCard({ game, catalogue, setUp }: CardProps): JSX.Element {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [opening, setOpening] = useState(false);
  const play = (match: NewMatch): void => {
    if (opening) return;
    setOpening(true);
    open(browser, match).catch((error: unknown) => {
      setOpening(false);
      setProblem(problemOf(error));
    });
  };
  const [least, most] = game.seats;
  return (
    <article class="game-card" data-game={game.name} style={hue(game.name)}>
      <div class="picture" aria-hidden="true" onClick={() => play(quickMatch(game, catalogue))}>
        {(game.emblem.length > 0 ? game.emblem : BACKS).map((face, index) => (
          <StillPiece key={index} piece={{ label: "", face }} />
        ))}
      </div>
      <div class="game-words">
        <h2>
          {game.title}{" "}
          <small>
            {most === 1 ? "for one" : least === most ? `for ${most}` : `for ${least} to ${most}`}
            <a href={`/rules/${game.name}`} aria-label={`Rules: ${game.title}`}>
              Rules
            </a>
          </small>
        </h2>
        <p>{game.tagline}</p>
        {problem && <Refusal problem={problem} game={game.name} />}
        <div class="actions">
          <button
            type="button"
            class="act strong"
            aria-busy={opening}
            onClick={() => play(quickMatch(game, catalogue))}
            aria-label={`Play now: ${game.title}`}
          >
            Play<span class="now-word">&nbsp;now</span>
          </button>
          {most > 1 && (
            <button
              type="button"
              class="act friend"
              onClick={() => play(friendMatch(game))}
              aria-label={`Play with a friend: ${game.title}`}
            >
              Friend
            </button>
          )}
          {game.name === HOSTED && (
            <a class="act host-it" href="/host" data-act="host" aria-label="Host an event: Muckell">
              Event
            </a>
          )}
          <button type="button" class="act set-up" onClick={setUp} aria-label={`Set up a table: ${game.title}`}>
            <Sliders />
            <span>Set up</span>
          </button>
        </div>
      </div>
    </article>
  );
}

/** What sets things up, where there is no room for the words. */
function Sliders(): JSX.Element {
  return (
    <svg class="sliders" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d="M3 7h9m5 0h4M3 17h4m5 0h9M14 4v6M9 14v6" />
    </svg>
  );
}

// The tables that stand in the lobby: to sit down at, or to watch.

/** Milliseconds between two looks into the room. */
const OPEN_TABLES_EVERY = 4000;

export function OpenTables(): JSX.Element | null {
  const [tables, setTables] = useState<readonly OpenTable[]>([]);
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === "hidden") return;
      request<OpenTablesAnswer>("/api/tables").then(
        (answer) => setTables(answer.tables),
        () => undefined,
      );
    };
    ask();
    const timer = setInterval(ask, OPEN_TABLES_EVERY);
    return () => clearInterval(timer);
  }, []);
  if (!tables.length) return null;
  return (
    <section class="tables open-tables" aria-label="Open tables">
      <h2>Open tables</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.match}>
            <span>
              <b>{table.title}</b>
              <small>{openTableText(table)}</small>
            </span>
            <a
              class="act"
              href={`/m/${table.match}`}
              aria-label={`${table.free ? "Join" : "Watch"}: ${table.title}, ${openTableText(table)}`}
            >
              {table.free ? "Join" : "Watch"}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function openTableText({ names, free }: OpenTable): string {
  return [names.join(", "), free ? (free === 1 ? "1 place left" : `${free} places left`) : ""].filter(Boolean).join(", ");
}

// The tables at which this person has a seat: a way back to each, those that wait for them first.

export function OwnTables(): JSX.Element | null {
  const [tables, setTables] = useState<readonly OwnTable[]>([]);
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === "visible")
        request<OwnTablesAnswer>("/api/me/tables").then(
          (answer) => setTables(answer.tables),
          () => undefined,
        );
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, []);
  if (!tables.length) return null;
  return (
    <section class="tables" aria-label="Your tables">
      <h2>Your tables</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.match} data-game={table.game}>
            <span>
              <b>{table.title}</b>
              <small>{ownTableText(table)}</small>
            </span>
            <a
              class={table.waits ? "act main" : "act"}
              href={`/m/${table.match}`}
              aria-label={`${table.waits ? "Play" : "Open"}: ${table.title}, ${ownTableText(table)}`}
            >
              {table.waits ? "Play" : "Open"}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ownTableText({ names = [], free = 0, waits }: OwnTable): string {
  if (free) return free === 1 ? "one place is open" : `${free} places are open`;
  const others = names.length ? `with ${names.join(", ")}` : "alone";
  return waits ? `your turn, ${others}` : others;
}

// Today's Mickell in the lobby: to be played, or what came of it.

const TODAY_GAME = "mickell";

/** @param emblem pieces of Mickell, the first of which is shown */
export function TodayCard({ emblem }: { emblem: readonly Face[] }): JSX.Element | null {
  const { today } = useToday();
  if (!today) return null;
  return (
    <article class={`game-card today ${today.own ? "" : "waits"}`} data-game={TODAY_GAME} style={hue(TODAY_GAME)}>
      <div class="picture" aria-hidden="true">
        {emblem.slice(0, 1).map((face) => (
          <StillPiece key="card" piece={{ label: "", face }} />
        ))}
        <p>
          <small>{dayOf(today.day)}</small>
          One deck, the same for all
        </p>
      </div>
      <div class="game-words">
        <h2>Today&rsquo;s Mickell</h2>
        <Week today={today} />
        <div class="actions">
          {today.own ? (
            <a class="act" href="/daily" aria-label="Today&rsquo;s Mickell: how others did">
              How others did
            </a>
          ) : (
            <PlayToday today={today} />
          )}
        </div>
      </div>
    </article>
  );
}

/** What was made on the last days, once there is something to tell; before that what it is about. */
function Week({ today }: { today: Daily }): JSX.Element {
  const days = week(today);
  if (days.every(([day, score]) => score === null || day === today.day)) return <p>{todayText(today)}</p>;
  return (
    <ol class="week" aria-label="Your last seven days">
      {days.map(([day, score]) => (
        <li key={day}>
          <small>{new Date(day).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" })}</small>{" "}
          <b class={day === today.day && score === null ? "asks" : ""}>{score ?? (day === today.day ? "?" : "–")}</b>
        </li>
      ))}
    </ol>
  );
}

function todayText({ match, own, par }: Daily): string {
  if (own) return `You made ${counted(own.score, "point")}${par == null ? "" : `, ${against(own.score - par)}`}.`;
  return match ? "You have begun: the first attempt counts." : "One attempt counts. See how you did against par and everybody.";
}

function dayOf(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
}
