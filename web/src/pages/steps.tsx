// Moves through the stops of a replay: a slider with a mark at the end of each hand or round, buttons, and keys.

import type { JSX, TargetedTouchEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { Stop } from "./film";

/** Milliseconds between two stops while the replay plays. */
const BEAT = 900;
/** Speeds that the replay can play at. */
const SPEEDS = [1, 2, 4];

interface Props {
  stops: readonly Stop[];
  /** Index of the shown stop. */
  at: number;
  go: (at: number) => void;
}

/** Let the arrow keys, Home and End move through the stops, except where they have another use. */
export function useKeys(at: number, last: number, go: (at: number) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      const busy = event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, .aside [tabindex]");
      if (to === undefined || busy) return;
      event.preventDefault();
      go(Math.max(0, Math.min(last, to)));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [at, last, go]);
}

/** Pixels that a finger goes sideways to move one step, more than it goes up or down. */
const SWIPE = 50;

interface Swipes {
  start: (event: TargetedTouchEvent<HTMLElement>) => void;
  end: (event: TargetedTouchEvent<HTMLElement>) => void;
}

/** Let a swipe over the board move one step: to the left on, to the right back. */
export function useSwipes(at: number, last: number, go: (at: number) => void): Swipes {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    start: ({ target, touches: [first, second] }) => {
      const over = target instanceof Element && !!target.closest(".board");
      from.current = over && first && !second ? { x: first.clientX, y: first.clientY } : null;
    },
    end: ({ changedTouches: [first] }) => {
      if (!from.current || !first) return;
      const [right, down] = [first.clientX - from.current.x, first.clientY - from.current.y];
      from.current = null;
      if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(down)) go(Math.max(0, Math.min(last, at - Math.sign(right))));
    },
  };
}

export function Steps({ stops, at, go }: Props): JSX.Element {
  const last = stops.length - 1;
  const count = `${stops[at]?.step} of ${stops[last]?.step}`;
  return (
    <>
      <div class="slider-track">
        <input
          class="slider"
          type="range"
          aria-label="Step"
          aria-valuetext={[count, stops[at]?.ended?.title].filter(Boolean).join(": ")}
          min={0}
          max={last}
          value={at}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        {stops.map(({ ended }, stop) => ended && <span key={stop} class="end-mark" aria-hidden="true" style={{ "--at": stop / last }} />)}
      </div>
      <div class="steps" role="group" aria-label="Step through">
        <StepButton sign="«" name="To the beginning" to={0} at={at} go={go} />
        <StepButton sign="‹" name="One step back" to={Math.max(0, at - 1)} at={at} go={go} />
        <Play at={at} last={last} go={go} />
        <StepButton sign="›" name="One step on" to={Math.min(last, at + 1)} at={at} go={go} />
        <StepButton sign="»" name="To the end" to={last} at={at} go={go} />
        <span class="count-steps">{count}</span>
      </div>
    </>
  );
}

function Play({ at, last, go }: { at: number; last: number; go: Props["go"] }): JSX.Element {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const runs = playing && at < last;
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => go(at + 1), BEAT / speed);
    return () => clearTimeout(timer);
  }, [runs, at, go, speed]);
  const play = (): void => {
    if (at === last) go(0);
    setPlaying(!runs);
  };
  return (
    <>
      <button type="button" class={runs ? "act play runs" : "act play"} data-act="play" onClick={play}>
        <span>{runs ? "Pause" : "Play"}</span>
      </button>
      <button
        type="button"
        class="act step speed"
        data-act="speed"
        aria-label={`Speed: ${speed}×`}
        onClick={() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1)}
      >
        {speed}×
      </button>
    </>
  );
}

function StepButton({ sign, name, to, at, go }: { sign: string; name: string; to: number; at: number; go: Props["go"] }): JSX.Element {
  return (
    <button type="button" class="act step" aria-label={name} aria-disabled={to === at} onClick={() => go(to)}>
      <span aria-hidden="true" class="glyph" data-text={sign} />
    </button>
  );
}
