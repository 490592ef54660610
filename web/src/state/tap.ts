// What a tap does: something is picked, dropped, asked, shown as it would be, prepared, or done.

import { batch } from "@preact/signals";

import { problemOf } from "./api";
import { reenter, send } from "./play";
import { again, sitDown } from "./sit";
import { choicesOn, choose, drop, type OfferedAct, refusal, type TableState } from "./table";

/** A tap on a thing, or on the half of a card with a letter: pick it, drop it again, or do the only thing there is to do with it. */
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

/** A tap on a place: do the only one of these acts, or offer them to choose from. */
export function performOrOffer(table: TableState, found: readonly OfferedAct[]): void {
  if (found[0] && found.length === 1) perform(table, found[0]);
  else table.offered.value = found;
}

/**
 * Do it, or ask first what it needs, or show it first where it ends a turn. Taking back begins with what is only shown.
 * Who sits down, here or at the rematch, brings a salt; that goes another way.
 */
export function perform(table: TableState, choice: OfferedAct): void {
  const now = table.scene.value;
  if (table.pending.value || !now) return;
  const refuse = (error: unknown): void => {
    table.note.value = refusal(problemOf(error));
  };
  if (!now.acts[choice.id]) prepare(table, choice);
  else if (choice.act.verb === "again") again(table.device, table.match, now.seats.length).catch(refuse);
  else if (choice.act.verb === "sit") sitDown(table.match, "").then(() => reenter(table), refuse);
  else if (table.draft.value && choice.id === "undo") table.draft.value = null;
  else if (choice.act.ask || choice.act.confirm) {
    batch(() => {
      table.note.value = null;
      (choice.act.ask ? table.asking : table.draft).value = choice;
    });
  } else send(table, choice.id);
}

/** Do it when it is the person's turn. */
function prepare(table: TableState, choice: OfferedAct): void {
  batch(() => {
    drop(table);
    table.prepared.value = choice;
    table.spoken.value = `Prepared: ${choice.prepares}`;
  });
}
