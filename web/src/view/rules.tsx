// A game's rules, as a page and as a sheet beside the table.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AtTable } from "../state/table";
import type { OptionAt, Rules, Scene } from "../types";
import { Cited, capital, Refusal, RuleLink } from "./cite";
import { hue } from "./hue";
import { Pictured } from "./piece";
import { type Answer, useAnswer } from "./request";
import { Sheet } from "./sheet";

/** The rules come from our own server, made from the game's RULES.md with raw HTML switched off. */
const trusted = window.trustedTypes?.createPolicy("muckle-rules", { createHTML: (html) => html });

/** Fetch a game's rules, and the options of a match of it. */
function useRules(game: string, match = ""): Answer<Rules> {
  return useAnswer<Rules>(`/api/rules/${encodeURIComponent(game)}${match && `?match=${encodeURIComponent(match)}`}`);
}

interface Props {
  rules: Answer<Rules>;
  /** The anchor of the rule to show. */
  at: string;
  /** Show only paragraphs with this text. */
  find?: string;
}

function RulesText({ rules: { found, problem }, at, find = "" }: Props): JSX.Element {
  const text = useRef<HTMLElement>(null);
  const [none, setNone] = useState(false);
  useLayoutEffect(() => setNone(!filterText(text.current, find.trim().toLowerCase())), [found, find]);
  useEffect(() => {
    for (const marked of document.querySelectorAll(".rule-here")) marked.classList.remove("rule-here");
    const rule = at ? text.current?.querySelector(`[id="${CSS.escape(at)}"]`) : null;
    rule?.classList.add("rule-here");
    rule?.scrollIntoView({ block: "center" });
  }, [found, at]);
  if (problem) return <Refusal problem={problem} />;
  if (!found) return <p class="waiting">Fetching the rules …</p>;
  const html = (trusted?.createHTML(found.html) ?? found.html) as string;
  return (
    <>
      {none && <p role="status">No rule says “{find.trim()}”.</p>}
      <article ref={text} class="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

/** Hide paragraphs without a text. Return whether any is left. */
function filterText(text: HTMLElement | null, find: string): boolean {
  let any = !text;
  for (const each of text?.querySelectorAll<HTMLElement>(":is(h1, h2, h3, p, li, tr):not(li p)") ?? []) {
    const says = !find || (!/^H/.test(each.tagName) && each.textContent.toLowerCase().includes(find));
    each.hidden = !says;
    any ||= says;
  }
  return any;
}

export function RulesPage({ game }: { game: string }): JSX.Element {
  return (
    <main class="page" id="main">
      <p class="small">
        <a href={`/about/${game}`}>About this game</a>: examples, tips, variants and who made it
      </p>
      <RulesText rules={useRules(game)} at={decodeURIComponent(location.hash.slice(1))} />
    </main>
  );
}

/** Rules of the moment that are shown before the fold. */
const AT_ONCE = 4;

/** The rules beside a table: the rules of the moment, a search, all rules, and the table's options. */
export function RulesSheet({ table }: AtTable): JSX.Element | null {
  const now = table.scene.value;
  const at = table.rulesAt.value;
  return now && at !== null ? <RulesDialog table={table} now={now} at={at} /> : null;
}

function RulesDialog({ table, now, at }: { now: Scene; at: string } & AtTable): JSX.Element {
  const rules = useRules(now.game, now.match);
  const help = Object.entries(now.help ?? {});
  const [find, setFind] = useState("");
  const [part, setPart] = useState<"now" | "all" | "options">(help.length ? "now" : "all");
  const options = part === "options";
  const whole = part === "all" || find.trim() !== "";
  const show = (next: typeof part): void => {
    setFind("");
    setPart(next);
  };
  useEffect(() => {
    if (at) show("all");
  }, [at]);
  const back = (): void => {
    show("now");
    table.rulesAt.value = "";
  };
  const search = (text: string): void => {
    if (options) setPart("now");
    setFind(text);
  };
  return (
    <Sheet
      title={options ? "This table’s options" : whole ? `All rules of ${now.title}` : "What matters now"}
      close={() => (table.rulesAt.value = null)}
    >
      <div class={`rules-sheet${whole || options ? " whole" : ""}`} data-game={now.game} style={hue(now.game)}>
        {options ? (
          <TableOptions table={table} options={rules.found?.options ?? []} />
        ) : whole ? null : (
          <CurrentRules table={table} status={now.status} help={help} pictures={rules.found?.pictures ?? {}} />
        )}
        <div class="rules-more">
          <input
            type="search"
            value={find}
            onInput={(event) => search(event.currentTarget.value)}
            placeholder="Search the rules"
            aria-label="Search the rules"
            autocomplete="off"
            enterkeyhint="search"
          />
          {(whole || options) && help.length > 0 && (
            <button type="button" class="act" onClick={back}>
              What matters now
            </button>
          )}
          {!whole && (
            <button type="button" class="act" data-act="all-rules" onClick={() => setPart("all")}>
              All rules
            </button>
          )}
          {!options && (
            <button type="button" class="act" data-act="options" onClick={() => show("options")}>
              This table&rsquo;s options
            </button>
          )}
        </div>
        {!whole && !options && (
          <p class="small">
            <a href={`/about/${now.game}`} target="_blank" rel="noopener">
              About the game
            </a>
            : examples, tips, and who made it
          </p>
        )}
        {whole && !options && <RulesText rules={rules} at={at} find={find} />}
      </div>
    </Sheet>
  );
}

/** The rules that matter in the present position, those with a picture first. */
function CurrentRules({
  table,
  status,
  help,
  pictures,
}: {
  status: string;
  help: readonly (readonly [string, string])[];
  pictures: NonNullable<Rules["pictures"]>;
} & AtTable): JSX.Element {
  const sorted = [...help].sort(([one], [other]) => Number(!pictures[one]) - Number(!pictures[other]));
  const line = ([id, words]: readonly [string, string]): JSX.Element => (
    <li key={id}>
      <Pictured picture={pictures[id] ?? []} />
      <span>
        <Cited table={table} text={`${capital(words)}.`} />
      </span>
      <RuleLink table={table} id={id} />
    </li>
  );
  return (
    <section class="now">
      <p>{status}</p>
      <ul>{sorted.slice(0, AT_ONCE).map(line)}</ul>
      {sorted.length > AT_ONCE && (
        <details class="fold">
          <summary>{sorted.length - AT_ONCE} more</summary>
          <ul>{sorted.slice(AT_ONCE).map(line)}</ul>
        </details>
      )}
    </section>
  );
}

function TableOptions({ table, options }: { options: readonly OptionAt[] } & AtTable): JSX.Element {
  return (
    <>
      <p>{options.some(({ changed }) => changed) ? "Changes from the recommended options come first." : "Everything is as recommended."}</p>
      <dl class="holds">
        {options.map(({ title, said, rule, changed }) => (
          <div key={title} class={changed ? "changed" : ""}>
            <dt>
              {title} {rule && <RuleLink table={table} id={rule} />}
            </dt>
            <dd>{said || "none"}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
