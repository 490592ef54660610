// What stays of an event: prizes, all places with their boards, and par, to read and to print.

import type { JSX } from "preact";
import type { AtEvent } from "../state/event";
import { linkOf, pathOf } from "../state/event";
import type { EventView, Standings } from "../types";
import { hue } from "../view/hue";
import { useAnswer } from "../view/request";
import { NameMarker } from "../view/seat";
import { TopBar } from "../view/top";
import { SaveAs, Words, Yardsticks } from "./standings";

/** Places that have a prize. */
const PRIZED = 3;

export function ListPage({ now }: { now: EventView } & AtEvent): JSX.Element {
  const { found: standings } = useAnswer<Standings>(`${pathOf(now.code)}/standings`, now.seq);
  const rounds = Array.from({ length: now.phase === "over" ? now.round : now.round - 1 }, (_, index) => index + 1);
  return (
    <>
      <TopBar title={`Muckell: ${now.title || now.code}`} />
      <main class="page event-page prizes" id="main" data-game="mickell" style={hue("mickell")}>
        {standings ? (
          <>
            <section class="paper" aria-label="Prizes">
              <h1>{now.title || "Muckell"}</h1>
              <Prizes standings={standings} />
            </section>
            <section class="paper" aria-label="All places">
              <h2>All places</h2>
              <table>
                <thead>
                  <tr>
                    <th>Place</th>
                    <th>Name</th>
                    <th>Score</th>
                    {!now.real_cards && <th class="screen-only">Boards</th>}
                  </tr>
                </thead>
                <tbody>
                  {standings.places.map(({ place, number, name, score, late }) => (
                    <tr key={number}>
                      <td>{place}</td>
                      <td translate={false}>
                        {name}
                        {late && <small translate> played missed cards late, knowing later ones</small>}
                      </td>
                      <td>{score}</td>
                      {!now.real_cards && (
                        <td class="screen-only">
                          {rounds.map((round) => (
                            <a
                              key={round}
                              href={`/replay/${now.code}.${round}.${number}`}
                              aria-label={`Board of ${name} in round ${round}`}
                            >
                              {round}{" "}
                            </a>
                          ))}
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <section class="paper screen-only" aria-label="To keep">
              {rounds.map((round) => (
                <Yardsticks key={round} code={now.code} round={round} ordered={round === now.round ? now.ordered : undefined} />
              ))}
              <SaveAs path={`${pathOf(now.code)}/standings`} code={now.code} />
              <div class="actions">
                <button type="button" class="act main" onClick={() => print()}>
                  Print this list
                </button>
                <a class="act" href="/">
                  All games
                </a>
              </div>
              <p class="small">Thank you for playing. This page stays at {linkOf(now.code)}?list.</p>
            </section>
          </>
        ) : (
          <p class="waiting">The list is here when a round is over.</p>
        )}
      </main>
    </>
  );
}

/** The first three, the best words, and who climbed most. */
function Prizes({ standings }: { standings: Standings }): JSX.Element {
  const { climb, novice } = standings;
  return (
    <>
      <ol class="places">
        {standings.places
          .filter(({ place }) => place <= PRIZED)
          .map(({ place, number, name, score }) => (
            <li key={number} class={place === 1 ? "first" : ""}>
              <span class="place">{place}</span>
              <NameMarker name={name} />
              <b translate={false}>{name}</b>
              <b class="score">{score}</b>
            </li>
          ))}
      </ol>
      {standings.words.length > 0 && (
        <>
          <h2>Best words</h2>
          <Words words={standings.words} />
        </>
      )}
      {novice && (
        <p>
          Best beginner: <b translate={false}>{novice.name}</b>, place {novice.place} with {novice.score}.
        </p>
      )}
      {climb && (
        <p>
          Biggest climb: <b translate={false}>{climb.name}</b>, from place {climb.before} after the first round to place {climb.place}.
        </p>
      )}
    </>
  );
}
