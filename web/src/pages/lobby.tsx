// The lobby: every game with a button to play at once and one to set up a table, today's deck, and lists of tables.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { browser } from "../state/device";
import { friendMatch, openTable, quickMatch } from "../state/sit";
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
} from "../types";
import { Refusal } from "../view/cite";
import { hue } from "../view/hue";
import { StillPiece } from "../view/piece";
import { useAnswer, useAsking } from "../view/request";
import { countText, lastWeek, PlayToday, parText, useToday } from "./daily";
import { SetUp } from "./setup";

const ASK_AGAIN = 2000;
/** The game of events and of the daily deck. */
const HOSTED = "mickell";
/** Shown for a game without an emblem. */
const BACKS = [null, null, null];

export function Lobby(): JSX.Element {
  const again = (room: Catalogue | null): number => (!room || room.progress ? ASK_AGAIN : 0);
  const { found: catalogue, problem } = useAnswer<Catalogue>("/api/games", "", again);
  const [setting, setSetting] = useState<GameInfo | null>(null);
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
  const { busy, problem, run } = useAsking();
  const play = (match: NewMatch): void => run(() => openTable(browser, match));
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
            aria-busy={busy}
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

/** The icon of "Set up", for narrow windows. */
function Sliders(): JSX.Element {
  return (
    <svg class="sliders" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d="M3 7h9m5 0h4M3 17h4m5 0h9M14 4v6M9 14v6" />
    </svg>
  );
}

/** Milliseconds between two fetches of the open tables. */
const OPEN_TABLES_EVERY = 4000;

/** Tables that anybody may join or watch. */
function OpenTables(): JSX.Element | null {
  const { found } = useAnswer<OpenTablesAnswer>("/api/tables", "", () => OPEN_TABLES_EVERY);
  const rows = (found?.tables ?? []).map((table) => (
    <TableRow key={table.match} table={table} text={openTableText(table)} verb={table.free ? "Join" : "Watch"} />
  ));
  return <Tables title="Open tables" look="tables open-tables" rows={rows} />;
}

function Tables({ title, look, rows }: { title: string; look: string; rows: readonly JSX.Element[] }): JSX.Element | null {
  if (!rows.length) return null;
  return (
    <section class={look} aria-label={title}>
      <h2>{title}</h2>
      <ul>{rows}</ul>
    </section>
  );
}

interface RowProps {
  table: OpenTable | OwnTable;
  text: string;
  verb: string;
  main?: boolean;
}

function TableRow({ table: { match, game, title }, text, verb, main = false }: RowProps): JSX.Element {
  return (
    <li data-game={game}>
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <a class={main ? "act main" : "act"} href={`/m/${match}`} aria-label={`${verb}: ${title}, ${text}`}>
        {verb}
      </a>
    </li>
  );
}

function openTableText({ names, free }: OpenTable): string {
  return [names.join(", "), free ? (free === 1 ? "1 place left" : `${free} places left`) : ""].filter(Boolean).join(", ");
}

/** Tables where the visitor has a seat; those that wait for them come first. */
function OwnTables(): JSX.Element | null {
  const { found } = useAnswer<OwnTablesAnswer>("/api/me/tables", "", () => 0); // again when the page is seen again
  const rows = (found?.tables ?? []).map((table) => (
    <TableRow key={table.match} table={table} text={ownTableText(table)} verb={table.waits ? "Play" : "Open"} main={!!table.waits} />
  ));
  return <Tables title="Your tables" look="tables" rows={rows} />;
}

function ownTableText({ names = [], free = 0, waits }: OwnTable): string {
  if (free) return free === 1 ? "one place is open" : `${free} places are open`;
  const others = names.length ? `with ${names.join(", ")}` : "alone";
  return waits ? `your turn, ${others}` : others;
}

/**
 * Today's Mickell: to be played, or its result.
 *
 * @param emblem pieces of Mickell, of which the first is shown
 */
function TodayCard({ emblem }: { emblem: readonly Face[] }): JSX.Element | null {
  const today = useToday().found;
  if (!today) return null;
  return (
    <article class={`game-card today ${today.own ? "" : "waits"}`} data-game={HOSTED} style={hue(HOSTED)}>
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

/** The scores of the last seven days; before there are any, a sentence about the daily deck. */
function Week({ today }: { today: Daily }): JSX.Element {
  const days = lastWeek(today);
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
  if (own) return `You made ${countText(own.score, "point")}${par == null ? "" : `, ${parText(own.score - par)}`}.`;
  return match ? "You have begun: the first attempt counts." : "One attempt counts. See how you did against par and everybody.";
}

function dayOf(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
}
