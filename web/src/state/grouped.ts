// What browsers have only since 2024, and telephones in use have not.

/** Things by what is said of each, in the order in which that was first said. */
export function grouped<Thing, Group>(things: Iterable<Thing>, group: (thing: Thing) => Group): ReadonlyMap<Group, readonly Thing[]> {
  const found = new Map<Group, Thing[]>();
  for (const thing of things) {
    const others = found.get(group(thing));
    if (others) others.push(thing);
    else found.set(group(thing), [thing]);
  }
  return found;
}
