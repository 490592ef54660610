// The faces of bots: birds, our own drawings. Each has its own silhouette, so colour is never the only difference.

import type { JSX } from "preact";

/** A shape: its colour, and its outline as an SVG path in a square of 32. */
type Shape = readonly [fill: string, outline: string];

const EYE: Shape = ["#1b2329", "M18.4 12.2a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0"];

/** The shapes of each bird, from back to front. */
const BIRDS: Record<string, readonly Shape[]> = {
  // round, with its tail in the air
  wren: [
    ["#7a4a25", "M6.5 4.5l4-1.5 3 10-5 3z"],
    ["#a2683a", "M8 20c0-7 5-12.5 11.5-12.5 4.6 0 7 3 7 6.5 0 8-4.5 13-10 13S8 24.5 8 20z"],
    ["#f0dcc0", "M14 25c3 1.5 8-1 9.5-7.5-4 3-8 4-9.5 7.5z"],
    ["#5b3a1e", "M26 12.5l4.5.6-4.5 1.7z"],
    ["#f0dcc0", "M16.5 9.6l6.5.4-6 1z"],
    EYE,
  ],
  // grey breast, brown back with stripes
  dunnock: [
    ["#6b4a2e", "M2.5 27l7-9 4 4.5-8 6.5z"],
    ["#8a6038", "M7 22C7 14 12 8 19 8c4 0 7 2.5 7 6.5 0 7.5-5 12.5-11 12.5-4 0-8-2-8-5z"],
    ["#8f9aa3", "M17 8.200c5-.8 9 1.8 9 6.300 0 6.5-3.5 11-8.5 12-3-6-3.5-12-.5-18.300z"],
    ["#4b321c", "M9.5 18l5.5 6-1.200.6-5-5.200zM12 14.5l4.200 6-1 .8-4.200-5.400z"],
    ["#3b2a1c", "M25.8 12.6l4 .9-4 1.300z"],
    EYE,
  ],
  // black and white, its tail as long as itself
  magpie: [
    ["#1f4f6e", "M1 30l11-12 3.5 3.5L4 31z"],
    ["#1b2329", "M9 19c0-7 4.5-12 10.5-12 4 0 6.5 2.7 6.5 6.5 0 7-4.5 12.5-10 12.5-4 0-7-3-7-7z"],
    ["#fbfaf4", "M12 20c2.5-3 6-4.5 9.5-4.5 0 5-3 9-6.5 9.5-2 0-3-2-3-5z"],
    ["#1b2329", "M25.5 11.5l5.5 1.8-5.5 1.7z"],
    ["#fbfaf4", "M18 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0"],
    EYE,
  ],
  // a crest that curls from the back of its head
  lapwing: [
    ["#1b2329", "M17 8.5C13 8 8.5 6 6.5 2c4 3.5 8 3.8 12.5 3.5z"],
    ["#2e6b57", "M5 25c1-7 6-11 12-11l3 11c-5 4-12 4-15 0z"],
    ["#fbfaf4", "M14 27c5 .5 10-4 10.5-11l-8-1z"],
    ["#1b2329", "M14.5 12c0-4 2.5-6.5 6-6.5s6 2.5 6 6-3 7-7 7-5-3-5-6.5z"],
    ["#fbfaf4", "M17 9.5c3-.8 6 0 7.5 2-2.5.5-5.5.5-7.5-2z"],
    ["#3b2a1c", "M26 10.5l4.5 1.300-4.5 1.300z"],
    ["#1b2329", "M19.6 10.6a1.200 1.200 0 1 0 2.400 0a1.200 1.200 0 1 0-2.400 0"],
  ],
  // a bill that bends down, longer than its head
  curlew: [
    ["#a98a5e", "M2 26c1-7 6-11 11-11 4 0 6 3 5.5 7-.5 5-13 9-16.5 4z"],
    ["#c4a676", "M12 18c-1-6 .5-12.5 5.5-13 4-.3 6 2.5 5.5 5.5-.6 3-4 4-5 7-.8 2.5-4.5 4-6 .5z"],
    ["#4b3a26", "M21.5 7c5.5.5 9 5.5 8.5 15-1.8-7-4.5-10.5-9-11.5z"],
    ["#6d5532", "M5 22l6-3 .5 1.200-6 3zM7 25.5l7-4 .5 1.200-6.5 3.8z"],
    ["#1b2329", "M17 8.8a1.300 1.300 0 1 0 2.6 0a1.300 1.300 0 1 0-2.6 0"],
  ],
  // an S of a neck, a dagger of a bill
  heron: [
    ["#8496a4", "M3 29c0-6 4-9.5 9-9.5 5.5 0 8 3 8 9.5z"],
    [
      "#c9d3da",
      "M12 29c-1-5 5-7 5-10.5 0-3-4-4-3.5-8.5C14 6 17 4 20 4c2.5 0 4 1.5 4 3.5 0 2.5-2.5 3-5.5 3.5-1.5.3-1 2 .5 3.5 2.5 2.5 2.5 5.5 1 8-1.5 2.6-1 4.5-1.5 6.5z",
    ],
    ["#1b2329", "M20 4.5C15.5 3 11 3.5 7.5 6.5c4-1 8-.5 12 .8z"],
    ["#c08a1e", "M23 5.5l8.5 2.7-8.7 1.5z"],
    ["#1b2329", "M19.7 7a1.200 1.200 0 1 0 2.400 0a1.200 1.200 0 1 0-2.400 0"],
  ],
  // looks straight at you
  owl: [
    ["#7d5a35", "M6 4l6 3.5h8L26 4l.5 10C29 24 24 30 16 30S3 24 5.5 14z"],
    ["#e9d6b4", "M8.5 20c4 2.5 11 2.5 15 0 .5 5-3 8-7.5 8s-8-3-7.5-8z"],
    ["#f6e7c8", "M6.5 13.5a4.7 4.7 0 1 0 9.400 0a4.7 4.7 0 1 0-9.400 0M16.100 13.5a4.7 4.7 0 1 0 9.400 0a4.7 4.7 0 1 0-9.400 0"],
    [
      "#1b2329",
      "M9.100 13.5a2.200 2.200 0 1 0 4.400 0a2.200 2.200 0 1 0-4.400 0M18.5 13.5a2.200 2.200 0 1 0 4.400 0a2.200 2.200 0 1 0-4.400 0",
    ],
    ["#b8742a", "M14.6 15.5h2.8L16 19.8z"],
    ["#7d5a35", "M12 22.5l1.5 1.8 1.5-1.8zM17 22.5l1.5 1.8 1.5-1.8zM14.5 25l1.5 1.8 1.5-1.8z"],
  ],
  // black, a steep forehead and a bare pale bill
  rook: [
    ["#20262f", "M3 29c.5-8 4-12 8-15 .5-6 4-9.5 9-9.5 4.5 0 7 3 6.5 7-.5 4-4 5.5-4.5 9 0 3.5 0 6-1 8.5z"],
    ["#3a4658", "M6 29c1-6 4-9.5 9-11.5-1.5 4-2 8-1.5 11.5z"],
    ["#d3d2cb", "M22.5 8.5l9 4.200-9.5 2.5c-1.200-2-1-4.7.5-6.7z"],
    ["#f4f4ef", "M18.5 9.300a1.7 1.7 0 1 0 3.400 0a1.7 1.7 0 1 0-3.400 0"],
    ["#1b2329", "M19.300 9.300a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0"],
  ],
};

export function isBird(name: string): boolean {
  return name in BIRDS;
}

/** The face of a bot, hidden from screen readers; nothing if the name is no bird's. */
export function Bird({ name }: { name: string }): JSX.Element | null {
  const shapes = BIRDS[name];
  if (!shapes) return null;
  return (
    <svg class="bird" viewBox="0 0 32 32" aria-hidden="true">
      {shapes.map(([fill, outline]) => (
        <path key={outline} d={outline} fill={fill} />
      ))}
    </svg>
  );
}
