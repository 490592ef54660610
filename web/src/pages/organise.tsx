// What the organisers of a series may do: open its events, correct results, write people in. All can read what they decide.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { request } from "../state/api";
import { decide, type InSeries, type SeriesState, seriesPath } from "../state/series";
import type { Codes, Rule, SeriesEvent, SeriesTable, SeriesYou, Unused } from "../types";
import { Share } from "../view/share";

const MOST_POINTS = 999;
const LONGEST_WHY = 120;

export function Organising({ series, table, you }: { table: SeriesTable; you: SeriesYou } & InSeries): JSX.Element {
  return (
    <section class="paper organising" aria-label="Organise">
      <h2>Organise</h2>
      <p class="actions">
        <a class="act main" href={`/host?series=${table.code}`} data-act="event">
          Open an event
        </a>
        <button type="button" class="act" onClick={() => void decide(series, table.entries ? "close" : "reopen")}>
          {table.entries ? "Close the entries" : "Open the entries"}
        </button>
      </p>
      <Fold series={series} title="Write somebody in">
        <WriteIn series={series} />
        <Unclaimed table={table} />
      </Fold>
      {table.lines.length > 0 && table.events.length > 0 && (
        <Fold series={series} title="Correct a result">
          <Correct series={series} table={table} />
        </Fold>
      )}
      {table.lines.length > 0 && (
        <Fold series={series} title="A member">
          <About series={series} table={table} />
        </Fold>
      )}
      {table.events.length > 0 && (
        <Fold series={series} title="Events that count">
          <Counting series={series} events={table.events} />
        </Fold>
      )}
      <Fold series={series} title="Another organiser">
        <Share
          text="whoever opens this link may organise with you."
          link={`${location.origin}/s/${table.code}?organise=${you.word ?? ""}`}
        />
      </Fold>
    </section>
  );
}

function Fold({ series, title, children }: { title: string; children: ComponentChildren } & InSeries): JSX.Element {
  return (
    <details class="fold" onToggle={() => (series.refused.value = null)}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** A form that sends a decision; it is emptied once that is written down. */
function useDecision(
  series: SeriesState,
  first: Partial<Rule>,
): {
  rule: Partial<Rule>;
  set: (more: Partial<Rule>) => void;
  send: (decision: Rule["decision"]) => (event: Event) => void;
} {
  const [rule, setRule] = useState<Partial<Rule>>(first);
  const send = (decision: Rule["decision"]) => (event: Event) => {
    event.preventDefault();
    void decide(series, decision, rule).then((done) => done && setRule(first));
  };
  return { rule, set: (more) => setRule({ ...rule, ...more }), send };
}

function WriteIn({ series }: InSeries): JSX.Element {
  const { rule, set, send } = useDecision(series, { name: "" });
  return (
    <form class="answer" onSubmit={send("enter")}>
      <input
        required
        maxLength={24}
        value={rule.name}
        aria-label="Name to write in"
        autocomplete="off"
        onInput={(event) => set({ name: event.currentTarget.value })}
      />
      <button type="submit" class="act">
        Write in
      </button>
    </form>
  );
}

/** Codes to hand out. */
function Unclaimed({ table }: { table: SeriesTable }): JSX.Element | null {
  const [codes, setCodes] = useState<readonly Unused[]>([]);
  useEffect(() => {
    request<Codes>(`${seriesPath(table.code)}/codes`).then(
      (answer) => setCodes(answer.codes),
      () => undefined,
    );
  }, [table]);
  if (!codes.length) return null;
  return (
    <>
      <p class="small">Personal codes that nobody has used yet, to be handed out:</p>
      <ul class="played codes">
        {codes.map(({ number, name, code }) => (
          <li key={number}>
            {name} <code>{code}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function Correct({ series, table }: { table: SeriesTable } & InSeries): JSX.Element {
  const { rule, set, send } = useDecision(series, { member: 0, event: "", score: null, why: "" });
  return (
    <form class="decision" onSubmit={send("correct")}>
      <Members table={table} value={rule.member ?? 0} set={(member) => set({ member })} />
      <label class="row-label">
        <span>Event</span>
        <select required value={rule.event} onChange={(event) => set({ event: event.currentTarget.value })}>
          <option value="">which</option>
          {table.events.map(({ code, title }) => (
            <option key={code} value={code}>
              {title || code}
            </option>
          ))}
        </select>
      </label>
      <label class="row-label">
        <span>Score</span>
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={MOST_POINTS}
          placeholder="empty: it does not count"
          value={rule.score ?? ""}
          onInput={(event) => set({ score: event.currentTarget.value ? event.currentTarget.valueAsNumber : null })}
        />
      </label>
      <Why value={rule.why ?? ""} set={(why) => set({ why })} required />
      <button type="submit" class="act">
        Correct
      </button>
    </form>
  );
}

/** Withdraw somebody, take them back, call them otherwise, give them another code. */
function About({ series, table }: { table: SeriesTable } & InSeries): JSX.Element {
  const { rule, set, send } = useDecision(series, { member: 0, name: "", why: "" });
  const line = table.lines.find(({ number }) => number === rule.member);
  return (
    <form class="decision" onSubmit={send(line && !line.place ? "return" : "withdraw")}>
      <Members table={table} value={rule.member ?? 0} set={(member) => set({ member })} />
      <Why value={rule.why ?? ""} set={(why) => set({ why })} required={Boolean(line?.place)} />
      <div class="actions">
        <button type="submit" class="act">
          {line && !line.place ? "Take back" : "Withdraw"}
        </button>
        <button type="button" class="act" disabled={!line} onClick={send("renew")}>
          Another personal code
        </button>
      </div>
      <div class="answer">
        <input
          maxLength={24}
          value={rule.name}
          aria-label="Another name"
          placeholder="Another name"
          autocomplete="off"
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
        <button type="button" class="act" disabled={!line || !rule.name} onClick={send("rename")}>
          Rename
        </button>
      </div>
    </form>
  );
}

function Members({ table, value, set }: { table: SeriesTable; value: number; set: (member: number) => void }): JSX.Element {
  return (
    <label class="row-label">
      <span>Member</span>
      <select required value={value || ""} onChange={(event) => set(Number(event.currentTarget.value))}>
        <option value="">who</option>
        {[...table.lines]
          .sort((one, other) => one.name.localeCompare(other.name))
          .map(({ number, name }) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
      </select>
    </label>
  );
}

function Why({ value, set, required }: { value: string; set: (why: string) => void; required: boolean }): JSX.Element {
  return (
    <label class="row-label">
      <span>Why</span>
      <input
        required={required}
        maxLength={LONGEST_WHY}
        value={value}
        placeholder="all can read it"
        autocomplete="off"
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}

/** An event that is left out, with the reason; or taken in again. */
function Counting({ series, events }: { events: readonly SeriesEvent[] } & InSeries): JSX.Element {
  const { rule, set, send } = useDecision(series, { event: "", why: "" });
  const event = events.find(({ code }) => code === rule.event);
  const counts = event?.counts ?? true;
  return (
    <form class="decision" onSubmit={send(counts ? "leave_out" : "take_in")}>
      <label class="row-label">
        <span>Event</span>
        <select required value={rule.event} onChange={(change) => set({ event: change.currentTarget.value })}>
          <option value="">which</option>
          {events.map(({ code, title }) => (
            <option key={code} value={code}>
              {title || code}
            </option>
          ))}
        </select>
      </label>
      <Why value={rule.why ?? ""} set={(why) => set({ why })} required={counts} />
      <button type="submit" class="act">
        {counts ? "Leave it out" : "Let it count again"}
      </button>
    </form>
  );
}
