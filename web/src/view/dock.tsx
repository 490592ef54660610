// The dock: the status, the viewer's own pieces, and the acts of what is picked.

import type { JSX } from "preact";
import { askForHints } from "../state/hints";
import { HINT } from "../state/keys";

import { latestLine } from "../state/news";
import { MIX, mixRack, rackOf, SORT, sortRack } from "../state/rack";
import { type AtTable, choicesOn, type OfferedAct, type TableState } from "../state/table";
import type { Scene, Zone } from "../types";
import { ActButtons, amongAll, LeftOut } from "./act";
import { capital } from "./cite";
import { HintChips } from "./hints";
import { ReturnButton, Watchers } from "./manage";
import { ComingLine, NoteLine, PreparedLine, RequestLine, Wishes } from "./notes";
import { Draft, Question } from "./question";
import { useRoomy } from "./scale";
import { ClockFace, Dots, Marker } from "./seat";
import { ZoneView } from "./zone";

/** Letters that fit on the line above the hand on a phone. */
const LINE = 56;

/** Return whether a zone is in the viewer's hands. At the end of a hand, hands lie on the table. */
export function isInHand(table: TableState, zone: Zone): boolean {
  if (table.reading.value) return false;
  const { kind, place = "centre", parent } = zone;
  return !parent && (kind === "tray" ? place === "tray" || place === "me" : kind === "fan" && place === "me");
}

export function Dock({ table }: AtTable): JSX.Element | null {
  const now = table.scene.value;
  if (!now) return null;
  return (
    <section class={`dock${table.yours.value ? " yours" : ""}`} aria-label="Your hand and what you can do" id="dock" tabIndex={-1}>
      <p class="latest" aria-hidden="true">
        {latestLine(now.say?.length ? now : { say: table.story.value.slice(-1) }, LINE)}
      </p>
      <p class="status">
        {table.yours.value && !now.result && <span class="turn-flag">{table.paused.value ? "Paused" : "Your turn"}</span>}{" "}
        <OwnClock table={table} now={now} /> <Sentences text={capital((table.yours.value && now.prompt) || now.status)} />
        <HeldNotes table={table} now={now} />
        {now.progress && <small class="progress"> ({now.progress})</small>}
      </p>
      {now.viewer == null && <Watchers now={now} />}
      <ReturnButton table={table} now={now} />
      <div class="told">
        <RequestLine table={table} now={now} />
        <NoteLine table={table} />
        <PreparedLine table={table} />
        <ComingLine table={table} />
        <HintChips table={table} />
      </div>
      <OwnPieces table={table} now={now} />
      {acting(table)}
    </section>
  );
}

