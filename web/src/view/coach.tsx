// The coach of a lesson: one sentence, how far the learner has come, and the way out. It points at what is lit, and covers neither
// that nor the hand.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isOver, type LessonState, stepOf } from "../state/lesson";
import { Cited, RuleLink } from "./cite";
import { quoted } from "./focus";

interface Props {
  live: LessonState;
  skipped: boolean;
  skip: () => void;
  /** What to do when the lesson is over. */
  children: ComponentChildren;
}

export function Coach({ live, skipped, skip, children }: Props): JSX.Element | null {
  const card = useRef<HTMLElement>(null);
  useEffect(() => (card.current ? keepClear(card.current, live) : undefined), [live]);
  const { lesson, table, at, ready } = live;
  const step = stepOf(live);
  if (!step) return null;
  const over = skipped || isOver(live);
  const says = skipped ? `Come back whenever you like: “Learn” stands beside ${lesson.title} in the lobby.` : step.coach;
  return (
    <section
      ref={card}
      class={`coach${over ? " over" : ""}${ready.value || skipped ? "" : " waits"}`}
      aria-label="Coach"
      hidden={!!table.reading.value && !skipped}
    >
      {over && !skipped && <p class="coach-kicker">Well done</p>}
      <p class="coach-says">
        <Cited table={table} text={says} />
      </p>
      {children || (
        <footer class="coach-foot">
          <Progress at={at.value} of={lesson.steps.length - 1} />
          {step.rule && <RuleLink table={table} id={step.rule} />}
          {!over && (
            <button type="button" class="as-link" data-act="skip" onClick={skip}>
              Skip the lesson
            </button>
          )}
        </footer>
      )}
    </section>
  );
}

/** A dot for each step that asks something, the present one long. */
function Progress({ at, of }: { at: number; of: number }): JSX.Element {
  return (
    <>
      <span class="coach-dots" aria-hidden="true">
        {Array.from({ length: of }, (_, step) => (
          <i key={step} class={step === at ? "now" : step < at ? "done" : ""} />
        ))}
      </span>
      <span class="coach-count">
        {Math.min(at + 1, of)} of {of}
      </span>
    </>
  );
}

/** What may be lit, the most telling first. */
const LIT = [
  ".board .claiming .next",
  ".board .target",
  ".side .target",
  "button.piece.able:not(.picked)",
  ".pack.able",
  ".tool",
  ".dock .act.main",
];
/** Pixels between the coach and what it points at, and at the edges of the window. */
const GAP = 16;
const EDGE = 10;
/** Width in pixels from which on the coach stands beside what is lit. */
const WIDE = 1024;

/** Keep a coach where it covers neither what is lit nor the dock, whatever changes. Return a function that stops it. */
function keepClear(coach: HTMLElement, live: LessonState): () => void {
  let frame = 0;
  let last: Element | null = null;
  const again = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const lit = litElement();
      if (lit && lit !== last) bringIntoSight(lit);
      last = lit;
      const box = lit?.getBoundingClientRect() ?? null;
      show(coach, box, spotFor(coach, box, aimOf(live)?.getBoundingClientRect()));
    });
  };
  const leaving = new AbortController();
  const { signal } = leaving;
  const changes = new MutationObserver(again);
  const table = document.querySelector("main.table");
  if (table) changes.observe(table, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-seq"] });
  const sizes = new ResizeObserver(again);
  sizes.observe(coach);
  addEventListener("resize", again, { signal });
  addEventListener("scroll", again, { signal, passive: true });
  again();
  return () => {
    leaving.abort();
    changes.disconnect();
    sizes.disconnect();
    cancelAnimationFrame(frame);
  };
}

function litElement(): Element | null {
  for (const selector of LIT) {
    const found = [...document.querySelectorAll(`.table ${selector}`)].find((each) => each.getClientRects().length);
    if (found) return found;
  }
  return null;
}

/** Scroll what is lit into sight, if something hides it. */
function bringIntoSight(lit: Element): void {
  const { top, bottom } = lit.getBoundingClientRect();
  if (!lit.closest(".dock") && (top < 0 || bottom > footTop())) lit.scrollIntoView({ block: "center" });
}

/** Return where the dock begins. */
function footTop(): number {
  return document.querySelector(".table > :is(.dock, .ending)")?.getBoundingClientRect().top ?? innerHeight;
}

/** Where a coach can stand. */
interface Spot {
  /** The side of what is lit on which the coach stands, or where it stands whatever is lit. */
  side: "right" | "left" | "below" | "above" | "dock" | "top" | "rail";
  x: number;
  y: number;
}

