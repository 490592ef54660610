// The tables that stand in the lobby: to sit down at, or to watch.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { request } from "../line/api";
import type { OpenTable, OpenTables as Answer } from "../types";

/** Milliseconds between two looks into the room. */
const EVERY = 4000;

export function OpenTables(): JSX.Element | null {
  const [tables, setTables] = useState<readonly OpenTable[]>([]);
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === "hidden") return;
      request<Answer>("/api/tables").then((answer) => setTables(answer.tables), () => undefined);
    };
    ask();
    const timer = setInterval(ask, EVERY);
    return () => clearInterval(timer);
  }, []);
  if (!tables.length) return null;
  return (
    <section class="tables open-tables" aria-label="Open tables">
      <h2>Open tables</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.match}>
            <span>
              <b>{table.title}</b>
              <small>{said(table)}</small>
            </span>
            <a class="act" href={`/m/${table.match}`} aria-label={`${table.free ? "Join" : "Watch"}: ${table.title}, ${said(table)}`}>
              {table.free ? "Join" : "Watch"}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function said({ names, free }: OpenTable): string {
  return [names.join(", "), free ? (free === 1 ? "1 place left" : `${free} places left`) : ""].filter(Boolean).join(", ");
}
