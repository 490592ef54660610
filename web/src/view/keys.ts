// The keyboard: letters perform verbs, digits pick, arrows move the focus, Enter presses the yellow button, Escape lets go.

import { anywhere, letterKey, toPlace } from "../state/keys";
import { meantKey } from "../state/press";
import { arrange, type OfferedAct, type TableState } from "../state/table";
import { tap } from "../state/tap";
import { neighbour, quoted } from "./focus";
import { finishAnimations } from "./motion";

/** Listen to the keyboard. Return a function that stops it. */
export function listen(table: TableState): () => void {
  const heard = (event: KeyboardEvent): void => press(table, event);
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

function press(table: TableState, event: KeyboardEvent): void {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, dialog")) return;
  if (document.querySelector("dialog:modal")) return; // a tap on a sheet's text leaves the focus with the page behind it
  const key = meantKey(event);
  if (key.length === 1 && !table.signs.value) return;
  const does = anywhere(table, key);
  if (does) {
    event.preventDefault(); // keeps the browser's quick find closed
    does();
  } else if (key.startsWith("Arrow")) arrow(table, event, at);
  else if (!table.asking.value && pressed(table, key, at)) event.preventDefault();
}

/** Handle Enter, digits and letters of verbs. Return whether the key meant anything. */
function pressed(table: TableState, key: string, at: HTMLElement): boolean {
  if (key === "Enter") return enter(at);
  if (/^\d$/.test(key)) return number(table, Number(key) || 10);
  const found = letterKey(table, key);
  if (found?.length) focusNext(table, found);
  return found !== null;
}

/** Press the yellow button, unless Enter belongs to the focused element. Return whether there was one. */
function enter(at: HTMLElement): boolean {
  const main = document.querySelector<HTMLElement>(".dock .act:is(.main, .hinted)");
  if (!main || at.closest("button, a, summary")) return false;
  main.click();
  return true;
}

function arrow(table: TableState, event: KeyboardEvent, at: HTMLElement): void {
  const from = at.closest<HTMLElement>(".table button") ?? document.querySelector<HTMLElement>(".dock");
  finishAnimations();
  const next = from && neighbour(from, event.key);
  if (!next || at.closest(".aside")) return;
  event.preventDefault();
  if (event.shiftKey) swap(table, from, next);
  else next.focus();
}

/** Move a piece within the hand (Shift and an arrow). */
function swap(table: TableState, piece: HTMLElement, other: HTMLElement): void {
  const zone = piece.closest<HTMLElement>(".fan")?.dataset.zone;
  if (!zone || zone !== other.closest<HTMLElement>(".fan")?.dataset.zone) return;
  arrange(table, zone, piece.dataset.piece ?? "", other.dataset.piece ?? "");
}

/** Pick the nth piece of the hand, or take the single card in play to the nth place. Return whether there is one. */
function number(table: TableState, nth: number): boolean {
  const card = document.querySelector<HTMLElement>(".dock .tray button.able");
  if (card) {
    toPlace(table, `p:${card.dataset.piece}`, nth);
    return true;
  }
  const piece = document.querySelectorAll<HTMLElement>(".dock .fan button[data-piece]")[nth - 1];
  piece?.focus({ preventScroll: true });
  if (piece?.matches(".able") && table.pick.value !== `p:${piece.dataset.piece}`) tap(table, `p:${piece.dataset.piece}`);
  return !!piece;
}

/** Focus the first element of these acts, or the next one if one of them has the focus. */
function focusNext(table: TableState, found: readonly OfferedAct[]): void {
  const spots = found.flatMap((choice) => elementOf(table, choice) ?? []);
  spots.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const at = spots.indexOf(document.activeElement as HTMLElement);
  spots[(at + 1) % spots.length]?.focus();
}

/** Return the element where an act can be done: its lit place, its button, its piece or its stack. */
function elementOf(table: TableState, { id, act: { on = "", to = "" } }: OfferedAct): HTMLElement | undefined {
  const ways = [
    table.pick.value === on ? `.board [data-to="${quoted(to)}"]` : "",
    `.table :is(.board, .dock) [data-act="${quoted(id)}"]`,
    `.table button[data-piece="${quoted(on.slice(2))}"]`,
    `.table [data-zone="${quoted(on.slice(2))}"] .pack.able`,
  ];
  const all = ways.flatMap((way) => (way ? [...document.querySelectorAll<HTMLElement>(way)] : []));
  return all.find((each) => each.getClientRects().length);
}
