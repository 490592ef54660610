// Icons of the page about a game.

import type { JSX } from "preact";

function Icon({ path }: { path: string }): JSX.Element {
  return (
    <svg class="leaf-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export const CapIcon = (): JSX.Element => <Icon path="m2 9 10-4.5L22 9l-10 4.5Zm4 2v5c3.5 2.7 8.5 2.7 12 0v-5m4-2v6" />;
export const BookIcon = (): JSX.Element => <Icon path="M5 4h11v16H5ZM16 6l4 1v14l-4-1M8 8h5" />;
export const PrinterIcon = (): JSX.Element => <Icon path="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z" />;
