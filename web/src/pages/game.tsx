// The page of a table: the waiting room before the cards are dealt, then the table, and what lies over it.

import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { handTo } from "../state/hands";
import { connected, fatal, pending, scene, spoken } from "../state/now";
import { enter } from "../state/room";
import { RULES } from "../state/verbs";
import type { Scene } from "../types";
import { AsideButton } from "../view/aside";
import { capital, rulesAt, wordAt } from "../view/cite";
import { showResult } from "../view/ending";
import { listen } from "../view/keys";
import { KeySheet } from "../view/keysheet";
import { bare, showTable, TableSheet } from "../view/manage";
import { RulesSheet } from "../view/rules";
import { lines } from "../view/scale";
import { useClocks } from "../view/seat";
import { TableView } from "../view/table";
import { Missing, TopBar } from "../view/top";
import { HandOver, Waiting } from "../view/waiting";
import { WordSheet } from "../view/words";
import { Looking } from "../view/zone";
import { BoardBar } from "./event";

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
