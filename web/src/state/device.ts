// Everything this folder needs from the browser. No other file here uses the page, so tests can pass a fake device.

/** A running timer, or undefined. */
export type Timer = ReturnType<typeof setTimeout> | undefined;

export type Socket = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

export interface Device {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** A random number from 0 up to 1. */
  random(): number;
  /** Whether the page is hidden, for instance behind another tab. */
  isHidden(): boolean;
  /** Whether the reader's system asks for reduced motion. */
  isCalm(): boolean;
  openSocket(path: string): Socket;
  /** Call `wake` when the page may have slept or changed its network, and `tick` every second otherwise. Return how to stop. */
  onWaking(wake: () => void, tick: () => void): () => void;
  /** The scheme, host and port of this page. */
  origin(): string;
  /** Show another page of the client. */
  go(path: string): void;
}

/** Milliseconds between two ticks. */
const TICK = 1000;
/** Milliseconds between two ticks from which on the device must have slept. */
const SLEPT = 4000;

export const browser: Device = {
  now: () => performance.now(),
  random: () => Math.random(),
  isHidden: () => document.visibilityState === "hidden",
  isCalm: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
  openSocket: (path) => new WebSocket(location.origin.replace(/^http/, "ws") + path),
  onWaking(wake, tick) {
    const listening = new AbortController();
    const { signal } = listening;
    const network = (navigator as { connection?: EventTarget }).connection; // only some browsers have it
    for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, wake, { signal });
    for (const name of ["pageshow", "focus", "online", "offline"]) window.addEventListener(name, wake, { signal });
    network?.addEventListener("change", wake, { signal });
    let last = Date.now();
    const timer = setInterval(() => {
      const slept = Date.now() - last > SLEPT;
      last = Date.now();
      if (slept) wake();
      else tick();
    }, TICK);
    return () => {
      listening.abort();
      clearInterval(timer);
    };
  },
  origin: () => location.origin,
  go(path) {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate")); // heard by whoever shows the page
  },
};

/** Return whether the device surely has no connection to anything. */
export function isOffline(): boolean {
  return !navigator.onLine;
}

/** Return the languages that the reader prefers, the first one most: what the browser sends as Accept-Language. */
export function languages(): readonly string[] {
  return navigator.languages;
}

/** Values that stay on this device; where the browser stores nothing, until the page is closed. */
const UNSTORED = new Map<string, string>();
export const storage = {
  get(key: string): string {
    try {
      return localStorage.getItem(`muckle-${key}`) ?? "";
    } catch {
      return UNSTORED.get(key) ?? "";
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(`muckle-${key}`, value);
    } catch {
      UNSTORED.set(key, value);
    }
  },
};

/** A stored value per match: the newest `most` of them are kept. */
export function storedByMatch<Value>(
  key: string,
  most: number,
): { get(match: string): Value | undefined; set(match: string, value: Value): void } {
  const all = (): Record<string, Value> => JSON.parse(storage.get(key) || "{}") as Record<string, Value>;
  return {
    get: (match) => all()[match],
    set(match, value) {
      const { [match]: _, ...others } = all();
      storage.set(key, JSON.stringify(Object.fromEntries([...Object.entries(others), [match, value]].slice(-most))));
    },
  };
}
