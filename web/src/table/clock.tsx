// The clock of a seat, and how long a seat is kept for who is away. The room reckons; between two scenes the page counts down what the last one said was left.

import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import type { Seat } from "../types";
import { scene, spoken } from "./now";

/** Seconds from which on a clock that runs is a warning. */
export const LOW = 10;
/** A step of the countdown in milliseconds: often enough that no second is skipped. */
const STEP = 250;

/** When the scene on show came, and now, by this device's clock in milliseconds. */
const came = signal(performance.now());
const now = signal(performance.now());

/** Count while something on show runs out; the last seconds of the viewer's own turn are said aloud once. */
export function useClocks(): void {
  useEffect(() => {
    let warned = false;
    const stop = effect(() => {
      if (scene.value) came.value = now.value = performance.now();
    });
    const timer = setInterval(() => {
      const own = scene.value?.seats.find(({ you }) => you);
      if (!scene.value?.seats.some(({ ticks, due }) => ticks || due != null)) return;
      now.value = performance.now();
      const low = !!own?.ticks && left(own) <= LOW;
      if (low && !warned) spoken.value = `You have ${Math.ceil(left(own))} seconds left.`;
      warned = low;
    }, STEP);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
}

/** Seconds on a clock now. */
function left({ clock, ticks }: Seat): number {
  return ticks ? since(clock ?? 0) : (clock ?? 0);
}

/** What is left now of so many seconds that were left when the scene came. */
function since(seconds: number): number {
  return Math.max(0, seconds - (now.value - came.value) / 1000);
}

/** When a bot plays for who is away. It is seen only; who wants to hear it finds it at the seat. */
export function Due({ seat: { due } }: { seat: Seat }): JSX.Element | null {
  if (due == null) return null;
  const seconds = Math.ceil(since(due));
  return (
    <time class="due" role="timer" aria-label={`a bot plays in ${said(seconds)}`}>
      {written(seconds)}
    </time>
  );
}

export function ClockFace({ seat }: { seat: Seat }): JSX.Element | null {
  if (seat.clock == null) return null;
  const seconds = Math.ceil(left(seat));
  const look = `clock${seat.ticks ? " ticks" : ""}${seat.ticks && seconds <= LOW ? " low" : ""}`;
  return (
    <time class={look} role="timer" aria-label={`${said(seconds)} left`}>
      {written(seconds)}
    </time>
  );
}

/** "0:59", "12:05", "1:00:00". */
function written(seconds: number): string {
  const [hours, minutes, rest] = parts(seconds);
  const last = String(rest).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${last}` : `${minutes}:${last}`;
}

function said(seconds: number): string {
  const [hours, minutes, rest] = parts(seconds);
  return [hours && `${hours} hours`, minutes && `${minutes} minutes`, `${rest} seconds`].filter(Boolean).join(" ");
}

function parts(seconds: number): readonly [number, number, number] {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}
