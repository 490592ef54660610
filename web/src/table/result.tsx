// The result, over the last board: who won, what each scored and why, and what can be done now.

import { signal } from "@preact/signals";
import type { JSX } from "preact";

import { Tell } from "../page/share";
import { Fair } from "../proof/fair";
import { capital, Cited } from "../rules/cite";
import type { Result, Scene, Seat, Standing } from "../types";
import { ActButton } from "./act";
import { FootSheet } from "./foot";
import { choicesOn, scene } from "./now";
import { Awards } from "./reckoned";
import { Marker } from "./seat";

export const showResult = signal(false);

export function ResultSheet({ now, result }: { now: Scene; result: Result }): JSX.Element {
  const { zones, awards = [] } = now.reckoning ?? {};
  const close = (): void => {
    showResult.value = false;
  };
  const ways = (
    <>
      <button type="button" class="act" data-act="look" aria-label="Look at the table" onClick={close}>
        Table
      </button>
      <Onward now={now} />
    </>
  );
  return (
    <FootSheet title={result.own || result.title} text={<Reason result={result} />} ways={ways} leave={close}>
      <div class="ending-rows">
        <After now={now} told={result.own || result.title} />
        <Standings result={result} seats={now.seats} />
        {!zones && awards.length > 0 && <Awards awards={awards} />}
        <Fair now={now} />
      </div>
    </FootSheet>
  );
}

/** Who has won, where the title says how it went for the reader, and why the match is over. */
function Reason({ result: { own, title, reason } }: { result: Result }): JSX.Element {
  return (
    <>
      {own && `${title}. `}
      <Cited text={capital(reason)} />.
    </>
  );
}

function Standings({ result, seats }: { result: Result; seats: readonly Seat[] }): JSX.Element {
  const rows = [...result.standings].sort((a, b) => a.place - b.place);
  return (
    <ol class="standings">
      {rows.map((row) => (
        <Row key={row.seat} row={row} name={seats[row.seat]?.name ?? `Seat ${row.seat + 1}`} alone={rows.length === 1} />
      ))}
    </ol>
  );
}

function Row({ row, name, alone }: { row: Standing; name: string; alone: boolean }): JSX.Element {
  return (
    <li class={row.place === 1 && !alone ? "standing first" : "standing"}>
      {!alone && <span class="place">{row.place}</span>}
      <Marker seat={row.seat} bird={scene.value?.seats[row.seat]?.bird} name={name} />
      <b class="who">{name}</b>
      <b class="score">{row.score}</b>
      {!!row.why?.length && (
        <ul class="why">
          {row.why.map((text, index) => (
            <li key={index}>
              <Cited text={text} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What is done next: play again, or see how others did. */
function Onward({ now: { viewer, event, daily, rematch } }: { now: Scene }): JSX.Element {
  return (
    <>
      {choicesOn("").map((choice) => (
        <ActButton key={choice.id} choice={choice} />
      ))}
      {viewer == null && rematch && !event && (
        <a class="act main" href={`/m/${rematch}`}>
          Watch the rematch
        </a>
      )}
      {event && (
        <a class="act main" href={`/e/${event}?play`} data-act="standings">
          Standings
        </a>
      )}
      {daily && (
        <a class="act main" href="/daily" data-act="daily">
          Today&rsquo;s results
        </a>
      )}
    </>
  );
}

/** What can be done with the match now: tell of it, step through it, see what would have been best, keep it. */
function After({ now: { match = "", zones, viewer, record, title }, told }: { now: Scene; told: string }): JSX.Element {
  const steps = Object.keys(zones).length > 0;
  return (
    <div class="actions">
      {steps && (
        <a class="act" href={`/replay/${match}`} data-act="replay">
          Replay
        </a>
      )}
      {steps && record && viewer != null && (
        <a class="act" href={`/replay/${match}?analyse`} data-act="best-play">
          Best play
        </a>
      )}
      <Tell text={`${told} – ${title}`} link={steps ? `${location.origin}/replay/${match}` : ""} />
      {record && (
        <a class="act" href={`/api/matches/${match}/transcript`} download={`muckle-${match}.jsonl`}>
          Save the record
        </a>
      )}
      <a class="act" href="/">
        All games
      </a>
    </div>
  );
}
