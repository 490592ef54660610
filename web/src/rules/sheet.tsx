// The rules beside a table: what matters now in four lines, each with pieces that show it; then a search, all rules, and what
// holds at this table.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Sheet } from "../page/sheet";
import { hue } from "../pieces/hue";
import { Pictured } from "../pieces/pictured";
import { scene } from "../table/now";
import type { Problem, Rules, Scene } from "../types";
import { Cited, RuleLink, capital, rulesAt } from "./cite";
import { RulesText, useRules } from "./rules";

/** Lines that stand there at once. */
const AT_ONCE = 4;

export function RulesSheet(): JSX.Element | null {
  const now = scene.value;
  const at = rulesAt.value;
  return now && at !== null ? <Shown now={now} at={at} /> : null;
}

function Shown({ now, at }: { now: Scene; at: string }): JSX.Element {
  const rules = useRules(now.game, now.match);
  const help = Object.entries(now.help ?? {});
  const [find, setFind] = useState("");
  const [all, setAll] = useState(!help.length);
  const [options, setOptions] = useState(false);
  useEffect(() => void (at && (setFind(""), setAll(true), setOptions(false))), [at]);
  const whole = all || find.trim() !== "";
  const back = (): void => (setFind(""), setAll(false), setOptions(false), void (rulesAt.value = ""));
  return (
    <Sheet title={options ? "This table’s options" : whole ? `All rules of ${now.title}` : "What matters now"} close={() => (rulesAt.value = null)}>
      <div class={`rules-sheet${whole || options ? " whole" : ""}`} data-game={now.game} style={hue(now.game)}>
        {options ? <TableOptions rules={rules} /> : whole ? null : <Matters status={now.status} help={help} rules={rules} />}
        <div class="rules-more">
          <input type="search" value={find} onInput={(event) => (setOptions(false), setFind(event.currentTarget.value))} placeholder="Search the rules" aria-label="Search the rules" autocomplete="off" enterkeyhint="search" />
          {(whole || options) && help.length > 0 && (
            <button type="button" class="act" onClick={back}>
              What matters now
            </button>
          )}
          {!whole && (
            <button type="button" class="act" data-act="all-rules" onClick={() => (setOptions(false), setAll(true))}>
              All rules
            </button>
          )}
          {!options && (
            <button type="button" class="act" data-act="options" onClick={() => (setFind(""), setAll(false), setOptions(true))}>
              This table&rsquo;s options
            </button>
          )}
        </div>
        {whole && !options && <RulesText rules={rules} at={at} find={find} />}
      </div>
    </Sheet>
  );
}

/** The rules of the moment, those with a picture first. */
function Matters({ status, help, rules }: { status: string; help: readonly (readonly [string, string])[]; rules: Rules | Problem | null }): JSX.Element {
  const pictures = (rules && "html" in rules && rules.pictures) || {};
  const sorted = [...help].sort(([one], [other]) => Number(!pictures[one]) - Number(!pictures[other]));
  const line = ([id, words]: readonly [string, string]): JSX.Element => (
    <li key={id}>
      <Pictured picture={pictures[id] ?? []} />
      <span>
        <Cited text={`${capital(words)}.`} />
      </span>
      <RuleLink id={id} />
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

function TableOptions({ rules }: { rules: Rules | Problem | null }): JSX.Element {
  const options = (rules && "html" in rules && rules.options) || [];
  const told = options.filter(({ changed }) => changed);
  return (
    <>
      <p>{told.length ? "What is not as recommended stands first." : "All is as recommended."}</p>
      <dl class="holds">
        {options.map(({ title, said, rule, changed }) => (
          <div key={title} class={changed ? "changed" : ""}>
            <dt>
              {title} {rule && <RuleLink id={rule} />}
            </dt>
            <dd>{said || "none"}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