/** Return the best place for a coach: one that covers few pieces; on the dock, where nothing is asked any more, when the lesson is over. */
function spotFor(coach: HTMLElement, lit: DOMRect | null, aim: DOMRect | undefined): Spot {
  const rail = matchMedia("(max-height: 30rem) and (min-width: 35rem)").matches && document.querySelector(".table > .aside");
  coach.style.width = rail ? `${rail.getBoundingClientRect().width - EDGE}px` : "";
  const { offsetWidth: width, offsetHeight: height } = coach;
  const over = coach.classList.contains("over");
  const [top, foot] = [Math.max(0, bottomOf(".top"), rail ? bottomOf(".board > .seat-strip") : 0), footTop()];
  const low = Math.max(top + 4, innerHeight - height - EDGE);
  if (rail) return { side: "rail", x: innerWidth - width - EDGE, y: over ? low : top + 4 };
  if (over) return { side: "dock", x: (innerWidth - width) / 2, y: low };
  const wide = innerWidth >= WIDE;
  const x = between(EDGE, lit && wide ? lit.left + lit.width / 2 - width / 2 : (innerWidth - width) / 2, innerWidth - width - EDGE);
  const y = lit ? between(top + EDGE, lit.top + lit.height / 2 - height / 2, foot - height - EDGE) : top;
  const beside: readonly Spot[] = [
    { side: "right", x: (lit?.right ?? 0) + GAP, y },
    { side: "left", x: (lit?.left ?? 0) - GAP - width, y },
    { side: "below", x, y: (lit?.bottom ?? 0) + GAP },
    { side: "above", x, y: (lit?.top ?? 0) - GAP - height },
  ];
  const dock: Spot = { side: "dock", x, y: foot - height - EDGE };
  const overAim: readonly Spot[] = aim ? [{ side: "above", x, y: aim.top - GAP - height }] : [];
  const spots = [...(wide && lit && lit.top < foot ? beside : []), dock, ...overAim, { side: "top", x, y: top + 4 } as const];
  const taken = [lit, aim].flatMap((each) => each ?? []);
  const clear = (spot: Spot): boolean =>
    taken.every(
      ({ left, right, top, bottom }) =>
        spot.x + width <= left - 4 || spot.x >= right + 4 || spot.y + height <= top - 4 || spot.y >= bottom + 4,
    );
  const good = spots.filter(
    (spot) => spot.x >= EDGE && spot.x + width <= innerWidth - EDGE && spot.y >= top && spot.y + height <= foot - 4 && clear(spot),
  );
  const pieces = [...document.querySelectorAll(".board .piece")].map((piece) => piece.getBoundingClientRect());
  const covered = ({ x, y }: Spot): number =>
    pieces.filter(({ left, right, top, bottom }) => left < x + width && right > x && top < y + height && bottom > y).length;
  const [first] = good.sort((one, other) => covered(one) - covered(other));
  return first ?? spots.find(clear) ?? dock;
}

/** Return where the lower edge of a part of the page is, or 0 if there is none. */
function bottomOf(part: string): number {
  return document.querySelector(part)?.getBoundingClientRect().bottom ?? 0;
}

function between(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(most, wanted));
}

/** Return the place where the act of this step ends: the coach need not move away from there once the piece is picked. */
function aimOf(live: LessonState): Element | null {
  const { scene, act = "" } = stepOf(live) ?? {};
  const [kind, zone = "", square = ""] = scene?.acts[act]?.to?.split(":") ?? [];
  const place = document.querySelector(`.board [data-zone="${quoted(zone)}"]`);
  return kind === "c" ? (place?.querySelector(`[data-square="${quoted(square)}"]`) ?? null) : place;
}

/** Put a coach into its place, with a point towards what is lit. */
function show(coach: HTMLElement, lit: DOMRect | null, { side, x, y }: Spot): void {
  coach.style.left = `${x}px`;
  coach.style.top = `${y}px`;
  if (!lit || side === "rail") coach.dataset.point = "";
  else if (side === "left" || side === "right") {
    coach.dataset.point = side === "right" ? "left" : "right";
    coach.style.setProperty("--point", `${between(28, lit.top + lit.height / 2 - y, coach.offsetHeight - 28)}px`);
  } else {
    coach.dataset.point = lit.top > y ? "bottom" : "top";
    coach.style.setProperty("--point", `${between(28, lit.left + lit.width / 2 - x, coach.offsetWidth - 28)}px`);
  }
}
