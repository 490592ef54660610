// What the organisers of a series can do: open events, correct results, write people in. Everybody can read their decisions.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

import { decide, type InSeries, namesIn, type SeriesState, seriesPath } from "../state/series";
import type { Codes, Rule, SeriesEvent, SeriesTable, SeriesYou, TableLine } from "../types";
import { CopyField, Field, Picker, SearchPicker, SureButton, submitted } from "../view/form";
import { useAnswer, useAsking } from "../view/request";
import { QrCode, Share } from "../view/share";

const MOST_POINTS = 999;
const LONGEST_WHY = 120;

/** Lines of the table in a series' view; from so many on there may be more. */
const SHOWN = 100;

export function Organising({ series, table: shown, you }: { table: SeriesTable; you: SeriesYou } & InSeries): JSX.Element {
  const whole = useAnswer<SeriesTable>(shown.lines.length < SHOWN ? "" : `${seriesPath(shown.code)}/table`, shown).found;
  const table = whole ?? shown;
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
      <Fold series={series} title="Organisers">
        <Organisers series={series} code={table.code} you={you} />
      </Fold>
    </section>
  );
}

/** Who organises, the link for helpers, and for whoever leads the series the link that hands it over. */
function Organisers({
  series,
  code,
  you: { word = "", handover = "", organisers = [] },
}: { code: string; you: SeriesYou } & InSeries): JSX.Element {
  const [lead = "", ...helpers] = organisers;
  const page = `${location.origin}/s/${code}`;
  return (
    <>
      <p>
        {lead} leads this series. {helpers.length > 0 && `With ${helpers.length === 1 ? "a helper" : "helpers"}: ${helpers.join(", ")}.`}
      </p>
      <Share text="whoever opens this link organises with you." link={`${page}?organise=${word}`} />
      {handover && (
        <section class="guests" aria-label="Hand the series over">
          <p>
            <b>Hand over:</b> whoever opens this link first leads the series from then on. You stay as a helper.
          </p>
          <CopyField label="The link that hands the series over" value={`${page}?takeover=${handover}`} />
        </section>
      )}
      {handover && helpers.length > 0 && (
        <div class="actions">
          <SureButton
            label="Let nobody else organise"
            yes="Yes, and change the links"
            act="relieve"
            onSure={() => void decide(series, "relieve")}
          />
        </div>
      )}
    </>
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

/** Return the handler of a form that sends the decision of the pressed button; the form is emptied once that is written down. */
function decided(series: SeriesState, empty?: () => void): (event: Event) => void {
  return submitted(({ decision, member, into, score, ...texts }, form) => {
    const rule = {
      ...texts,
      ...(into && { into: Number(into) }),
      ...(member && { member: Number(member) }),
      ...(score !== undefined && { score: score ? Number(score) : null }),
    };
    void decide(series, decision as Rule["decision"], rule).then((done) => {
      if (!done) return;
      form.reset();
      empty?.();
    });
  });
}

interface DecisionProps {
  decision: Rule["decision"];
  text: string;
  disabled?: boolean;
  /** Whether the form may be sent with required fields left empty. */
  formNoValidate?: boolean;
}

function DecisionButton({ decision, text, disabled = false, formNoValidate = false }: DecisionProps): JSX.Element {
  return (
    <button type="submit" class="act" name="decision" value={decision} disabled={disabled} formNoValidate={formNoValidate}>
      {text}
    </button>
  );
}

function WriteIn({ series }: InSeries): JSX.Element {
  const { busy, run } = useAsking();
  const enterAll = submitted(({ list = "" }, form) =>
    run(async () => {
      for (const name of namesIn(list)) if (!(await decide(series, "enter", { name }))) return;
      form.reset();
    }),
  );
  return (
    <>
      <form class="answer" onSubmit={decided(series)}>
        <input name="name" required data-most={24} aria-label="Name to write in" autocomplete="off" />
        <DecisionButton decision="enter" text="Write in" />
      </form>
      <form class="name-list" onSubmit={enterAll}>
        <label>
          <span>Or a list: a name on each line, or a CSV file&rsquo;s text with the name first</span>
          <textarea name="list" rows={4} required autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit" class="act" aria-busy={busy}>
          Write all of them in
        </button>
      </form>
    </>
  );
}

/** Personal codes that nobody has used yet. */
function Unclaimed({ table }: { table: SeriesTable }): JSX.Element | null {
  const codes = useAnswer<Codes>(`${seriesPath(table.code)}/codes`, table).found?.codes ?? [];
  if (!codes.length) return null;
  return (
    <>
      <p class="small">Personal codes to hand out; nobody has used them yet:</p>
      <ul class="played codes">
        {codes.map(({ number, name, code }) => (
          <li key={number} translate={false}>
            {name} <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" class="act" onClick={() => print()}>
        Print a slip for each
      </button>
      <Slips table={table} codes={codes} />
    </>
  );
}

/** On paper only: slips to cut, each with a name, a personal code, and the square that leads to the series. */
function Slips({ table, codes }: { table: SeriesTable; codes: Codes["codes"] }): JSX.Element {
  const link = `${location.origin}/s/${table.code}`;
  return (
    <ol class="slips" aria-label="Slips to cut">
      {codes.map(({ number, name, code }) => (
        <li key={number}>
          <QrCode text={`${link}?me=${code}`} />
          <p>
            <b translate={false}>{name}</b>
            <br />
            {table.title || "Muckell"}
            <br />
            <code translate={false}>{code}</code>
            <br />
            {link.replace(/^https?:\/\//, "")}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Correct({ series, table }: { table: SeriesTable } & InSeries): JSX.Element {
  return (
    <form class="decision" onSubmit={decided(series)}>
      <Members table={table} />
      <Picker label="Event" name="event" required choices={[["", "which"], ...eventNames(table.events)]} />
      <Field
        label="Score"
        name="score"
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST_POINTS}
        placeholder="empty: it does not count"
      />
      <Why required />
      <DecisionButton decision="correct" text="Correct" />
    </form>
  );
}

/** Rename a member, make two members one, withdraw one or take them back, or give them another code. */
function About({ series, table }: { table: SeriesTable } & InSeries): JSX.Element {
  const [member, setMember] = useState(0);
  const line = table.lines.find(({ number }) => number === member);
  return (
    <form class="decision" onSubmit={decided(series, () => setMember(0))}>
      <Members table={table} set={setMember} />
      {line && <Changes key={member} table={table} line={line} />}
    </form>
  );
}

/** What can be done about the chosen member. */
function Changes({ table, line }: { table: SeriesTable; line: TableLine }): JSX.Element {
  const [name, setName] = useState("");
  const [into, setInto] = useState(0);
  return (
    <>
      <div class="change">
        <Field label="New name" name="name" data-most={24} onInput={(event) => setName(event.currentTarget.value)} />
        <DecisionButton decision="rename" text="Rename" formNoValidate disabled={!name.trim()} />
      </div>
      <div class="change">
        <Members table={table} label="Misspelt? This is the same person as" name="into" but={line.number} set={setInto} />
        <DecisionButton decision="merge" text="Make them one" formNoValidate disabled={!into} />
        <p class="small">Both rows become one, with the results of both. This can&rsquo;t be undone.</p>
      </div>
      <div class="change">
        <Why required={Boolean(line.place)} label={line.place ? "Plays no more? Say why" : "Plays again? Say why, if you like"} />
        <DecisionButton decision={line.place ? "withdraw" : "return"} text={line.place ? "Withdraw" : "Take back"} />
      </div>
      <div class="change">
        <p>Lost the phone and the code?</p>
        <DecisionButton decision="renew" text="Another personal code" formNoValidate />
      </div>
    </>
  );
}

interface MembersProps {
  table: SeriesTable;
  label?: string;
  name?: string;
  /** The number of a member who is not in the list. */
  but?: number;
  set?: (member: number) => void;
}

function Members({ table, label = "Member", name = "member", but = 0, set }: MembersProps): JSX.Element {
  const lines = table.lines.filter(({ number }) => number !== but).sort((one, other) => one.name.localeCompare(other.name));
  const names = lines.map(({ number, name }) => [number, name] as const);
  const required = name === "member";
  return <SearchPicker label={label} name={name} required={required} none="who" set={(value) => set?.(Number(value))} choices={names} />;
}

function eventNames(events: readonly SeriesEvent[]): (readonly [string, string])[] {
  return events.map(({ code, title }) => [code, title || code]);
}

function Why({ required, label = "Why" }: { required: boolean; label?: string }): JSX.Element {
  return <Field label={label} name="why" required={required} data-most={LONGEST_WHY} placeholder="all can read it" />;
}

/** Leave an event out, with the reason, or take it in again. */
function Counting({ series, events }: { events: readonly SeriesEvent[] } & InSeries): JSX.Element {
  const [code, setCode] = useState("");
  const counts = events.find((event) => event.code === code)?.counts ?? true;
  return (
    <form class="decision" onSubmit={decided(series, () => setCode(""))}>
      <Picker label="Event" name="event" required set={setCode} choices={[["", "which"], ...eventNames(events)]} />
      <Why required={counts} />
      <DecisionButton decision={counts ? "leave_out" : "take_in"} text={counts ? "Leave it out" : "Let it count again"} />
    </form>
  );
}
