// Hints: at most three acts that are advised, as chips that light the pieces they are about. They come better and better, and go
// when the match goes on.

import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";

import { isProblem, problemOf, request, stream } from "../state/api";
import { advise, choose, drop, hintWords, note, scene } from "../state/now";
import type { Advice, Hint, HintLines, Problem, Scene } from "../types";

/** What is advised so far; null: nobody has asked. */
const advice = signal<Advice | null>(null);
/** The act that a touched chip is about. */
export const hinted = signal("");
/** Whether better advice may still come. */
const busy = signal(false);
let thinking: AbortController | null = null;

/** Ask what may be done best. */
export async function hint(): Promise<void> {
  forget();
  note.value = null;
  busy.value = true;
  const asking = (thinking = new AbortController());
  const { match } = scene.value ?? {};
  try {
    for await (const told of stream<Advice | Problem>(`/api/matches/${match}/advice`, wish(), asking.signal)) {
      if (isProblem(told)) advise(told);
      else advice.value = told;
    }
  } catch (error) {
    if (!asking.signal.aborted) advise(problemOf(error));
  } finally {
    if (thinking === asking) busy.value = false;
  }
}

/** What the game has to say about the position, in sentences. */
async function tellFacts(): Promise<void> {
  try {
    const { lines } = await request<HintLines>(`/api/matches/${scene.value?.match}/hint`, wish());
    advise({ message: lines.join(" ") });
  } catch (error) {
    advise(problemOf(error));
  }
}

function wish(): Hint {
  return { words: scene.value?.words ? hintWords.value : "" };
}

function forget(): void {
  thinking?.abort();
  thinking = null;
  advice.value = null;
  hinted.value = "";
}

let position = "";
effect(() => {
  const { match, seq } = scene.value ?? {};
  if (position !== `${match} ${seq}`) forget();
  position = `${match} ${seq}`;
});

/** The act of a scene that an action is written for: its own, or the one it answers. */
function actOf(now: Scene, action: string): string {
  if (now.acts[action]) return action;
  const asking = Object.keys(now.acts).filter((id) => now.acts[id]?.ask && action.startsWith(`${id} `));
  return asking.sort((a, b) => b.length - a.length)[0] ?? "";
}

/** Light what an action is about: its piece is picked, its place or button is marked. */
function light(action: string): void {
  const now = scene.value;
  const id = now ? actOf(now, action) : "";
  const on = now?.acts[id]?.on;
  if (on) choose(on);
  else drop();
  hinted.value = id;
}

export function HintChips(): JSX.Element | null {
  const now = scene.value;
  if (!advice.value || !now) return null;
  const { suggestions, unit } = advice.value;
  return (
    <div class="chips" role="group" aria-label="Hints" aria-busy={busy.value}>
      {suggestions.map(({ action, claim, result }) => {
        const id = actOf(now, action);
        const label = now.acts[id]?.label ?? action;
        const expected = result == null ? "" : `, expected ${unit === "points" ? result.toFixed(1) : `${Math.round(100 * result)} %`}`;
        return (
          <button
            key={action}
            type="button"
            class="chip"
            data-hint={action}
            aria-pressed={!!id && hinted.value === id}
            aria-label={`${label}: ${claim}${expected}`}
            title={`${label}${expected}`}
            onClick={() => light(action)}
          >
            <Bulb />
            {claim}
          </button>
        );
      })}
      <button type="button" class="quiet" data-act="facts" onClick={() => void tellFacts()}>
        More
      </button>
    </div>
  );
}

function Bulb(): JSX.Element {
  return (
    <svg class="bulb" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5.5 11.5c0-1.6-2-2.4-2-5a4.5 4.5 0 0 1 9 0c0 2.6-2 3.4-2 5zM6 13.5h4M6.8 15.2h2.4" />
    </svg>
  );
}
