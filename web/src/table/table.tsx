// The table: any scene, laid out by the places its zones name.

import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";

import { BoardBar } from "../events/boardbar";
import { Missing } from "../page/missing";
import { Skip, TopBar } from "../page/top";
import { ratio } from "../pieces/face";
import { hue } from "../pieces/hue";
import { LaneNames, lanes } from "../pieces/lanes";
import { travel } from "../pieces/motion";
import { Bars, lines } from "../pieces/scale";
import { ZoneView } from "../pieces/zone";
import { capital, rulesAt } from "../rules/cite";
import { RulesSheet } from "../rules/sheet";
import { wordAt } from "../rules/word";
import { WordSheet } from "../rules/words";
import type { Scene, Zone } from "../types";
import { Aside, AsideButton } from "./aside";
import { useClocks } from "./clock";
import { Dock, atHand } from "./dock";
import { reading } from "./ending";
import { keepFocus } from "./focus";
import { Waiting } from "./guests";
import { HandOver } from "./handover";
import { handTo } from "./hands";
import { listen } from "./keys";
import { KeySheet } from "./keysheet";
import { Looking } from "./looking";
import { TableSheet, bare, showTable } from "./manage";
import { connected, fatal, pending, scene, spoken } from "./now";
import { ReckoningSheet } from "./reckoned";
import { ResultSheet, showResult } from "./result";
import { enter } from "./room";
import { SeatStrip } from "./seat";
import { RULES } from "./verbs";

export function TablePage({ match }: { match: string }): JSX.Element {
  useEffect(() => enter(match), [match]);
  useEffect(listen, []);
  useEffect(openResult, []);
  useClocks();
  const now = scene.value;
  if (fatal.value) {
    const gone = fatal.value.code === "http.404";
    return <Missing title={gone ? "There is no such table" : "This table cannot be opened"} message={capital(fatal.value.message)} />;
  }
  if (now && handTo.value != null) {
    return (
      <>
        <TopBar title={now.title} />
        <HandOver now={now} seat={handTo.value} />
      </>
    );
  }
  if (!now) return <p class="waiting page">Coming to the table …</p>;
  const waits = bare(now);
  return (
    <>
      {waits ? <TableBar now={now} first /> : <TableView now={now} />}
      <LostBanner />
      {now.event && <BoardBar code={now.event} match={match} />}
      {waits ? <Waiting now={now} /> : <TableBar now={now} />}
      <RulesSheet />
      <Looking />
      <TableSheet />
      <KeySheet />
      <WordSheet />
      <p class="heard" aria-live="polite">
        {spoken.value}
      </p>
    </>
  );
}

function TableBar({ now, first = false }: { now: Scene; first?: boolean }): JSX.Element {
  return (
    <TopBar title={now.title} first={first}>
      {lines() > 0 && <AsideButton />}
      {now.words && (
        <button type="button" class="quiet" onClick={() => (wordAt.value = "")} data-act="words" aria-keyshortcuts="/">
          Words <kbd data-text="/" />
        </button>
      )}
      <button type="button" class="quiet" onClick={() => (rulesAt.value = "")} data-act="rules" aria-keyshortcuts={RULES}>
        Rules <kbd data-text={RULES.toUpperCase()} />
      </button>
      <button type="button" class="quiet" onClick={() => (showTable.value = true)} data-act="table">
        Table
      </button>
    </TopBar>
  );
}

/** In reading order: what is at hand, what lies on the table, what stands beside it. */
function TableView({ now }: { now: Scene }): JSX.Element {
  useTravel(now);
  return (
    <main class="table" id="main" data-seq={now.seq ?? 0} data-game={now.game} style={{ ...hue(now.game), "--ratio": ratio(Object.values(now.pieces)[0]?.face) }}>
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
      <div id="board" tabIndex={-1} class={`board${lanes.value.length ? " laned" : ""}${lines() ? " lined" : ""}`} style={{ "--lanes": lanes.value.length, "--lines": lines() }}>
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
  const here = Object.entries(now.zones).filter(
    ([, zone]) => (zone.place ?? "centre") === place && !zone.parent && !atHand(zone),
  );
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

/** The result comes forward by itself once, when the match ends before the reader's eyes or was over already. */
function openResult(): () => void {
  let seen = "";
  showResult.value = showTable.value = false;
  return effect(() => {
    const now = scene.value;
    if (now?.result && seen !== now.match) {
      seen = now.match ?? "";
      showTable.value = false;
      showResult.value = true;
    } else if (!now?.result) seen = "";
  });
}

function LostBanner(): JSX.Element | null {
  if (connected.value !== "lost") return null;
  return (
    <p class="banner" role="status">
      No connection to the game room.{" "}
      {pending.value ? "What you chose is kept, and sent as soon as it is back." : "It comes back by itself; nothing is lost."}
    </p>
  );
}
