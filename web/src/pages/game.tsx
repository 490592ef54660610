// The page of a table: the waiting room before the deal, then the table, and the sheets over it.

import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { browser } from "../state/device";
import { RULES } from "../state/keys";
import { enter } from "../state/play";
import { isViewersTurn } from "../state/prepare";
import { type AtTable, createTable, isUndealt, type TableState } from "../state/table";
import type { Scene } from "../types";
import { AsideButton } from "../view/aside";
import { capital } from "../view/cite";
import { listen } from "../view/keys";
import { KeySheet } from "../view/keysheet";
import { TableSheet } from "../view/manage";
import { RulesSheet } from "../view/rules";
import { lines } from "../view/scale";
import { useClocks } from "../view/seat";
import { TableView } from "../view/table";
import { Missing, TopBar } from "../view/top";
import { HandOver, Waiting } from "../view/waiting";
import { WordSheet } from "../view/words";
import { SpreadPile } from "../view/zone";
import type { ArrangeSheet } from "./arrange";
import { BoardBar } from "./board";

export function TablePage({ match }: { match: string }): JSX.Element {
  const table = useMemo(() => createTable(browser, match), [match]);
  useEffect(() => enter(table), [table]);
  useEffect(() => listen(table), [table]);
  useEffect(() => openResult(table), [table]);
  useEffect(() => entitle(table), [table]);
  useClocks(table);
  const now = table.scene.value;
  if (table.fatal.value) {
    const gone = table.fatal.value.code === "http.404";
    return <Missing title={gone ? "There is no such table" : "This table cannot be opened"} message={capital(table.fatal.value.message)} />;
  }
  if (now && table.handTo.value != null) {
    return (
      <>
        <TopBar title={now.title} />
        <HandOver table={table} now={now} seat={table.handTo.value} />
      </>
    );
  }
  if (!now) return <p class="waiting page">Opening the table …</p>;
  const waits = isUndealt(now);
  return (
    <>
      {waits ? <TableBar table={table} now={now} first /> : <TableView table={table} now={now} />}
      <LostBanner table={table} />
      {now.event && <BoardBar table={table} code={now.event} />}
      {waits ? <Waiting table={table} now={now} /> : <TableBar table={table} now={now} />}
      <RulesSheet table={table} />
      <SpreadPile table={table} />
      <TableSheet table={table} />
      {waits && <Arranging table={table} />}
      <KeySheet table={table} />
      <WordSheet table={table} />
      <p class="heard" aria-live="polite">
        {table.spoken.value}
      </p>
    </>
  );
}

/** The sheet that changes the table, which is fetched when the host first wants it. */
function Arranging({ table }: AtTable): JSX.Element | null {
  const [Sheet, setSheet] = useState<typeof ArrangeSheet | null>(null);
  const wanted = table.arranging.value;
  useEffect(() => {
    if (!wanted || Sheet) return;
    void import("../parts/arranging").then(
      ({ ArrangeSheet }) => setSheet(() => ArrangeSheet),
      () => {
        table.arranging.value = false; // the next tap tries again
      },
    );
  }, [wanted]);
  return Sheet && <Sheet table={table} />;
}

function TableBar({ table, now, first = false }: { now: Scene; first?: boolean } & AtTable): JSX.Element {
  return (
    <TopBar title={now.title} first={first}>
      {lines(table) > 0 && <AsideButton table={table} />}
      {now.words && (
        <button type="button" class="quiet" onClick={() => (table.words.at.value = "")} data-act="words" aria-keyshortcuts="/">
          Words <kbd data-text="/" />
        </button>
      )}
      <button type="button" class="quiet" onClick={() => (table.rulesAt.value = "")} data-act="rules" aria-keyshortcuts={RULES}>
        Rules <kbd data-text={RULES.toUpperCase()} />
      </button>
      <button type="button" class="quiet" onClick={() => (table.showTable.value = true)} data-act="table">
        Table
      </button>
    </TopBar>
  );
}

/** Open the result once: when the match ends, or at once if it was over already. Return a function that stops it. */
function openResult(table: TableState): () => void {
  let seen = "";
  table.showResult.value = table.showTable.value = false;
  return effect(() => {
    const now = table.scene.value;
    if (now?.result && seen !== now.match) {
      seen = now.match ?? "";
      table.showTable.value = false;
      table.showResult.value = true;
    } else if (!now?.result) seen = "";
  });
}

/** Keep the page's title, and the mark on an installed app's icon: they say when it is the person's turn. Return a function that stops it. */
function entitle({ scene, ahead, paused }: TableState): () => void {
  const asked = (): boolean => {
    const now = ahead.value ?? scene.value;
    return !!now && !paused.value && isViewersTurn(now);
  };
  const mark = (): void => badge(asked() && document.hidden);
  const stop = effect(() => {
    const now = ahead.value ?? scene.value;
    if (now) document.title = [asked() ? "● Your turn" : "", now.title, "muckle"].filter(Boolean).join(" – ");
    mark();
  });
  document.addEventListener("visibilitychange", mark);
  return () => {
    stop();
    badge(false);
    document.removeEventListener("visibilitychange", mark);
  };
}

/** Mark the icon of an installed app, or take the mark away, where the system has such marks. */
function badge(on: boolean): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
  void (on ? setAppBadge : clearAppBadge)?.call(navigator).catch(() => undefined);
}

function LostBanner({ table }: AtTable): JSX.Element | null {
  if (table.connected.value !== "lost") return null;
  return (
    <p class="banner" role="status">
      No connection to the game room.{" "}
      {table.pending.value ? "Your move is kept, and sent as soon as it is back." : "It reconnects by itself; nothing is lost."}
    </p>
  );
}
