// The buttons with which a caller leads an event, on the hall's screen and at the desk.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { browser } from "../state/device";
import { type AtEvent, sendLead } from "../state/event";
import type { EventView } from "../types";
import { Refusal } from "../view/cite";
import { SureButton } from "../view/form";
import { useAsking } from "../view/request";

/** The caller's next step. The end of a round, which can't be taken back, takes a second answer. */
export function MainButton({ live, now }: { now: EventView } & AtEvent): JSX.Element | null {
  const { phase, turn, cards, round, rounds, next = "", series = "" } = now;
  if (phase === "paused") return <LeadButton live={live} main type="resume" letter=" " text="Go on" />;
  if (phase === "over" && round < rounds) return <LeadButton live={live} main type="next" letter=" " text="Next round" />;
  if (phase === "over" && next) {
    return (
      <a class="act main" href={`/e/${next}${location.search}`} data-act="go-on">
        Go on with the next event
      </a>
    );
  }
  if (phase === "over") {
    return (
      <>
        <LeadButton live={live} type="next" text="One more round" />
        <LeadButton live={live} type="again" text={series ? "Next evening, same people" : "Again, same people"} />
      </>
    );
  }
  if (turn > cards) {
    return <SureButton label="End the round" yes="Yes, end it" act="end" keys={[" ", "y"]} onSure={() => void sendLead(live, "call")} />;
  }
  const text = turn === 0 ? "Call the first card" : turn < cards ? "Next card" : "Final phase";
  return <LeadButton live={live} main type="call" letter=" " text={text} />;
}

/** Go on to the event of the same people when it is opened while this page is shown. */
export function useNext({ next = "" }: EventView): void {
  const [known] = useState(next);
  useEffect(() => {
    if (next !== known) browser.go(`/e/${next}${location.search}`);
  }, [next]);
}

interface LeadButtonProps {
  type: Parameters<typeof sendLead>[1];
  /** The key of the button; empty for none. */
  letter?: string;
  text: string;
  label?: string;
  main?: boolean;
  seconds?: number;
}

export function LeadButton({ live, type, letter = "", text, label, main, seconds = 0 }: LeadButtonProps & AtEvent): JSX.Element {
  const { busy, run } = useAsking();
  return (
    <button
      type="button"
      class={main ? "act main" : "act"}
      data-act={type}
      data-key={letter.toLowerCase() || undefined}
      aria-label={label}
      aria-busy={busy}
      onClick={() => run(() => sendLead(live, type, { seconds }))}
    >
      {text} {letter && <kbd data-text={letter === " " ? "Space" : letter} />}
    </button>
  );
}

export function Refused({ live }: AtEvent): JSX.Element | null {
  return live.refused.value && <Refusal problem={live.refused.value} game="mickell" />;
}
