// The lobby: every game with one button that plays it at once, and one that sets up a table.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { problemOf, request } from "../line/api";
import { hue } from "../pieces/hue";
import { StillPiece } from "../pieces/piece";
import { Refusal } from "../rules/cite";
import type { Catalogue, GameInfo, NewMatch, Problem } from "../types";
import { OpenTables } from "./opentables";
import { OwnTables } from "./owntables";
import { SetUp } from "./setup";
import { friendMatch, open, quickMatch } from "./sit";
import { TodayCard } from "./today";

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
    open(match).catch((error: unknown) => {
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
          <button type="button" class="act strong" aria-busy={opening} onClick={() => play(quickMatch(game, catalogue))} aria-label={`Play now: ${game.title}`}>
            Play<span class="now-word">&nbsp;now</span>
          </button>
          {most > 1 && (
            <button type="button" class="act friend" onClick={() => play(friendMatch(game))} aria-label={`Play with a friend: ${game.title}`}>
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
