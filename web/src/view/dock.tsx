// What is at hand: the status, the viewer's own pieces, and everything that can be done with what is picked.

import type { JSX } from "preact";

import { reading } from "../state/ending";
import { lately } from "../state/news";
import { asking, choicesOn, draft, type OfferedAct, offered, pick, scene, story, yours } from "../state/now";
import { HINT } from "../state/verbs";
import type { Scene, Zone } from "../types";
import { ActButton } from "./act";
import { capital } from "./cite";
import { showResult } from "./ending";
import { HintChips, hint } from "./hints";
import { Watchers } from "./manage";
import { ComingLine, NoteLine, PreparedLine, RequestLine, Wishes } from "./notes";
import { Draft, Question } from "./question";
import { ClockFace, Dots, Marker } from "./seat";
import { ZoneView } from "./zone";

/** Letters of what happened since the viewer's last act that fit on the line above the hand on a phone. */
const LINE = 56;

/** Zones that belong in the viewer's hands; at the end of a hand they lie on the table. */
export function atHand(zone: Zone): boolean {
  if (reading.value) return false;
  const { kind, place = "centre", parent } = zone;
  return !parent && (kind === "tray" ? place === "tray" || place === "me" : kind === "fan" && place === "me");
}

export function Dock(): JSX.Element | null {
  const now = scene.value;
  if (!now) return null;
  return (
    <section class={`dock${yours.value ? " yours" : ""}`} aria-label="Your hand and what you can do" id="dock" tabIndex={-1}>
      <p class="latest" aria-hidden="true">
        {lately(now.say?.length ? now : { say: story.value.slice(-1) }, LINE)}
      </p>
      <p class="status">
        {yours.value && !now.result && <span class="turn-flag">Your turn</span>} <OwnClock now={now} />{" "}
        {capital((yours.value && now.prompt) || now.status)}
        {now.progress && <small class="progress"> ({now.progress})</small>}
      </p>
      {now.viewer == null && <Watchers now={now} />}
      <div class="told">
        <RequestLine now={now} />
        <NoteLine />
        <PreparedLine />
        <ComingLine />
        <HintChips />
      </div>
      <Held now={now} />
      {doings()}
    </section>
  );
}

/** What can be done now: answer, decide on the draft, or one of the acts. No component: it is drawn when the focus is kept. */
function doings(): JSX.Element {
  const asked = asking.value;
  if (asked?.act.ask) return <Question key={asked.id} choice={asked} ask={asked.act.ask} />;
  return draft.value ? <Draft choice={draft.value} /> : <Actions />;
}

/** The viewer's own clock, where the eyes are. */
function OwnClock({ now }: { now: Scene }): JSX.Element | null {
  const own = now.seats.find(({ you }) => you);
  return own?.ticks ? <ClockFace seat={own} /> : null;
}

/** The viewer's own pieces. */
export function Held({ now }: { now: Scene }): JSX.Element | null {
  const held = Object.entries(now.zones).filter(([, zone]) => atHand(zone) && (!now.result || zone.items?.length));
  if (!held.length) return null;
  return (
    <div class="held">
      {held.map(([id, zone]) => (
        <ZoneView key={id} id={id} zone={zone} />
      ))}
    </div>
  );
}

/** The squares of a board are many, and lit; they need no buttons here. */
function offBoard({ act }: OfferedAct): boolean {
  return !act.to?.startsWith("c:");
}

/** Acts that need no pick, and those of stacks and bags, which show no tools of their own. */
function plainChoices(zones: Scene["zones"]): readonly OfferedAct[] {
  const packs = Object.entries(zones).filter(([, { kind }]) => kind === "stack" || kind === "bag");
  const plain = ["", ...packs.map(([id]) => `z:${id}`)].flatMap(choicesOn);
  return plain.sort((a, b) => Number(b.act.main ?? false) - Number(a.act.main ?? false));
}

/** Buttons for what is picked, then those that need no pick. */
function Actions(): JSX.Element {
  const now = scene.value;
  if (!now || now.result) return <Over />;
  const picked = offered.value.length ? offered.value : choicesOn(pick.value || "nothing").filter(offBoard);
  const plain = plainChoices(now.zones);
  const waits = !picked.length && !plain.some(({ act }) => act.main) && Object.values(now.acts).some(({ to }) => to);
  return (
    <div class="actions" role="group" aria-label="Actions">
      {now.seats.map(({ name, bird, thinking }, seat) => thinking && <Thinker key={seat} name={name} bird={bird} seat={seat} />)}
      {waits && <p class="prompt">{pick.value ? "Now pick a place that is lit." : "Pick a piece, then where it goes."}</p>}
      {picked.map((choice) => (
        <ActButton key={choice.id} choice={choice} among={picked} />
      ))}
      {plain.map((choice) => (
        <ActButton key={choice.id} choice={choice} />
      ))}
      {yours.value && now.advice !== false && (
        <button type="button" class="quiet" data-act="hint" aria-keyshortcuts={HINT} onClick={() => void hint()}>
          Hint <kbd data-text={HINT.toUpperCase()} />
        </button>
      )}
      <Wishes now={now} />
    </div>
  );
}

/** Who thinks, where the viewer's own buttons stand in their turn: nothing moves for it. */
function Thinker({ name, bird, seat }: { name: string; bird: string | undefined; seat: number }): JSX.Element {
  return (
    <p class="prompt thinker">
      <Marker seat={seat} bird={bird} name={name} />
      {name} is thinking
      <Dots />
    </p>
  );
}

function Over(): JSX.Element {
  return (
    <div class="actions">
      {choicesOn("").map((choice) => (
        <ActButton key={choice.id} choice={choice} />
      ))}
      <button type="button" class="act" data-act="result" onClick={() => (showResult.value = true)}>
        Show the result
      </button>
    </div>
  );
}
