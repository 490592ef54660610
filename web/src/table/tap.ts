// What a tap does: something is picked, dropped, asked, shown as it would be, prepared, or done.

import { batch } from "@preact/signals";

import { problemOf } from "../line/api";
import { again, sitDown } from "../lobby/sit";
import { asking, choicesOn, choose, draft, drop, half, note, pending, pick, refusal, scene, spoken, undraft, type OfferedAct } from "./now";
import { prepared, PREPARE } from "./prepare";
import { reenter, send } from "./room";

/** A tap on a thing, or on the half of a card with a letter: pick it, drop it again, or do the only thing there is to do with it. */
export function tap(ref: string, letter = ""): void {
  if (prepared.value?.act.on === ref) return drop();
  if (letter && pick.value === ref && half.value !== letter) return choose(ref, letter);
  const found = choicesOn(ref);
  const only = found.length === 1 ? found[0] : undefined;
  if (only && (!only.act.to || pick.value === ref)) perform(only);
  else if (pick.value === ref) drop();
  else if (found.length) choose(ref, letter);
}

/**
 * Do it, or ask first what it needs, or show it first where it ends a turn. Taking back begins with what is only shown.
 * Who sits down, here or at the rematch, brings a salt; that goes another way.
 */
export function perform(choice: OfferedAct): void {
  if (pending.value) return;
  if (scene.value && !scene.value.acts[choice.id]) return prepare(choice);
  const match = scene.value?.match ?? "";
  if (choice.act.verb === "again") again(match, scene.value?.seats.length ?? 1).catch(refuse);
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
    spoken.value = choice.act.label.replace(PREPARE, "Prepared: ");
  });
}

function refuse(error: unknown): void {
  note.value = refusal(problemOf(error));
}
