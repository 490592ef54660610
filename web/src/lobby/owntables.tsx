// The tables at which this person has a seat: a way back to each, those that wait for them first.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { request } from "../line/api";
import type { OwnTable, OwnTables as Answer } from "../types";

export function OwnTables(): JSX.Element | null {
  const [tables, setTables] = useState<readonly OwnTable[]>([]);
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === "visible") request<Answer>("/api/me/tables").then((answer) => setTables(answer.tables), () => undefined);
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, []);
  if (!tables.length) return null;
  return (
    <section class="tables" aria-label="Your tables">
      <h2>Your tables</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.match} data-game={table.game}>
            <span>
              <b>{table.title}</b>
              <small>{said(table)}</small>
            </span>
            <a class={table.waits ? "act main" : "act"} href={`/m/${table.match}`} aria-label={`${table.waits ? "Play" : "Open"}: ${table.title}, ${said(table)}`}>
              {table.waits ? "Play" : "Open"}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function said({ names = [], free = 0, waits }: OwnTable): string {
  if (free) return free === 1 ? "one place is open" : `${free} places are open`;
  const others = names.length ? `with ${names.join(", ")}` : "alone";
  return waits ? `your turn, ${others}` : others;
}
