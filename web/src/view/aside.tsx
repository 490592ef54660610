// Beside the table: tables of figures, the story so far, and every act as a plain button.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { choices, scene, story } from "../state/now";
import type { Scene, Table } from "../types";
import { ActButton } from "./act";
import { Cited } from "./cite";
import { Fair } from "./fair";
import { ForcedTurns } from "./notes";
import { PaceChoice } from "./pace";
import { Bars } from "./scale";

/** Whether it is called for, where the table needs the whole width. */
const called = signal(false);

/** Calls what stands beside other tables over one that needs the whole width. */
export function AsideButton(): JSX.Element {
  return (
    <button
      type="button"
      class="quiet aside-button"
      data-act="aside"
      aria-expanded={called.value}
      onClick={() => (called.value = !called.value)}
    >
      Story
    </button>
  );
}

export function Aside({ now }: { now: Scene }): JSX.Element {
  const acts = [...choices.value.values()].flat();
  return (
    <aside class={called.value ? "aside called" : "aside"} aria-label="Tables, story and all actions">
      <Story />
      <PaceChoice now={now} />
      {now.viewer != null && <ForcedTurns />}
      {(now.tables ?? []).map((table) => (
        <Figures key={table.title} table={table} />
      ))}
      {now.fairness && (
        <details class="fold">
          <summary>Fairness</summary>
          <Fair now={now} />
        </details>
      )}
      <details class="fold">
        <summary>All actions ({acts.length})</summary>
        <div class="actions column">
          {acts.length ? acts.map((choice) => <ActButton key={choice.id} choice={choice} />) : <p>Nothing to do now.</p>}
        </div>
      </details>
    </aside>
  );
}

export function Figures({ table }: { table: Table }): JSX.Element {
  return (
    <details class="fold" open={wide.matches}>
      <summary>{table.title}</summary>
      {table.bars && <Bars table={table} />}
      <div class={table.bars ? "scroll unseen" : "scroll"} tabIndex={table.bars ? -1 : 0} role="group" aria-label={table.title}>
        <table>
          <thead>
            <tr>
              {table.head.map((text, index) => (
                <th key={index} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index} class={table.key && row[0] === table.key ? "now" : ""}>
                {row.map((text, column) =>
                  column === 0 ? (
                    <th key={column} scope="row">
                      <Cited text={text} />
                    </th>
                  ) : (
                    <td key={column}>
                      <Cited text={text} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const wide = matchMedia("(min-width: 64rem)");

export function Story(): JSX.Element {
  const end = useRef<HTMLOListElement>(null);
  const lines = story.value;
  const old = lines.length - (scene.value?.say?.length ?? 0);
  useLayoutEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [lines]);
  return (
    <details class="fold" open={wide.matches}>
      <summary>Story</summary>
      <ol class="story" ref={end} tabIndex={0} aria-label="What happened so far">
        {lines.map((text, index) => (
          <li key={index} class={index >= old ? "since" : ""}>
            <Cited text={text} />
          </li>
        ))}
      </ol>
    </details>
  );
}
