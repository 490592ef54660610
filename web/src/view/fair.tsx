// Why a match is fair, in a claim and a sentence; its numbers; and after the match a button that verifies the draws.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { problemOf } from "../state/api";
import { proofOf } from "../state/proof";
import type { AtTable } from "../state/table";
import { checkMatch, type Finding } from "../state/verify";
import type { Fairness, Problem, Scene } from "../types";
import { Cited, Refusal } from "./cite";

export function Fair({ table, now }: { now: Scene } & AtTable): JSX.Element | null {
  const fair = now.fairness;
  if (!fair) return null;
  return (
    <section class="fair" aria-label="Fairness">
      <p>
        <b>{fair.title}</b> <Cited table={table} text={fair.text} />
      </p>
      {now.result && now.record && <Check key={now.match} match={now.match ?? ""} />}
      <Parts now={now} fair={fair} />
    </section>
  );
}

/** The numbers themselves, for those who verify them in another way. */
function Parts({ now, fair: { commitment, salts = [], secret } }: { now: Scene; fair: Fairness }): JSX.Element {
  const mine = proofOf(now.match ?? "").salt;
  return (
    <details class="fold">
      <summary>Details</summary>
      <dl class="parts">
        <dt>Match</dt>
        <dd translate={false}>{now.match}</dd>
        <dt>The room’s seal</dt>
        <dd translate={false}>{commitment}</dd>
        {!salts.length && mine && (
          <>
            <dt>Your part</dt>
            <dd translate={false}>{mine}</dd>
          </>
        )}
        {salts.length > 0 &&
          now.seats.map(({ name }, seat) => (
            <>
              <dt key={`name ${seat}`}>
                Part of <span translate={false}>{name}</span>
              </dt>
              <dd key={seat}>{salts[seat] || "none"}</dd>
            </>
          ))}
        {secret && (
          <>
            <dt>The room’s part</dt>
            <dd translate={false}>{secret}</dd>
          </>
        )}
      </dl>
      <p class="small">
        The room’s seal is a hash of its part, shown before anybody sat down. Every draw is a hash of all parts, the game with its options,
        and the number of the draw. So no player can know or choose a card. Whoever runs the room knows the cards, as with every game
        server.
      </p>
    </details>
  );
}

function Check({ match }: { match: string }): JSX.Element {
  const [now, setNow] = useState<readonly Finding[] | Problem | "checking" | null>(null);
  const ask = (): void => {
    setNow("checking");
    checkMatch(match).then(setNow, (error: unknown) => setNow(problemOf(error)));
  };
  if (now === null) {
    return (
      <button type="button" class="act" data-act="fair" onClick={ask}>
        Was it fair?
      </button>
    );
  }
  if (now === "checking") return <p role="status">Checking …</p>;
  return "code" in now ? <Refusal problem={now} /> : <Findings findings={now as readonly Finding[]} />;
}

function Findings({ findings }: { findings: readonly Finding[] }): JSX.Element {
  const verdict = findings.some(({ holds }) => holds === false)
    ? "No: something does not fit."
    : findings.every(({ holds }) => holds)
      ? "Yes: everything was checked on this device, and it fits."
      : "Yes, as far as this device can tell.";
  return (
    <div role="status">
      <p class="fair-verdict">{verdict}</p>
      <ul class="findings">
        {findings.map(({ holds, text }) => (
          <li key={text} class={holds === null ? "unknown" : holds ? "holds" : "fails"}>
            {text}
          </li>
        ))}
      </ul>
      <p class="small">
        What each draw came to by the rules of the game is checked by <code>muckle replay --check</code>, with the saved record.
      </p>
    </div>
  );
}