/** Notes on the viewer's hands, whose labels are not seen here. Hidden from screen readers, which read them as the zones' names. */
function HeldNotes({ table, now }: { now: Scene } & AtTable): JSX.Element[] {
  const noted = Object.entries(now.zones).filter(([, zone]) => zone.kind === "fan" && zone.note && isInHand(table, zone));
  return noted.map(([id, { label, note }]) => (
    <span class="besides held-note" aria-hidden="true" key={id}>
      {" "}
      {label}: {note}{" "}
    </span>
  ));
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** The first sentence is the question and stands large, the others below it. */
function Sentences({ text }: { text: string }): JSX.Element {
  const [first, ...others] = [...SENTENCES.segment(text)].map(({ segment }) => segment.trim());
  return (
    <>
      <b class="asks">{first}</b> {others.length > 0 && <span class="besides">{others.join(" ")}</span>}
    </>
  );
}

/** Return the question, the draft or the acts. Not a component, so that it is drawn before the focus is restored. */
function acting(table: TableState): JSX.Element {
  const asked = table.asking.value;
  if (asked?.act.ask) return <Question table={table} key={asked.id} choice={asked} ask={asked.act.ask} />;
  return table.draft.value ? <Draft table={table} choice={table.draft.value} /> : <Actions table={table} />;
}

/** The viewer's own clock. */
function OwnClock({ table, now }: { now: Scene } & AtTable): JSX.Element | null {
  const own = now.seats.find(({ you }) => you);
  return own?.ticks ? <ClockFace table={table} seat={own} /> : null;
}

/** The viewer's own pieces. */
export function OwnPieces({ table, now }: { now: Scene } & AtTable): JSX.Element | null {
  const held = Object.entries(now.zones).filter(([, zone]) => isInHand(table, zone) && (!now.result || zone.items?.length));
  if (!held.length) return null;
  return (
    <div class="held">
      {held.map(([id, zone]) => (
        <ZoneView table={table} key={id} id={id} zone={zone} />
      ))}
      {rackOf(table) && <RackTools table={table} now={now} />}
    </div>
  );
}

/** Buttons that mix and sort the viewer's letters. In narrow windows the bag is beside them. */
function RackTools({ table, now }: { now: Scene } & AtTable): JSX.Element {
  const beside = useRoomy() ? [] : Object.entries(now.zones).filter(([, { place }]) => place === "side");
  return (
    <div class="rack-tools" role="group" aria-label="Your letters">
      {beside.map(([id, zone]) => (
        <ZoneView table={table} key={id} id={id} zone={zone} />
      ))}
      <button type="button" class="quiet" data-act="mix" aria-keyshortcuts={MIX} onClick={() => mixRack(table)}>
        Mix <kbd data-text={MIX.toUpperCase()} />
      </button>
      <button type="button" class="quiet" data-act="sort" aria-keyshortcuts={SORT} onClick={() => sortRack(table)}>
        Sort <kbd data-text={SORT.toUpperCase()} />
      </button>
    </div>
  );
}

/** Return whether an act needs a button here: squares of a board are lit instead. */
function offBoard({ act }: OfferedAct): boolean {
  return !act.to?.startsWith("c:");
}

/** Return the acts that need no pick, and those of stacks and bags, which have no buttons of their own. */
function plainChoices(table: TableState, zones: Scene["zones"]): readonly OfferedAct[] {
  const packs = Object.entries(zones).filter(([, { kind }]) => kind === "stack" || kind === "bag");
  const plain = ["", ...packs.map(([id]) => `z:${id}`)].flatMap((ref) => choicesOn(table, ref));
  return plain.filter(offBoard).sort((a, b) => Number(b.act.main ?? false) - Number(a.act.main ?? false));
}

/** Buttons for what is picked, then those that need no pick. */
function Actions({ table }: AtTable): JSX.Element {
  const now = table.scene.value;
  if (!now || now.result) return <Over table={table} />;
  const picked = table.offered.value.length ? table.offered.value : choicesOn(table, table.pick.value || "nothing").filter(offBoard);
  const plain = plainChoices(table, now.zones);
  const waits = !picked.length && !plain.some(({ act }) => act.main) && Object.values(now.acts).some(({ to }) => to);
  return (
    <div class="actions" role="group" aria-label="Actions">
      {now.seats.map(({ name, bird, thinking }, seat) => thinking && <Thinker key={seat} name={name} bird={bird} seat={seat} />)}
      {waits && (
        <p class="prompt">
          {table.pick.value || !Object.values(now.acts).some(({ on, to }) => on && to)
            ? "Pick one of the lit places."
            : "Pick a piece, then where it goes."}
        </p>
      )}
      <LeftOut table={table} />
      <ActButtons table={table} choices={picked} among={table.only.value ? amongAll(table) : picked} />
      <ActButtons table={table} choices={plain} />
      {table.yours.value && now.advice !== false && (
        <button type="button" class="quiet" data-act="hint" aria-keyshortcuts={HINT} onClick={() => void askForHints(table)}>
          Hint <kbd data-text={HINT.toUpperCase()} />
        </button>
      )}
      <Wishes table={table} now={now} />
    </div>
  );
}

/** Who is thinking, in the place of the viewer's own buttons, so that nothing jumps. */
function Thinker({ name, bird, seat }: { name: string; bird: string | undefined; seat: number }): JSX.Element {
  return (
    <p class="prompt thinker">
      <Marker seat={seat} bird={bird} name={name} />
      {name} is thinking
      <Dots />
    </p>
  );
}

function Over({ table }: AtTable): JSX.Element {
  return (
    <div class="actions">
      <ActButtons table={table} choices={choicesOn(table, "")} />
      <button type="button" class="act" data-act="result" onClick={() => (table.showResult.value = true)}>
        Show the result
      </button>
    </div>
  );
}
