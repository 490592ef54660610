// The lobby: every game with a button to play at once and one to set up a table, today's deck, and lists of tables.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { browser } from "../state/device";
import { isNewHere } from "../state/offer";
import { friendMatch, openTable, quickMatch } from "../state/sit";
import type {
  Catalogue,
  DailyView,
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
import { SetUp } from "./setup";
import { PlayToday, useToday, Week } from "./today/daily";
import { countText, parText } from "./today/told";

const ASK_AGAIN = 2000;
/** The game of events. */
const HOSTED = "mickell";
/** The name of events, and of their lesson. */
const MUCKELL = "muckell";
/** Shown for a game without an emblem. */
const BACKS = [null, null, null];

export function Lobby(): JSX.Element {
  const again = (room: Catalogue | null): number => (!room || room.progress ? ASK_AGAIN : 0);
  const { found: catalogue, problem } = useAnswer<Catalogue>("/api/games", "", again);
  const [setting, setSetting] = useState<GameInfo | null>(null);
  const emblem = catalogue?.games.find(({ name }) => name === HOSTED)?.emblem;
  return (
    <main class="page lobby" id="main">
      <h1 class="heard">All games</h1>
      {problem && <Refusal problem={problem} />}
      {!catalogue && !problem && <p class="waiting">Setting the tables …</p>}
      <OpenTables />
      <div class="games">
        {catalogue?.games.map((game) => (
          <GameCard key={game.name} game={game} catalogue={catalogue} setUp={() => setSetting(game)} />
        ))}
        {emblem && <MuckellCard emblem={emblem} learn={catalogue.lessons.includes(MUCKELL)} />}
        {catalogue && <TodayCard games={catalogue.games} />}
        <OwnTables />
      </div>
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
  const [offered, setOffered] = useState(false);
  const teaches = catalogue.lessons.includes(game.name);
  const play = (match: NewMatch): void => run(() => openTable(browser, match));
  const playNow = (): void => (teaches && isNewHere() ? setOffered(true) : play(quickMatch(game, catalogue)));
  const most = game.seats[1];
  return (
    <article class="game-card" data-game={game.name} style={hue(game.name)}>
      <div class="picture" aria-hidden="true" onClick={playNow}>
        {(game.emblem.length > 0 ? game.emblem : BACKS).map((face, index) => (
          <StillPiece key={index} piece={{ label: "", face }} />
        ))}
      </div>
      <div class="game-words">
        <GameTitle name={game.name} title={game.title} />
        {teaches && <LearnLink lesson={game.name} title={game.title} />}
        <p class="game-facts">
          <Facts {...game} />
        </p>
        <p class="tagline">{game.tagline}</p>
        {problem && <Refusal problem={problem} game={game.name} />}
        {offered ? (
          <Offer game={game} play={() => play(quickMatch(game, catalogue))} />
        ) : (
          <div class="actions">
            <button type="button" class="act strong" aria-busy={busy} onClick={playNow} aria-label={`Play now: ${game.title}`}>
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
            <button type="button" class="act set-up" onClick={setUp} aria-label={`Set up a table: ${game.title}`}>
              <Sliders />
            </button>
          </div>
        )}
      </div>
    </article>
  );
}

/** The title of a game, which leads to the page about it. */
function GameTitle({ name, title }: { name: string; title: string }): JSX.Element {
  return (
    <h2>
      <a href={`/about/${name}`}>{title}</a>
    </h2>
  );
}

function LearnLink({ lesson, title }: { lesson: string; title: string }): JSX.Element {
  return (
    <a class="learn" href={`/learn/${lesson}`} aria-label={`Learn: ${title}`}>
      Learn
    </a>
  );
}

/** Minutes, numbers of players, and the number that is best, as far as they are known. */
function Facts({ minutes, seats, best }: Pick<GameInfo, "minutes" | "seats" | "best">): JSX.Element {
  return (
    <>
      {minutes && <span>{span(minutes)} min</span>}
      <span class={best ? "when-wide" : ""}>
        {seats[1] === 1 ? "alone" : span(seats)}
        {seats[1] > 1 && <span class="now-word"> players</span>}
      </span>
      {best && seats[1] > 1 && <span>best {span(best)}</span>}
    </>
  );
}

/** Return a range as people write it: "3–5", or "2" if it is one number. */
function span([least, most]: readonly [number, number]): string {
  return least === most ? String(least) : `${least}–${most}`;
}

/** Asked once, when somebody plays here for the first time. */
function Offer({ game, play }: { game: GameInfo; play: () => void }): JSX.Element {
  const learn = useRef<HTMLAnchorElement>(null);
  useEffect(() => learn.current?.focus(), []);
  return (
    <div class="offer actions" role="group" aria-label={`New to ${game.title}?`}>
      <p>New to {game.title}?</p>
      <a ref={learn} class="act strong" href={`/learn/${game.name}`}>
        Learn, 3 min
      </a>
      <button type="button" class="act" data-act="just-play" onClick={play}>
        Just play
      </button>
    </div>
  );
}

/** Muckell: the game for a whole room, to host or to join. */
function MuckellCard({ emblem, learn }: { emblem: readonly Face[]; learn: boolean }): JSX.Element {
  return (
    <article class="game-card muckell" data-game={HOSTED} style={hue(HOSTED)}>
      <div class="picture" aria-hidden="true">
        <i class="telephone" />
        <i class="telephone" />
        {emblem.slice(1, 2).map((face) => (
          <StillPiece key="card" piece={{ label: "", face }} />
        ))}
        <i class="telephone" />
        <i class="telephone" />
      </div>
      <div class="game-words">
        <GameTitle name={MUCKELL} title="Muckell" />
        {learn && <LearnLink lesson={MUCKELL} title="Muckell" />}
        <p class="game-facts">
          <span>2 to hundreds</span>
          <span>a phone each</span>
        </p>
        <p class="tagline">Mickell for a whole room: the same cards at the same moment.</p>
        <div class="actions">
          <a class="act strong" href="/host" data-act="host">
            Host<span class="now-word">&nbsp;Muckell</span>
          </a>
          <a class="act" href="/code" data-act="join">
            Join with a code
          </a>
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
function OwnTables(): JSX.Element {
  const { found } = useAnswer<OwnTablesAnswer>("/api/me/tables", "", () => 0); // again when the page is seen again
  const rows = (found?.tables ?? []).map((table) => (
    <TableRow key={table.match} table={table} text={ownTableText(table)} verb={table.waits ? "Play" : "Open"} main={!!table.waits} />
  ));
  if (!found) return <section class="tables own-tables none" aria-hidden="true" />;
  if (rows.length) return <Tables title="Your tables" look="tables own-tables rail" rows={rows} />;
  return (
    <section class="tables own-tables none" aria-label="Your tables">
      <h2>Your tables</h2>
      <p>A table that you open or join stands here until its match is over.</p>
      <a class="act" href="/code">
        I have a code
      </a>
    </section>
  );
}

function ownTableText({ names = [], free = 0, waits }: OwnTable): string {
  if (free) return free === 1 ? "one place is open" : `${free} places are open`;
  const others = names.length ? `with ${names.join(", ")}` : "alone";
  return waits ? `your turn, ${others}` : others;
}

/** Today's first daily: to be played, or its result. */
function TodayCard({ games }: { games: readonly GameInfo[] }): JSX.Element | null {
  const today = useToday().found;
  if (!today) return null;
  const { game, title } = today;
  const emblem = games.find(({ name }) => name === game)?.emblem ?? [];
  const left = today.games.filter(({ name, score }) => name !== game && score == null);
  const [next] = left;
  return (
    <article class={`game-card today ${today.own ? "" : "waits"}`} data-game={game} style={hue(game)}>
      <div class="picture" aria-hidden="true">
        {emblem.slice(0, 1).map((face) => (
          <StillPiece key="card" piece={{ label: "", face }} />
        ))}
        <p>
          <small>{dayOf(today.day)}</small>
          One deal, the same for all
        </p>
      </div>
      <div class="game-words">
        <h2>Today&rsquo;s {title}</h2>
        {next && (
          <a class="learn" href={`/daily/${next.name}`} aria-label={`${left.length} more today`}>
            {left.length} more
          </a>
        )}
        {today.week.slice(0, -1).every((score) => score == null) ? <p>{todayText(today)}</p> : <Week today={today} />}
        <div class="actions">
          {today.own ? (
            <a class="act" href="/daily" aria-label={`All results of today’s ${title}`}>
              All results
            </a>
          ) : (
            <PlayToday today={today} />
          )}
        </div>
      </div>
    </article>
  );
}

function todayText({ match, own, par }: DailyView): string {
  if (own) return `You made ${countText(own.score, "point")}${par == null ? "" : `, ${parText(own.score - par)}`}.`;
  return match ? "You have begun: the first attempt counts." : "One attempt counts. See how you did against par and everybody.";
}

function dayOf(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
}
