// Hooks for requests to the game room.

import { useEffect, useState } from "preact/hooks";
import { problemOf, request } from "../state/api";
import { browser, type Timer } from "../state/device";
import type { Problem } from "../types";

export interface Answer<What> {
  /** The newest answer; it stays while another one is fetched. */
  found: What | null;
  problem: Problem | null;
}

/**
 * Fetch what a path answers, and again when the path or the stamp changes; "" fetches nothing.
 *
 * @param again milliseconds until the next fetch after an answer, or after a failure (null); 0: none. With it, nothing is fetched
 *   while nobody sees the page, and everything anew when somebody does.
 */
export function useAnswer<What>(path: string, stamp: unknown = "", again?: (found: What | null) => number): Answer<What> {
  const [answer, setAnswer] = useState<Answer<What>>({ found: null, problem: null });
  useEffect(() => {
    if (!path) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: Timer;
    const ask = async (): Promise<void> => {
      clearTimeout(timer);
      if (again && browser.isHidden()) return;
      const found = await request<What>(path, undefined, signal).catch((error: unknown) => {
        if (!signal.aborted) setAnswer((old) => ({ ...old, problem: problemOf(error) }));
        return null;
      });
      if (signal.aborted) return;
      if (found) setAnswer({ found, problem: null });
      const pause = again?.(found) ?? 0;
      if (pause) timer = setTimeout(ask, pause);
    };
    void ask();
    if (again) document.addEventListener("visibilitychange", ask, { signal });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [path, stamp]);
  return answer;
}

/** A request that a visitor makes: whether it is on its way, and why the last one was refused. */
interface Asking {
  busy: boolean;
  problem: Problem | null;
  /** Make a request, unless one is on its way. */
  run(task: () => Promise<unknown>): void;
}

export function useAsking(): Asking {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = (task: () => Promise<unknown>): void => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    task()
      .catch((error: unknown) => setProblem(problemOf(error)))
      .finally(() => setBusy(false));
  };
  return { busy, problem, run };
}
