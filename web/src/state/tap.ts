// What a tap does: pick, drop, ask a question, show a draft, prepare a move, or send an act.

import { batch } from "@preact/signals";

import { problemOf } from "./api";
import { reenter, send } from "./play";
import { openNext, sitDown } from "./sit";
import { choicesOn, choose, drop, type OfferedAct, refusal, type TableState } from "./table";

/** Handle a tap on a thing, or on the half of a card with a letter: pick it, drop it, or perform its only act. */
export function tap(table: TableState, ref: string, letter = ""): void {
  const found = choicesOn(table, ref);
  const only = found.length === 1 ? found[0] : undefined;
  const picked = table.pick.value === ref;
  if (table.prepared.value?.act.on === ref) drop(table);
  else if (letter && picked && table.half.value !== letter) choose(table, ref, letter);
  else if (only && (!only.act.to || picked)) perform(table, only);
  else if (picked) drop(table);
  else if (found.length) choose(table, ref, letter);
}

/** Perform the only one of these acts, or offer them to choose from. */
export function performOrOffer(table: TableState, found: readonly OfferedAct[]): void {
  if (found[0] && found.length === 1) perform(table, found[0]);
  else table.offered.value = found;
}

/**
 * Perform an act: send it, ask its question first, or show it as a draft if it ends a turn. "Undo" cancels a draft first.
 * Sitting down, here or at the next game, needs a salt and so has requests of its own.
 */
export function perform(table: TableState, choice: OfferedAct): void {
  const now = table.scene.value;
  if (table.pending.value || !now) return;
  const refuse = (error: unknown): void => {
    table.note.value = refusal(problemOf(error));
  };
  if (!now.acts[choice.id]) prepare(table, choice);
  else if (choice.act.verb === "again") openNext(table.device, table.match).catch(refuse);
  else if (choice.act.verb === "arrange") table.arranging.value = true;
  else if (choice.act.verb === "sit") sitDown(table.match, "").then(() => reenter(table), refuse);
  else if (table.draft.value && choice.id === "undo") table.draft.value = null;
  else if (choice.act.ask || choice.act.confirm) {
    batch(() => {
      table.note.value = null;
      (choice.act.ask ? table.asking : table.draft).value = choice;
    });
  } else send(table, choice.id);
}

/** Prepare an act for the person's next turn. */
function prepare(table: TableState, choice: OfferedAct): void {
  batch(() => {
    drop(table);
    table.prepared.value = choice;
    table.spoken.value = `Prepared: ${choice.prepares}`;
  });
}
