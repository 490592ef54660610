// The table: any scene, laid out by the places of its zones.

import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { rackOf } from "../state/rack";
import type { AtTable, TableState } from "../state/table";
import type { Scene, Zone } from "../types";
import { Aside } from "./aside";
import { Dock, isInHand } from "./dock";
import { ReckoningSheet } from "./ending";
import { ratio } from "./face";
import { useFit } from "./fit";
import { keepFocus } from "./focus";
import { hue } from "./hue";
import { LaneNames, lanesOf } from "./lanes";
import { measure, type Places, travel } from "./motion";
import { ResultSheet } from "./result";
import { Bars, lines, useRoomy } from "./scale";
import { SeatStrip } from "./seat";
import { Skip } from "./top";
import { ZoneView } from "./zone";

/** The table page in reading order: the dock, the board, the column at the side. */
export function TableView({ table, now }: { now: Scene } & AtTable): JSX.Element {
  useTravel(table, now);
  useFit();
  return (
    <main
      class="table"
      id="main"
      data-seq={now.seq ?? 0}
      data-game={now.game}
      style={{ ...hue(now.game), "--ratio": ratio(Object.values(now.pieces)[0]?.face) }}
    >
      <Skip to="board">Skip to the table</Skip>
      <Foot table={table} now={now} />
      <BoardParts table={table} now={now} />
      <Aside table={table} now={now} />
    </main>
  );
}

/** The dock, or how a hand or match ended. A component of its own, so that the table sees the focus before it goes. */
function Foot({ table, now }: { now: Scene } & AtTable): JSX.Element {
  if (table.reading.value) return <ReckoningSheet table={table} made={table.reading.value} />;
  return now.result && table.showResult.value ? <ResultSheet table={table} now={now} result={now.result} /> : <Dock table={table} />;
}

/** The board of a replay. */
export function Board({ table, now }: { now: Scene } & AtTable): JSX.Element {
  useTravel(table, now);
  useFit();
  return <BoardParts table={table} now={now} />;
}

/** Everything on the table except what the viewer holds. */
function BoardParts({ table, now }: { now: Scene } & AtTable): JSX.Element {
  const lanes = lanesOf(table);
  const roomy = useRoomy();
  return (
    <>
      <div
        id="board"
        tabIndex={-1}
        class={`board${lanes.length ? " laned" : ""}${lines(table) ? " lined" : ""}`}
        style={{ "--lanes": lanes.length, "--lines": lines(table) }}
      >
        <SeatStrip table={table}>{!roomy && !rackOf(table) && <Region table={table} now={now} place="side" />}</SeatStrip>
        {lanes.length > 0 && <LaneNames lanes={lanes} />}
        <Region table={table} now={now} place="others" />
        {(lines(table) > 0 || !roomy) &&
          now.tables?.filter(({ bars }) => bars).map((figures) => <Bars key={figures.title} figures={figures} />)}
        <div class="middle">
          <Region table={table} now={now} place="tray" />
          <Region table={table} now={now} place="centre" />
          <Region table={table} now={now} place="me" />
        </div>
      </div>
      {roomy && <Region table={table} now={now} place="side" />}
    </>
  );
}

/** The outermost zones of a place, in reading order. */
function Region({ table, now, place }: { now: Scene; place: NonNullable<Zone["place"]> } & AtTable): JSX.Element | null {
  const here = Object.entries(now.zones).filter(([, zone]) => (zone.place ?? "centre") === place && !zone.parent && !isInHand(table, zone));
  if (!here.length) return null;
  return (
    <div class={`place ${place}`} style={{ "--zones": here.length }}>
      {here.map(([id, zone]) => (
        <ZoneView table={table} key={id} id={id} zone={zone} />
      ))}
    </div>
  );
}

/** After each scene, let pieces travel and keep the focus in place. */
function useTravel(table: TableState, now: Scene): void {
  const restore = keepFocus();
  const before = useRef<Places>(new Map());
  useLayoutEffect(
    () =>
      effect(() => {
        if (table.scene.value && !table.device.isCalm()) before.current = measure(); // the page is drawn anew a moment later
      }),
    [table],
  );
  useLayoutEffect(() => {
    travel(before.current, (piece) => now.pieces[piece]?.came);
    before.current = new Map();
    restore();
  }, [now]);
}
