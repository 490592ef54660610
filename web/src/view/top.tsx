// The bar at the top of every page.

import type { ComponentChildren, JSX } from "preact";

interface Props {
  title: string;
  /** A few words beside the title. */
  note?: string;
  /** Whether the page begins with the bar, so that it needs a link to skip it. At a table the hand comes first. */
  first?: boolean;
  children?: ComponentChildren;
}

export function TopBar({ title, note, first = true, children }: Props): JSX.Element {
  return (
    <header class="top">
      {first && <Skip to="main">Skip to the main part</Skip>}
      <a class="logo" href="/" aria-label="muckle: all games">
        <Mark />
        <span aria-hidden="true">muckle</span>
      </a>
      {title && <h1 class="top-title">{title}</h1>}
      {note && <small class="top-note">{note}</small>}
      <nav class="top-nav">{children}</nav>
    </header>
  );
}

/** A link that is visible only when focused. */
export function Skip({ to, children }: { to: string; children: ComponentChildren }): JSX.Element {
  return (
    <a class="skip" href={`#${to}`}>
      {children}
    </a>
  );
}

export function Mark(): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" class="mark">
      <rect x="3" y="8" width="14" height="20" rx="2.5" transform="rotate(-14 10 18)" />
      <rect x="9" y="6" width="14" height="20" rx="2.5" />
      <rect x="15" y="8" width="14" height="20" rx="2.5" transform="rotate(14 22 18)" />
    </svg>
  );
}

/** A page for something that does not exist. */
export function Missing({ title, message }: { title: string; message: string }): JSX.Element {
  return (
    <>
      <TopBar title="" />
      <main class="page" id="main">
        <h1>{title}</h1>
        <p>{message}</p>
        <a class="act main" href="/">
          All games
        </a>
      </main>
    </>
  );
}
