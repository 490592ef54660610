// When a page wakes up, comes back or gets another way to the world: sockets may have broken without a word.

/** Milliseconds between two looks at the clock, and how far it jumps when a device has slept. */
const TICK = 1000;
const SLEPT = 4000;

const ON_DOCUMENT = ["visibilitychange", "resume"];
const ON_WINDOW = ["pageshow", "focus", "online", "offline"];

/** What some browsers know of the way to the world. */
const network = (navigator as { connection?: EventTarget }).connection;

/** Have `wake` called whenever that may be, and `tick` every second else; the answer is how to stop. */
export function onWaking(wake: () => void, tick: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const name of ON_DOCUMENT) document.addEventListener(name, wake, { signal });
  for (const name of ON_WINDOW) window.addEventListener(name, wake, { signal });
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
}
