// The keyboard: letters do verbs, digits pick, arrows go to what is near, Enter does the yellow button, Escape lets go.

import { arrange } from "../state/arrange";
import { reading } from "../state/ending";
import { asking, choices, choicesOn, choose, draft, drop, type OfferedAct, offer, pick, scene, undraft, yours } from "../state/now";
import { goOn } from "../state/room";
import { perform, tap } from "../state/tap";
import { HINT, letterOf, placeNumber, RULES } from "../state/verbs";
import { rulesAt, wordAt } from "./cite";
import { neighbour, quoted } from "./focus";
import { hint } from "./hints";
import { showKeys, signs } from "./keysheet";
import { settle } from "./motion";

/** Listen until the returned function is called. */
export function listen(): () => void {
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** What a key does wherever one is at the table. */
const ANYWHERE: Readonly<Record<string, () => unknown>> = {
  Escape: () => (reading.value ? goOn : draft.value ? undraft : drop)(),
  "?": () => (showKeys.value = true),
  "/": () => (wordAt.value = ""),
  [RULES]: () => (rulesAt.value = ""),
};

function press(event: KeyboardEvent): void {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, dialog")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key.length === 1 && !signs.value) return;
  const does = ANYWHERE[key] && !(asking.value && key === RULES) ? ANYWHERE[key] : undefined;
  if (does) {
    event.preventDefault(); // the browser's own search stays shut
    does();
  } else if (key.startsWith("Arrow")) arrow(event, at);
  else if (!asking.value && (key === "Enter" ? enter(at) : /^\d$/.test(key) ? number(Number(key) || 10) : letter(key)))
    event.preventDefault();
}

/** The yellow button, unless what has the focus is done by Enter. Whether there was one. */
function enter(at: HTMLElement): boolean {
  const main = document.querySelector<HTMLElement>(".dock .act:is(.main, .hinted)");
  if (!main || at.closest("button, a, summary")) return false;
  main.click();
  return true;
}

function arrow(event: KeyboardEvent, at: HTMLElement): void {
  const from = at.closest<HTMLElement>(".table button") ?? document.querySelector<HTMLElement>(".dock");
  settle();
  const next = from && neighbour(from, event.key);
  if (!next || at.closest(".aside")) return;
  event.preventDefault();
  if (event.shiftKey) swap(from, next);
  else next.focus();
}

/** With Shift, an arrow moves a piece of one's own hand instead of the focus. */
function swap(piece: HTMLElement, other: HTMLElement): void {
  const zone = piece.closest<HTMLElement>(".fan")?.dataset.zone;
  if (!zone || zone !== other.closest<HTMLElement>(".fan")?.dataset.zone) return;
  arrange(zone, scene.value?.zones[zone]?.items ?? [], piece.dataset.piece ?? "", other.dataset.piece ?? "");
}

/** The piece of this number in the hand; of a single card in play the place of this number. Whether there is one. */
function number(nth: number): boolean {
  const card = document.querySelector<HTMLElement>(".dock .tray button.able");
  if (card) return place(`p:${card.dataset.piece}`, nth);
  const piece = document.querySelectorAll<HTMLElement>(".dock .fan button[data-piece]")[nth - 1];
  piece?.focus({ preventScroll: true });
  if (piece?.matches(".able") && pick.value !== `p:${piece.dataset.piece}`) tap(`p:${piece.dataset.piece}`);
  return !!piece;
}

/** Take a card to the place of this number: do the only thing that can be done there, or offer what can. */
function place(card: string, nth: number): boolean {
  choose(card);
  const found = choicesOn(card).filter(({ act }) => placeNumber(act.to) === nth);
  if (found[0] && found.length === 1) perform(found[0]);
  else offer(found);
  return true;
}

/** The verb of this letter: done with what is picked; else it leads to what it can be done with. Whether there is anything. */
function letter(key: string): boolean {
  if (key === HINT && yours.value && scene.value?.advice !== false) {
    void hint();
    return true;
  }
  const of = (acts: readonly OfferedAct[]): readonly OfferedAct[] => acts.filter(({ id, act }) => letterOf(act.verb, id) === key);
  const here = pick.value ? of(choicesOn(pick.value)) : [];
  const found = here.length ? here : of([...choices.value.values()].flat());
  if (found[0] && found.length === 1) perform(found[0]);
  else lead(found);
  return found.length > 0;
}

/** Put the focus on the first of the things that these acts are about; on the next one, if it is on one already. */
function lead(found: readonly OfferedAct[]): void {
  const spots = found.flatMap((choice) => spot(choice) ?? []);
  spots.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const at = spots.indexOf(document.activeElement as HTMLElement);
  spots[(at + 1) % spots.length]?.focus();
}

/** Where an act can be done: its lit place, its button, its piece, or its stack. */
function spot({ id, act: { on = "", to = "" } }: OfferedAct): HTMLElement | undefined {
  const ways = [
    pick.value === on ? `.board [data-to="${quoted(to)}"]` : "",
    `.table :is(.board, .dock) [data-act="${quoted(id)}"]`,
    `.table button[data-piece="${quoted(on.slice(2))}"]`,
    `.table [data-zone="${quoted(on.slice(2))}"] .pack.able`,
  ];
  const all = ways.flatMap((way) => (way ? [...document.querySelectorAll<HTMLElement>(way)] : []));
  return all.find((each) => each.getClientRects().length);
}
