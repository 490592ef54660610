// How an event goes on, at the desk: who decides when the next card comes, and whether newcomers are let in.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AtEvent } from "../state/event";
import { sendLead } from "../state/event";
import type { EventView } from "../types";
import { Field, Picker, submitted } from "../view/form";
import { useAsking } from "../view/request";
import { LeadButton } from "./lead";

const PACES = [
  ["caller", "a caller calls it"],
  ["wait_for_all", "when all are done"],
  ["seconds", "by the clock"],
] as const;
const USUAL_SECONDS = 30;
const MOST_SECONDS = 3600;

export function Course({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const [kind = "", seconds = `${USUAL_SECONDS}`] = now.pace.split(":");
  const [chosen, setChosen] = useState(kind);
  const { busy, run } = useAsking();
  const change = submitted(({ pace = "", seconds = "" }) =>
    run(() => sendLead(live, "pace", { pace: pace === "seconds" ? `seconds:${seconds}` : pace })),
  );
  return (
    <section class="paper" aria-label="How it goes on">
      <h2>How it goes on</h2>
      <form class="desk-row" onSubmit={change}>
        <Picker
          label="Next card"
          name="pace"
          value={chosen}
          set={setChosen}
          disabled={busy}
          choices={PACES.filter(([pace]) => !(now.real_cards && pace === "wait_for_all"))}
        />
        {chosen === "seconds" && (
          <Field label="Seconds" name="seconds" type="number" min={1} max={MOST_SECONDS} required defaultValue={seconds} />
        )}
        <button type="submit" class="act" data-act="pace">
          Change
        </button>
      </form>
      <div class="actions">
        {now.closed ? (
          <LeadButton live={live} type="open" text="Let newcomers in" />
        ) : (
          <LeadButton live={live} type="close" text="Close the door" label="Close the door to newcomers" />
        )}
      </div>
    </section>
  );
}
