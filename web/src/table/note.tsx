// A refusal or a piece of advice, near what it is about.

import type { JSX } from "preact";

import { Cited, RuleLink, capital } from "../rules/cite";
import { note } from "./now";

export function NoteLine(): JSX.Element | null {
  const told = note.value;
  if (!told) return null;
  return (
    <p class={`note ${told.kind}`} role={told.kind === "refusal" ? "alert" : "status"}>
      <span>
        <Cited text={capital(told.text)} /> {told.rule && <RuleLink id={told.rule} />}
      </span>
      <button type="button" class="close" aria-label="Close this note" onClick={() => (note.value = null)} />
    </p>
  );
}
