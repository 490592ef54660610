// The result: who won, what each scored and why, and one more.

import { signal } from "@preact/signals";
import type { JSX } from "preact";

import { ActButton } from "./act";
import { Cited } from "./cite";
import { Fair } from "./fair";
import { choicesOn, scene } from "./room";
import { Marker } from "./seat";
import { Sheet } from "./sheet";
import type { Result, Seat, Standing } from "./types";

export const showResult = signal(false);

export function ResultSheet(): JSX.Element | null {
  const now = scene.value;
  if (!now?.result || !showResult.value) return null;
  return (
    <Sheet title={now.result.title} middle close={() => (showResult.value = false)}>
      <Standings result={now.result} seats={now.seats} />
      <p class="reason">
        <Cited text={now.result.reason} />
      </p>
      <After match={now.match ?? ""} />
      <Fair now={now} />
    </Sheet>
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

/** What comes after: the acts there are, and the ways out. */
function After({ match }: { match: string }): JSX.Element {
  return (
    <div class="actions">
      {choicesOn("").map((choice) => (
        <ActButton key={choice.id} choice={choice} />
      ))}
      {scene.value?.viewer == null && scene.value?.rematch && !scene.value.event && (
        <a class="act main" href={`/m/${scene.value.rematch}`}>
          Watch the rematch
        </a>
      )}
      {scene.value?.event && (
        <a class="act main" href={`/e/${scene.value.event}?play`} data-act="standings">
          Standings
        </a>
      )}
      {scene.value?.daily && (
        <a class="act main" href="/daily" data-act="daily">
          Today&rsquo;s results
        </a>
      )}
      <a class="act" href="/">
        All games
      </a>
      {Object.keys(scene.value?.zones ?? {}).length > 0 && (
        <a class="act" href={`/replay/${match}`} data-act="replay">
          Replay
        </a>
      )}
      {scene.value?.record && (
        <a class="act" href={`/api/matches/${match}/transcript`} download={`muckle-${match}.jsonl`}>
          Save the record
        </a>
      )}
    </div>
  );
}
