// A game's rules as a page of their own; beside the table what stands in sheet.tsx.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { problemOf, request } from "../line/api";
import type { Problem, Rules } from "../types";
import { Refusal } from "./cite";

/** The rules come from our own server, made from the game's RULES.md with raw HTML switched off. */
const trusted = window.trustedTypes?.createPolicy("muckle-rules", { createHTML: (html) => html });

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
    };
  }
}

/** The rules of a game, and what holds at a table of it; null until they have come. */
export function useRules(game: string, match = ""): Rules | Problem | null {
  const [found, setFound] = useState<Rules | Problem | null>(null);
  useEffect(() => {
    const table = match && `?match=${encodeURIComponent(match)}`;
    request<Rules>(`/api/rules/${encodeURIComponent(game)}${table}`).then(setFound, (error: unknown) => setFound(problemOf(error)));
  }, [game, match]);
  return found;
}

interface Props {
  rules: Rules | Problem | null;
  /** The anchor of the rule to show. */
  at: string;
  /** Show only what says this. */
  find?: string;
}

export function RulesText({ rules, at, find = "" }: Props): JSX.Element {
  const text = useRef<HTMLElement>(null);
  const [none, setNone] = useState(false);
  useLayoutEffect(() => setNone(!sift(text.current, find.trim().toLowerCase())), [rules, find]);
  useEffect(() => {
    for (const marked of document.querySelectorAll(".rule-here")) marked.classList.remove("rule-here");
    const rule = at ? text.current?.querySelector(`[id="${CSS.escape(at)}"]`) : null;
    rule?.classList.add("rule-here");
    rule?.scrollIntoView({ block: "center" });
  }, [rules, at]);
  if (!rules) return <p class="waiting">Fetching the rules …</p>;
  if (!("html" in rules)) return <Refusal problem={rules} />;
  const html = (trusted?.createHTML(rules.html) ?? rules.html) as string;
  return (
    <>
      {none && <p role="status">No rule says “{find.trim()}”.</p>}
      <article ref={text} class="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

/** Hide what does not say something; whether anything does. */
function sift(text: HTMLElement | null, find: string): boolean {
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
      <RulesText rules={useRules(game)} at={decodeURIComponent(location.hash.slice(1))} />
    </main>
  );
}
