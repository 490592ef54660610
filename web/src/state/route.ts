// The pages of the client and how to get from one to another without loading anew.

import { signal } from "@preact/signals";

export const path = signal(location.pathname);

export function go(to: string): void {
  history.pushState(null, "", to);
  follow();
}

function follow(): void {
  path.value = location.pathname;
  scrollTo(0, 0);
}

addEventListener("popstate", follow);
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || event.defaultPrevented || !plain || link.origin !== location.origin || link.download || link.target) return;
  if (link.pathname === location.pathname || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
