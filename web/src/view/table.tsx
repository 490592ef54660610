// The table: any scene, laid out by the places its zones name.

import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";

import { reading } from "../state/ending";
import type { Scene, Zone } from "../types";
import { Aside } from "./aside";
import { atHand, Dock } from "./dock";
import { ReckoningSheet, ResultSheet, showResult } from "./ending";
import { ratio } from "./face";
import { keepFocus } from "./focus";
import { hue } from "./hue";
import { LaneNames, lanes } from "./lanes";
import { travel } from "./motion";
import { Bars, lines } from "./scale";
import { SeatStrip } from "./seat";
import { Skip } from "./top";
import { ZoneView } from "./zone";

/** In reading order: what is at hand, what lies on the table, what stands beside it. */
export function TableView({ now }: { now: Scene }): JSX.Element {
  useTravel(now);
  return (
    <main
      class="table"
      id="main"
      data-seq={now.seq ?? 0}
      data-game={now.game}
      style={{ ...hue(now.game), "--ratio": ratio(Object.values(now.pieces)[0]?.face) }}
    >
      <Skip to="board">Skip to the table</Skip>
      <Foot now={now} />
      <Lying now={now} />
      <Aside now={now} />
    </main>
  );
}

/** The hand and what can be done; or how it ended. A component of its own: the table sees what has the focus before it goes. */
function Foot({ now }: { now: Scene }): JSX.Element {
  if (reading.value) return <ReckoningSheet made={reading.value} />;
  return now.result && showResult.value ? <ResultSheet now={now} result={now.result} /> : <Dock />;
}

/** What lies on a table that nobody sits at. */
export function Board({ now }: { now: Scene }): JSX.Element {
  useTravel(now);
  return <Lying now={now} />;
}

/** What lies on the table, but for what the viewer holds. */
function Lying({ now }: { now: Scene }): JSX.Element {
  return (
    <>
      <div
        id="board"
        tabIndex={-1}
        class={`board${lanes.value.length ? " laned" : ""}${lines() ? " lined" : ""}`}
        style={{ "--lanes": lanes.value.length, "--lines": lines() }}
      >
        <SeatStrip />
        {lanes.value.length > 0 && <LaneNames />}
        <Region now={now} place="others" />
        {lines() > 0 && now.tables?.filter(({ bars }) => bars).map((table) => <Bars key={table.title} table={table} />)}
        <div class="middle">
          <Region now={now} place="centre" />
          <Region now={now} place="me" />
        </div>
      </div>
      <Region now={now} place="side" />
    </>
  );
}

/** The outermost zones of one place, in reading order. */
function Region({ now, place }: { now: Scene; place: NonNullable<Zone["place"]> }): JSX.Element | null {
  const here = Object.entries(now.zones).filter(([, zone]) => (zone.place ?? "centre") === place && !zone.parent && !atHand(zone));
  if (!here.length) return null;
  return (
    <div class={`place ${place}`} style={{ "--zones": here.length }}>
      {here.map(([id, zone]) => (
        <ZoneView key={id} id={id} zone={zone} />
      ))}
    </div>
  );
}

/** After each scene: pieces travel, and the focus stays where the reader was. */
function useTravel(now: Scene): void {
  const restore = keepFocus();
  useLayoutEffect(() => {
    travel((piece) => now.pieces[piece]?.came);
    restore();
  }, [now]);
}
