// The order of one's own hand is one's own: it stays on this page, by piece, and survives every change of the scene.

import { signal } from "@preact/signals";

const orders = signal<Readonly<Record<string, readonly string[]>>>({});

/** The pieces of a zone as the viewer has arranged them; new ones stand where the scene puts them. */
export function arranged(zone: string, items: readonly string[]): readonly string[] {
  const order = (orders.value[zone] ?? []).filter((id) => items.includes(id));
  const known = new Set(order);
  let next = 0;
  return items.map((id) => (known.has(id) ? (order[next++] ?? id) : id));
}

/** Put a piece where another one of its zone is. */
export function arrange(zone: string, items: readonly string[], piece: string, over: string): void {
  const order = [...arranged(zone, items)];
  const to = order.indexOf(over);
  if (to < 0) return;
  order.splice(order.indexOf(piece), 1);
  order.splice(to, 0, piece);
  orders.value = { ...orders.value, [zone]: order };
}
