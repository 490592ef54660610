// The players of an event at the desk: whose names wait to be shown, and what a caller may change about somebody.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AtEvent } from "../state/event";
import { sendLead } from "../state/event";
import type { Named } from "../types";
import { Field, SearchPicker, SureButton, submitted } from "../view/form";
import { NameMarker } from "../view/seat";

const LONGEST_NAME = 24;
/** Players in the list before the rest are only counted. */
const LINES = 40;

interface WithPlayers extends AtEvent {
  players: readonly Named[];
}

interface PlayersProps extends WithPlayers {
  /** Number of addresses from which nobody new is let in. */
  keptOut: number;
}

interface NamesToLookAtProps extends WithPlayers {
  /** Whether harmless names wait, too: those can be shown all at once. */
  all: boolean;
}

/** Names that only callers read until they say otherwise. */
export function NamesToLookAt({ live, players, all }: NamesToLookAtProps): JSX.Element | null {
  const waiting = players.filter(({ hidden }) => hidden);
  if (!waiting.length) return null;
  return (
    <section class="paper" aria-label="Names to look at">
      <h2>{waiting.length === 1 ? "One name to look at" : `${waiting.length} names to look at`}</h2>
      <p class="small">All others read a number until you show the name. One with an abusive word is shown by its own button alone.</p>
      <ol class="comers">
        {waiting.map(({ number, name }) => (
          <li class="comer" key={number}>
            <NameMarker name={name} />
            <b translate={false}>{name}</b>
            <button
              type="button"
              class="act comer-act"
              aria-label={`Show ${name}`}
              onClick={() => void sendLead(live, "approve", { player: number })}
            >
              Show
            </button>
          </li>
        ))}
      </ol>
      {all && waiting.length > 1 && (
        <div class="actions">
          <SureButton label="Show all of them" yes="Yes, show all" onSure={() => void sendLead(live, "approve")} />
        </div>
      )}
    </section>
  );
}

/** All players in the order they came, or those whose name or number somebody looks for. */
export function Players({ live, players, keptOut }: PlayersProps): JSX.Element {
  const [sought, setSought] = useState("");
  const [changed, setChanged] = useState(0);
  const fits = ({ name, number }: Named): boolean => `${number} ${name}`.toLowerCase().includes(sought.trim().toLowerCase());
  const found = players.filter(fits);
  return (
    <section class="paper players" aria-label="Players">
      <h2>{players.length === 1 ? "One player" : `${players.length} players`}</h2>
      <input
        type="search"
        aria-label="Find a player by name or number"
        placeholder="Find a player"
        autocomplete="off"
        onInput={(event) => setSought(event.currentTarget.value)}
      />
      <ol class="comers">
        {found.slice(0, LINES).map((player) => (
          <li class="comer" key={player.number}>
            <NameMarker name={player.name} />
            <span class="comer-who">
              <b translate={false}>{player.name}</b>
              <span class="comer-state">{stateText(player)}</span>
            </span>
            <button
              type="button"
              class="act"
              aria-label={`Change ${player.name}`}
              aria-expanded={changed === player.number}
              onClick={() => setChanged(changed === player.number ? 0 : player.number)}
            >
              Change
            </button>
            <SureButton
              label={`Remove ${player.name}`}
              text="Remove"
              yes="Yes, remove"
              onSure={() => void sendLead(live, "remove", { player: player.number })}
            />
            {changed === player.number && <Change live={live} player={player} players={players} done={() => setChanged(0)} />}
          </li>
        ))}
      </ol>
      {keptOut > 0 && (
        <p class="actions">
          <span>Nobody new comes in from {keptOut === 1 ? "one address" : `${keptOut} addresses`}.</span>
          <button type="button" class="act" onClick={() => void sendLead(live, "let_in")}>
            Let them in again
          </button>
        </p>
      )}
      {found.length > LINES && <p class="small">And {found.length - LINES} more: look for a name or a number.</p>}
    </section>
  );
}

function stateText({ number, here, done, hidden }: Named): string {
  return [`number ${number}`, here ? "" : "not here", done ? "done" : "", hidden ? "name hidden" : ""].filter(Boolean).join(", ");
}

/** Return what keeping an address out would mean, where so many others here share it. */
function sharingText(sharing: number): string {
  const others = sharing === 1 ? "One other here shares" : `${sharing} others here share`;
  const who = sharing
    ? `${others} this player's address, as phones in one Wi-Fi network do. They play on`
    : "Nobody else here has this player's address";
  return `Whoever is removed stays out with that browser. ${who}, but nobody new comes in from it.`;
}

/** Another name for somebody, or the player who they already are: their own phone died, or the name was misspelt. */
function Change({ live, player, players, done }: { player: Named; done: () => void } & WithPlayers): JSX.Element {
  const rename = submitted(({ name = "" }) => {
    void sendLead(live, "rename", { player: player.number, name });
    done();
  });
  const merge = submitted(({ into = "" }) => {
    void sendLead(live, "merge", { player: player.number, into: Number(into) });
    done();
  });
  const others = players.filter(({ number }) => number !== player.number);
  return (
    <div class="comer-change">
      <form class="desk-row" onSubmit={rename}>
        <Field label="Name" name="name" data-most={LONGEST_NAME} required defaultValue={player.name} />
        <button type="submit" class="act">
          Rename
        </button>
      </form>
      {player.sharing != null && (
        <div class="keep-out">
          <p class="small">{sharingText(player.sharing)}</p>
          <SureButton
            label={`Remove ${player.name} and keep the address out`}
            text="Remove, and keep the address out"
            yes="Yes, remove and keep it out"
            onSure={() => void sendLead(live, "remove", { player: player.number, address: true })}
          />
        </div>
      )}
      {others.length > 0 && (
        <form class="desk-row" onSubmit={merge}>
          <SearchPicker
            label="Is the same person as"
            name="into"
            required
            none="who"
            choices={others.map(({ number, name }) => [number, `${number}: ${name}`] as const)}
          />
          <button type="submit" class="act">
            Hand the board over
          </button>
        </form>
      )}
    </div>
  );
}
