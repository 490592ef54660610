// The sheet of a caller: play along, invite a second caller, remove a player.

import type { JSX } from "preact";
import type { AtEvent } from "../state/event";

import { linkOf, pathOf, sendLead } from "../state/event";
import type { EventView, Players as Playing } from "../types";
import { Refusal } from "../view/cite";
import { SureButton } from "../view/form";
import { useAnswer } from "../view/request";
import { NameMarker } from "../view/seat";
import { Share } from "../view/share";
import { Sheet } from "../view/sheet";

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

/** All players, in the order they came. */
function Players({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const { found, problem } = useAnswer<Playing>(`${pathOf(now.code)}/players`, now.players);
  return (
    <section class="players" aria-label="Players">
      <h3>{now.players === 1 ? "One player" : `${now.players} players`}</h3>
      {problem && <Refusal problem={problem} game="mickell" />}
      {live.refused.value && <Refusal problem={live.refused.value} game="mickell" />}
      <ol class="comers">
        {found?.players.map(({ name, number }) => (
          <li class="comer" key={number}>
            <NameMarker name={name} />
            <b>{name}</b>
            <span class="comer-state" />
            <SureButton
              label={`Remove ${name}`}
              text="Remove"
              yes="Yes, remove"
              onSure={() => void sendLead(live, "remove", { player: number })}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
