// What a tap does: something is picked, dropped, asked, shown as it would be, prepared, or done.

import { batch } from "@preact/signals";

import { problemOf } from "./api";
import { asking, choicesOn, choose, draft, drop, half, note, type OfferedAct, pending, pick, refusal, scene, spoken, undraft } from "./now";
import { prepared } from "./prepare";
import { reenter, send } from "./room";
import { again, sitDown } from "./sit";

/** A tap on a thing, or on the half of a card with a letter: pick it, drop it again, or do the only thing there is to do with it. */
export function tap(ref: string, letter = ""): void {
  const found = choicesOn(ref);
  const only = found.length === 1 ? found[0] : undefined;
  if (prepared.value?.act.on === ref) drop();
  else if (letter && pick.value === ref && half.value !== letter) choose(ref, letter);
  else if (only && (!only.act.to || pick.value === ref)) perform(only);
  else if (pick.value === ref) drop();
  else if (found.length) choose(ref, letter);
}

/**
 * Do it, or ask first what it needs, or show it first where it ends a turn. Taking back begins with what is only shown.
 * Who sits down, here or at the rematch, brings a salt; that goes another way.
 */
export function perform(choice: OfferedAct): void {
  if (pending.value) return;
  const match = scene.value?.match ?? "";
  if (scene.value && !scene.value.acts[choice.id]) prepare(choice);
  else if (choice.act.verb === "again") again(match, scene.value?.seats.length ?? 1).catch(refuse);
  else if (choice.act.verb === "sit") sitDown(match, "").then(reenter, refuse);
  else if (draft.value && choice.id === "undo") undraft();
  else if (choice.act.ask || choice.act.confirm) {
    batch(() => {
      note.value = null;
      (choice.act.ask ? asking : draft).value = choice;
    });
  } else send(choice.id);
}

/** Do it when it is the person's turn. */
function prepare(choice: OfferedAct): void {
  batch(() => {
    drop();
    prepared.value = choice;
    spoken.value = `Prepared: ${choice.prepares}`;
  });
}

function refuse(error: unknown): void {
  note.value = refusal(problemOf(error));
}
