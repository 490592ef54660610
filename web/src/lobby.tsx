// The lobby: every game with one button that plays it at once, and one that sets up a table.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { kept, problemOf, request } from "./api";
import { Refusal } from "./cite";
import { SetUp } from "./setup";
import { StillPiece } from "./piece";
import { open, quickMatch } from "./sit";
import type { Catalogue, GameInfo, Problem } from "./types";

const ASK_AGAIN = 2000;
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
      <div class="hero">
        <h1>Many a mickle makes a muckle</h1>
        <p>Small games of words and cards. Play at once, alone or with friends; no account.</p>
      </div>
      <LastTable />
      {problem && <Refusal problem={problem} />}
      {!catalogue && !problem && <p class="waiting">Setting the tables …</p>}
      <div class="games">
        {catalogue?.games.map((game) => (
          <GameCard key={game.name} game={game} catalogue={catalogue} setUp={() => setSetting(game)} />
        ))}
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

/** The way back to a match that this browser left before its end. */
function LastTable(): JSX.Element | null {
  const last = kept.get("table");
  if (!last) return null;
  const { match, title } = JSON.parse(last) as { match: string; title: string };
  return (
    <p class="last-table">
      <a class="act" href={`/m/${match}`}>
        Back to your table: {title}
      </a>
    </p>
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
  const play = (): void => {
    setOpening(true);
    open(quickMatch(game, catalogue)).catch((error: unknown) => {
      setOpening(false);
      setProblem(problemOf(error));
    });
  };
  const [least, most] = game.seats;
  return (
    <article class="game-card">
      <div class="picture" aria-hidden="true">
        {(game.emblem.length > 0 ? game.emblem : BACKS).map((face, index) => (
          <StillPiece key={index} piece={{ label: "", face }} />
        ))}
      </div>
      <div class="game-words">
        <h2>{game.title}</h2>
        <p>{game.tagline}</p>
        <p class="small">{most === 1 ? "For one" : least === most ? `For ${most}` : `For ${least} to ${most}`}</p>
        {problem && <Refusal problem={problem} game={game.name} />}
        <div class="actions">
          <button type="button" class="act main" aria-busy={opening} onClick={play} aria-label={`Play now: ${game.title}`}>
            Play now
          </button>
          <button type="button" class="act" onClick={setUp} aria-label={`Set up a table: ${game.title}`}>
            Set up
          </button>
          <a class="quiet" href={`/rules/${game.name}`} aria-label={`Rules: ${game.title}`}>
            Rules
          </a>
        </div>
      </div>
    </article>
  );
}
