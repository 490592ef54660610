// `Map.groupBy`, which browsers have only since 2024: some phones in use lack it.

/** Group things by a key, in the order of each key's first thing. */
export function grouped<Thing, Group>(things: Iterable<Thing>, group: (thing: Thing) => Group): ReadonlyMap<Group, readonly Thing[]> {
  const found = new Map<Group, Thing[]>();
  for (const thing of things) {
    const others = found.get(group(thing));
    if (others) others.push(thing);
    else found.set(group(thing), [thing]);
  }
  return found;
}
