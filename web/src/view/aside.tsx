// The column beside the table: tables of figures, the story so far, and every act as a plain button.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { choosePace } from "../state/play";
import type { AtTable } from "../state/table";
import { PACES, type Pace } from "../state/table";

import type { Scene, Table } from "../types";
import { ActButtons } from "./act";
import { Cited } from "./cite";
import { Fair } from "./fair";
import { Picker } from "./form";
import { ForcedTurns } from "./notes";
import { Bars } from "./scale";

/** The button that opens this column over a table that needs the whole width. */
export function AsideButton({ table }: AtTable): JSX.Element {
  return (
    <button
      type="button"
      class="quiet aside-button"
      data-act="aside"
      aria-expanded={table.showAside.value}
      onClick={() => (table.showAside.value = !table.showAside.value)}
    >
      Story
    </button>
  );
}

export function Aside({ table, now }: { now: Scene } & AtTable): JSX.Element {
  const acts = [...table.choices.value.values()].flat();
  return (
    <aside class={table.showAside.value ? "aside called" : "aside"} aria-label="Tables, story and all actions">
      <Story table={table} />
      <PaceChoice table={table} now={now} />
      {now.viewer != null && <ForcedTurns table={table} />}
      {(now.tables ?? []).map((figures) => (
        <Figures table={table} key={figures.title} figures={figures} />
      ))}
      {now.fairness && (
        <details class="fold">
          <summary>Fairness</summary>
          <Fair table={table} now={now} />
        </details>
      )}
      <details class="fold">
        <summary>All actions ({acts.length})</summary>
        <div class="actions column">{acts.length ? <ActButtons table={table} choices={acts} /> : <p>Nothing to do now.</p>}</div>
      </details>
    </aside>
  );
}

export function Figures({ table, figures }: { figures: Table } & AtTable): JSX.Element {
  const names = new Set(table.scene.value?.seats.map(({ name }) => name));
  return (
    <details class="fold" open={wide.matches}>
      <summary>{figures.title}</summary>
      {figures.bars && <Bars figures={figures} />}
      <div class={figures.bars ? "scroll unseen" : "scroll"} tabIndex={figures.bars ? -1 : 0} role="group" aria-label={figures.title}>
        <table>
          <thead>
            <tr>
              {figures.head.map((text, index) => (
                <th key={index} scope="col" {...(names.has(text) && { class: "cut", title: text, translate: false })}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.rows.map((row, index) => (
              <tr key={index} class={figures.key && row[0] === figures.key ? "now" : ""}>
                {row.map((text, column) =>
                  column === 0 ? (
                    <th key={column} scope="row" {...(names.has(text) && { class: "cut", title: text, translate: false })}>
                      <Cited table={table} text={text} />
                    </th>
                  ) : (
                    <td key={column}>
                      <Cited table={table} text={text} />
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

export function Story({ table }: AtTable): JSX.Element {
  const end = useRef<HTMLOListElement>(null);
  const lines = table.story.value;
  const old = lines.length - (table.scene.value?.say?.length ?? 0);
  useLayoutEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [lines]);
  return (
    <details class="fold" open={wide.matches}>
      <summary>Story</summary>
      <ol class="story" ref={end} tabIndex={0} aria-label="What happened so far">
        {lines.map((text, index) => (
          <li key={index} class={index >= old ? "since" : ""}>
            <Cited table={table} text={text} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The choice of the bots' pace. The room follows it at tables that were opened on this device. */
function PaceChoice({ table, now }: { now: Scene } & AtTable): JSX.Element | null {
  if (!now.seats.some(({ kind }) => kind === "bot")) return null;
  return (
    <Picker
      label="Bots play"
      look="pace"
      value={table.pace.value ?? "normal"}
      set={(pace) => choosePace(table, pace as Pace)}
      choices={PACES.map((pace) => [pace, pace === "off" ? "at once" : pace])}
    />
  );
}
