// The analysis of a finished match as it comes from the room, one judged decision after the other.

import { useEffect, useState } from "preact/hooks";
import { isProblem, problemOf, stream } from "../state/api";
import type { AnalysisHead, Problem, Turned, Verdict } from "../types";

/** The analysis as far as it has come. */
export interface Found {
  head: AnalysisHead | null;
  verdicts: readonly Verdict[];
  /** The decision that turned the match; null until all decisions are judged. */
  turned: Turned | null;
  problem: Problem | null;
}

const NOTHING: Found = { head: null, verdicts: [], turned: null, problem: null };

/** Return the analysis of a match as it comes, once it is wanted. Leaving the page ends it. */
export function useAnalysis(match: string, wanted: boolean): Found {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    setFound(NOTHING);
    if (!wanted) return;
    const asking = new AbortController();
    void listen(match, asking.signal, setFound);
    return () => asking.abort();
  }, [match, wanted]);
  return found;
}

async function listen(match: string, signal: AbortSignal, tell: (found: Found) => void): Promise<void> {
  let found = NOTHING;
  try {
    for await (const line of stream<AnalysisHead | Verdict | Turned | Problem>(`/api/matches/${match}/analysis`, undefined, signal)) {
      if (isProblem(line)) found = { ...found, problem: line };
      else if ("ends" in line) found = { ...found, head: line };
      else if ("turned" in line) found = { ...found, turned: line };
      else found = { ...found, verdicts: [...found.verdicts, line] };
      tell(found);
    }
  } catch (error) {
    if (!signal.aborted) tell({ ...found, problem: problemOf(error) });
  }
}

/** Write an expected result or a difference: "2.5", "−0.4", "16 %"; zero never has a sign. */
export function amountText(value: number, { unit }: AnalysisHead): string {
  const shown = unit === "points" ? Math.abs(value).toFixed(1) : `${Math.round(100 * Math.abs(value))} %`;
  return value < 0 && /[1-9]/.test(shown) ? `−${shown}` : shown;
}

/** Write what a decision cost: "2.5 points", "16 points of chance". */
export function costText(loss: number, { unit }: AnalysisHead): string {
  const amount = unit === "points" ? Number(loss.toFixed(1)) : Math.round(100 * loss);
  return `${amount} ${amount === 1 ? "point" : "points"}${unit === "points" ? "" : " of chance"}`;
}
