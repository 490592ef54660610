// The viewer's own letters can be mixed and sorted: a view of the hand, which the room need not know.

import { arranged, orderHand, type TableState } from "./table";

/** Letters that mean the same at every table with a rack. */
export const MIX = "m";
export const SORT = "o";

/** Return the zone of the viewer's own letters, or "" if there are fewer than two. */
export function rackOf({ scene }: TableState): string {
  const { zones = {}, pieces = {} } = scene.value ?? {};
  const found = Object.entries(zones).find(([, { kind, place, items = [] }]) => {
    return kind === "fan" && place === "me" && items.length > 1 && items.every((item) => pieces[item]?.face?.kind === "tile");
  });
  return found?.[0] ?? "";
}

/** Mix the rack, so that the eye may find another word. */
export function mixRack(table: TableState): void {
  const dealt = itemsOf(table).map((item) => [table.device.random(), item] as const);
  put(
    table,
    dealt.sort(([one], [other]) => one - other),
  );
}

/** Sort the rack by the alphabet; tiles without a letter come last. */
export function sortRack(table: TableState): void {
  const letter = (item: string): string => table.scene.value?.pieces[item]?.face?.text || "~";
  const named = itemsOf(table).map((item) => [letter(item), item] as const);
  put(
    table,
    named.sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  );
}

function itemsOf(table: TableState): readonly string[] {
  const zone = rackOf(table);
  return arranged(table, zone, table.scene.value?.zones[zone]?.items ?? []);
}

function put(table: TableState, order: readonly (readonly [unknown, string])[]): void {
  const items = order.map(([, item]) => item);
  orderHand(table, rackOf(table), items);
  const letters = items.map((item) => table.scene.value?.pieces[item]?.label ?? "");
  table.spoken.value = `Your letters: ${letters.join(", ")}.`;
}
