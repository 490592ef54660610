// The keyboard: arrows go to what is near, letters and digits do what the scene says, Escape lets go.

import { settle } from "../pieces/motion";
import { rulesAt } from "../rules/cite";
import { wordAt } from "../rules/word";
import { arrange } from "./arrange";
import { reading } from "./ending";
import { neighbour } from "./focus";
import { asking, choicesOn, choose, draft, drop, scene, undraft } from "./now";
import { goOn, send } from "./room";
import { perform } from "./tap";

/** Listen until the returned function is called. */
export function listen(): () => void {
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

function press(event: KeyboardEvent): void {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, dialog")) return;
  if (event.key === "Escape") (reading.value ? goOn : draft.value ? undraft : drop)();
  else if (event.key === "Enter" && draft.value && !at.closest("button, a, summary")) send(draft.value.id);
  else if (event.key === "?") rulesAt.value = "";
  else if (event.key === "/") openWords(event);
  else if (event.key.startsWith("Arrow")) arrow(event, at);
  else shortcut(event, at);
}

/** The word box, where words may be looked up. The browser's own search stays shut. */
function openWords(event: KeyboardEvent): void {
  event.preventDefault();
  wordAt.value = "";
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

/** The act with this key; where several acts begin with the same thing, the key of the thing's first picks it. */
function shortcut(event: KeyboardEvent, at: HTMLElement): void {
  if (asking.value || (event.key === "Enter" && at.closest("button, a, summary"))) return;
  const found = Object.entries(scene.value?.acts ?? {}).find(([, act]) => act.key?.toLowerCase() === event.key.toLowerCase());
  if (!found) return;
  event.preventDefault();
  const [id, act] = found;
  if (act.on && !act.ask && choicesOn(act.on).length > 1 && !act.to) choose(act.on);
  else perform({ id, act });
}
