// What a caller may do beside calling: play along, have a second caller, send somebody away.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AtEvent } from "../state/event";

import { lead, linkOf } from "../state/event";
import type { EventView, Named, Players as Playing } from "../types";
import { Refusal } from "../view/cite";
import { NameMarker } from "../view/seat";
import { Share } from "../view/share";
import { Sheet } from "../view/sheet";
import { useAsked } from "./standings";

export function Manage({ live, now, close }: { now: EventView; close: () => void } & AtEvent): JSX.Element {
  return (
    <Sheet title="This event" close={close}>
      <p>
        <a class="act" href={`/e/${now.code}?play`} target="_blank" data-act="play" rel="noopener">
          Play along yourself, in a tab of its own
        </a>
      </p>
      {now.you.word && <Share text="whoever opens this link calls with you." link={`${linkOf(now.code)}?call=${now.you.word}`} />}
      <Players live={live} now={now} />
    </Sheet>
  );
}

/** Everybody who plays along, in the order they came. */
function Players({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const { found, problem } = useAsked<Playing>(now.code, "players", String(now.players));
  return (
    <section class="players" aria-label="Players">
      <h3>{now.players === 1 ? "One player" : `${now.players} players`}</h3>
      {problem && <Refusal problem={problem} game="mickell" />}
      {live.refused.value && <Refusal problem={live.refused.value} game="mickell" />}
      <ol class="comers">
        {found?.players.map((player) => (
          <Player live={live} key={player.number} player={player} />
        ))}
      </ol>
    </section>
  );
}

/** A player, and a button that is asked about once more. */
function Player({ live, player: { name, number } }: { player: Named } & AtEvent): JSX.Element {
  const [sure, setSure] = useState(false);
  return (
    <li class="comer">
      <NameMarker name={name} />
      <b>{name}</b>
      <span class="comer-state" />
      {sure ? (
        <span class="actions sure" role="group" aria-label={`Remove ${name}`}>
          <button type="button" class="act alarm" onClick={() => void lead(live, "remove", { player: number })}>
            Yes, remove
          </button>
          <button type="button" class="quiet" onClick={() => setSure(false)}>
            No
          </button>
        </span>
      ) : (
        <button type="button" class="act" aria-label={`Remove ${name}`} onClick={() => setSure(true)}>
          Remove
        </button>
      )}
    </li>
  );
}
