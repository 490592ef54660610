// A finished match as a film: its scenes, and the stops of a replay. The end of a hand or round makes two stops: the scored board, and
// the new deal.

import { useEffect, useMemo, useState } from "preact/hooks";

import { isProblem, problemOf, stream } from "../state/api";
import { finalBoard } from "../state/ending";
import { applyPatch } from "../state/patch";
import type { PatchMessage, Problem, Reckoning, Replay, Scene, SceneMessage } from "../types";

/** The wanted view; the seat null is the visitor's own. */
export interface View {
  seat: number | null;
  hands: boolean;
}

/** A place in a film: the number of decisions made, and whether the next hand or round has been dealt after them. */
export interface FilmPlace {
  step: number;
  next: boolean;
}

/** The scene to show at a place. */
export interface Stop extends FilmPlace {
  now: Scene;
  /** The hand or round that has ended here. */
  ended?: Reckoning;
}

/** The parts of a replay that have come. */
interface Film {
  head: Replay | null;
  scenes: readonly Scene[];
  problem: Problem | null;
}

const NOTHING: Film = { head: null, scenes: [], problem: null };

/** Fetch the scenes of a match. The last view stays until the new one has come. */
export function useFilm(match: string, { seat, hands }: View): Film {
  const [film, setFilm] = useState(NOTHING);
  useEffect(() => {
    const asking = new AbortController();
    const path = `/api/matches/${encodeURIComponent(match)}/replay?hands=${Number(hands)}${seat == null ? "" : `&seat=${seat}`}`;
    readFilm(path, asking.signal).then(setFilm, (error: unknown) => {
      if (!asking.signal.aborted) setFilm((old) => ({ ...old, problem: problemOf(error) }));
    });
    return () => asking.abort();
  }, [match, seat, hands]);
  return film;
}

async function readFilm(path: string, signal: AbortSignal): Promise<Film> {
  let film = NOTHING;
  for await (const line of stream<Replay | SceneMessage | PatchMessage | Problem>(path, undefined, signal)) {
    if (isProblem(line)) return { ...film, problem: line };
    if ("steps" in line) film = { ...film, head: line };
    else {
      const last = film.scenes.at(-1);
      const next = line.type === "scene" ? line.scene : last && applyPatch(last, line);
      if (next) film = { ...film, scenes: [...film.scenes, next] };
    }
  }
  return film;
}

export function useStops(scenes: readonly Scene[]): readonly Stop[] {
  return useMemo(() => scenes.flatMap((now, step) => stopsAt(now, step, scenes[step - 1])), [scenes]);
}

/** Return the stops after a decision: two if it ended a hand or round and another one was dealt. */
function stopsAt(now: Scene, step: number, before: Scene | undefined): readonly Stop[] {
  const { reckoning } = now;
  if (!before || !reckoning || reckoning.number === before.reckoning?.number) return [{ step, next: false, now }];
  if (now.result) return [{ step, next: false, now, ended: reckoning }];
  return [
    { step, next: false, now: finalBoard(now, reckoning), ended: reckoning },
    { step, next: true, now: { ...now, say: [] } },
  ];
}

/** Return the index of the stop at a place, or of the last one before it. */
export function stopAt(stops: readonly Stop[], { step, next }: FilmPlace): number {
  const there = stops.findIndex((stop) => stop.step === step && stop.next === next);
  return there >= 0
    ? there
    : Math.max(
        0,
        stops.findLastIndex((stop) => stop.step <= step),
      );
}
