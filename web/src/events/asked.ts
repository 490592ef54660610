// What is asked of an event beside its view, and asked for anew when that changes.

import { useEffect, useState } from "preact/hooks";

import { problemOf, request } from "../line/api";
import type { Problem } from "../types";
import { pathOf } from "./event";

interface Asked<What> {
  found: What | null;
  problem: Problem | null;
}

/** The answer to `what` of an event ("standings", "players"), asked for again when `stamp` changes. */
export function useAsked<What>(code: string, what: string, stamp: string): Asked<What> {
  const [asked, setAsked] = useState<Asked<What>>({ found: null, problem: null });
  useEffect(() => {
    const asking = new AbortController();
    request<What>(`${pathOf(code)}/${what}`, undefined, asking.signal).then(
      (found) => setAsked({ found, problem: null }),
      (error: unknown) => asking.signal.aborted || setAsked({ found: null, problem: problemOf(error) }),
    );
    return () => asking.abort();
  }, [code, what, stamp]);
  return asked;
}
