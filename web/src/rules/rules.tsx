// A game's rules: a page of their own, and a sheet beside the table that opens at the rule in question.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { problemOf, request } from "../line/api";
import { Sheet } from "../page/sheet";
import { scene } from "../table/now";
import type { Problem, Rules } from "../types";
import { Cited, Refusal, RuleLink, rulesAt } from "./cite";

/** The rules come from our own server, made from the game's RULES.md with raw HTML switched off. */
const trusted = window.trustedTypes?.createPolicy("muckle-rules", { createHTML: (html) => html });

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
    };
  }
}

export function RulesText({ game, at }: { game: string; at: string }): JSX.Element {
  const [rules, setRules] = useState<Rules | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    request<Rules>(`/api/rules/${encodeURIComponent(game)}`).then(setRules, (error: unknown) => setProblem(problemOf(error)));
  }, [game]);
  useEffect(() => {
    for (const marked of document.querySelectorAll(".rule-here")) marked.classList.remove("rule-here");
    const rule = at ? text.current?.querySelector(`[id="${CSS.escape(at)}"]`) : null;
    rule?.classList.add("rule-here");
    rule?.scrollIntoView({ block: "center" });
  }, [rules, at]);
  if (problem) return <Refusal problem={problem} />;
  if (!rules) return <p class="waiting">Fetching the rules …</p>;
  const html = (trusted?.createHTML(rules.html) ?? rules.html) as string;
  return <article ref={text} class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

export function RulesPage({ game }: { game: string }): JSX.Element {
  return (
    <main class="page" id="main">
      <RulesText game={game} at={decodeURIComponent(location.hash.slice(1))} />
    </main>
  );
}

/** What matters now, then all the rules. */
export function RulesSheet(): JSX.Element | null {
  const now = scene.value;
  const at = rulesAt.value;
  if (!now || at === null) return null;
  const help = Object.entries(now.help ?? {});
  return (
    <Sheet title="Rules" close={() => (rulesAt.value = null)}>
      {help.length > 0 && (
        <section class="now">
          <h3>What matters now</h3>
          <ul>
            {help.map(([id, words]) => (
              <li key={id}>
                <RuleLink id={id} /> <Cited text={words} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <RulesText game={now.game} at={at} />
    </Sheet>
  );
}
