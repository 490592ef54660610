// The evening of a group: a running score of the games that the same people played one after the other, and the choice of the next one.

import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { Refused } from "../state/api";
import { browser } from "../state/device";
import { openNext } from "../state/sit";
import type { Catalogue, EveningGame, EveningPlayer, Evening as EveningView, GameInfo } from "../types";
import { Refusal } from "../view/cite";
import { hue } from "../view/hue";
import { PassOn } from "../view/passon";
import { pngOf, save, svgOf } from "../view/picture";
import { StillPiece } from "../view/piece";
import { useAnswer, useAsking } from "../view/request";
import { NameMarker } from "../view/seat";
import { countText } from "./today/told";

/** Milliseconds between two fetches. */
const EVERY = 4000;

export function EveningPage({ match }: { match: string }): JSX.Element {
  const { found, problem } = useAnswer<EveningView>(`/api/matches/${encodeURIComponent(match)}/evening`, "", () => EVERY);
  if (!found)
    return (
      <main class="page evening" id="main">
        {problem ? <Refusal problem={problem} /> : <p class="waiting">EventRuling the points …</p>}
      </main>
    );
  document.title = `${headline(found)} – muckle`;
  return (
    <main class="page evening" id="main">
      <Scores evening={found} />
      <div class="evening-next">
        <Next evening={found} />
      </div>
    </main>
  );
}

/** The totals, and who won what: the part of the page that is shared as a picture. */
function Scores({ evening }: { evening: EveningView }): JSX.Element {
  const { players, games } = evening;
  const card = useRef<HTMLDivElement>(null);
  const most = Math.max(1, ...players.map(({ points }) => points));
  const draw = async (): Promise<void> => {
    if (card.current) save(await pngOf(svgOf(card.current, headline(evening))), "muckle-evening.png");
  };
  return (
    <section class="evening-scores" aria-labelledby="evening">
      <h1 id="evening">{headline(evening)}</h1>
      <div ref={card} class="evening-card">
        <ol class="evening-totals" aria-label="Totals">
          {players.map((player, index) => (
            <Total key={index} player={player} place={placeOf(players, player)} most={most} />
          ))}
        </ol>
        <ol class="evening-games" aria-label="Game by game">
          {games.map((game) => (
            <PlayedGame key={game.match} game={game} players={players} />
          ))}
        </ol>
      </div>
      <p class="small">Each game brings a point for everybody you finish ahead of, and half a point for everybody you tie with.</p>
      <div class="actions">
        <PassOn
          text={`${headline(evening)}: ${players.map(({ name, points }) => `${name} ${halves(points)}`).join(", ")}`}
          link={pageOf(evening)}
        />
        <button type="button" class="act" data-act="picture" onClick={() => void draw()}>
          Picture
        </button>
      </div>
    </section>
  );
}

function Total({ player, place, most }: { player: EveningPlayer; place: number; most: number }): JSX.Element {
  const { name, points, won, you } = player;
  return (
    <li class={place === 1 && points ? "evening-total first" : "evening-total"}>
      <span class="place">{place}</span>
      <NameMarker name={name} />
      <b class="who" translate={false}>
        {name}
        {you && <small translate> (you)</small>}
      </b>
      <small class="evening-won">{won ? `${won} won` : ""}</small>
      <b class="score">{halves(points)}</b>
      <span class="evening-bar" aria-hidden="true" style={{ "--reached": points / most }} />
    </li>
  );
}

function PlayedGame({
  game: { match, game, title, rows = [], result },
  players,
}: {
  game: EveningGame;
  players: readonly EveningPlayer[];
}): JSX.Element {
  return (
    <li class="evening-game" data-game={game} style={hue(game)}>
      <span class="evening-what">
        <a href={`/m/${match}`}>{title}</a>
        <small>{result || "goes on"}</small>
      </span>
      {rows.length > 1 && (
        <span class="evening-brought">
          {rows.map(({ player, points }) => (
            <span key={player} translate={false}>
              {players[player]?.name}&nbsp;<b>{points ? `+${halves(points)}` : 0}</b>
            </span>
          ))}
        </span>
      )}
    </li>
  );
}

/** The way to the game that is on, or the choice of the next one. */
function Next({ evening }: { evening: EveningView }): JSX.Element | null {
  const { games, players, chooses } = evening;
  const last = games.at(-1);
  if (!last) return null;
  if (last.result) return chooses ? <Choice evening={evening} last={last} /> : null;
  const before = games.at(-2)?.match;
  const plays = before && players.some(({ you }) => you);
  const go = (): void => {
    if (!plays) browser.go(`/m/${last.match}`);
    else
      openNext(browser, before).catch((error: unknown) => {
        if (error instanceof Refused) browser.go(`/m/${last.match}`); // who did not play in the last game watches
      });
  };
  return (
    <section class="evening-on" data-game={last.game} style={hue(last.game)} aria-label="The game that is on">
      <h2>{last.title} is next</h2>
      <button type="button" class="act main" data-act="go" onClick={go}>
        Go to the table
      </button>
    </section>
  );
}

/** Every game, with a button that opens a table for the same people; the others get its link at once. */
function Choice({ evening: { people }, last }: { evening: EveningView; last: EveningGame }): JSX.Element {
  const catalogue = useAnswer<Catalogue>("/api/games").found;
  const { busy, problem, run } = useAsking();
  const open = (game: GameInfo): void => run(() => openNext(browser, last.match, game.name));
  return (
    <section aria-labelledby="next">
      <h2 id="next">What do you play next?</h2>
      <p>The same people, at a new table: the others get its link at once.</p>
      {problem && <Refusal problem={problem} />}
      <ul class="evening-choice">
        {catalogue?.games.map((game) => (
          <li key={game.name} data-game={game.name} style={hue(game.name)}>
            <button
              type="button"
              data-act={`next ${game.name}`}
              aria-busy={busy}
              disabled={people > game.seats[1]}
              onClick={() => open(game)}
            >
              <Emblem game={game} />
              <b>{game.title}</b>
              <small>{factText(game, people, last)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Emblem({ game: { emblem } }: { game: GameInfo }): ComponentChildren {
  return (
    <span class="evening-emblem" aria-hidden="true">
      {emblem.slice(0, 3).map((face, index) => (
        <StillPiece key={index} piece={{ label: "", face }} />
      ))}
    </span>
  );
}

/** Return what matters about a game as the next one. */
function factText({ name, seats: [, most], minutes }: GameInfo, people: number, last: EveningGame): string {
  if (people > most) return most === 1 ? "for one alone" : `for ${most} at most`;
  if (last.game === name) return "as last time";
  return minutes ? `${minutes[0] === minutes[1] ? minutes[0] : `${minutes[0]}–${minutes[1]}`} min` : "";
}

function headline({ players, games }: EveningView): string {
  const played = games.filter(({ result }) => result).length;
  const [first, second] = players;
  if (!played || !first?.points) return "Our evening";
  const after = `after ${countText(played, "game")}`;
  return second && second.points === first.points ? `It is a tie ${after}` : `${first.name} leads ${after}`;
}

/** Return a player's place; equal points share one. */
function placeOf(players: readonly EveningPlayer[], { points }: EveningPlayer): number {
  return 1 + players.filter((other) => other.points > points).length;
}

/** Return points as people write them: "2½". */
function halves(points: number): string {
  const whole = Math.floor(points);
  return points === whole ? String(points) : `${whole || ""}½`;
}

function pageOf({ first }: EveningView): string {
  return `${location.origin}/evening/${first}`;
}
