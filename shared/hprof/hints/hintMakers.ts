import type { HeapDump, Retained } from '../heapDump.ts';
import type { Makers } from '../makers.ts';
import type { Hint } from './hint.ts';

/**
 * Who has made what each hint is about, as a text; '' where none of it was followed. Of loaders that is who has made most of them, of all others who
 * has made most of the objects of its class that its holder holds. O(places + followed objects x hints above each).
 */
export async function makersOfHints(
  dump: HeapDump,
  makers: Makers,
  hints: readonly Hint[],
): Promise<readonly string[]> {
  const held = heldByHints(await dump.retained(), makers, hints);
  return hints.map((hint) => {
    const below = held.get(hint.object) ?? [];
    const isOfIt = (object: number): boolean => dump.classOf(object).name === hint.what;
    const ofClass = below.filter(isOfIt);
    const chosen =
      hint.kind === 'loader'
        ? [hint.alike ?? [], below]
        : [ofClass, [...makers.contextOf.keys()].filter(isOfIt), below];
    return makers.textOf(chosen.map((objects) => makers.mostOf(objects)).find((most) => most >= 0) ?? -1);
  });
}

/** Object of a hint -> followed objects that would go with it, itself included. */
function heldByHints(
  { tree }: Retained,
  { contextOf }: Makers,
  hints: readonly Hint[],
): ReadonlyMap<number, readonly number[]> {
  const { placeOf, objectAt, dominator } = tree;
  const held = new Map<number, number[]>(hints.map(({ object }) => [object, []]));
  // place -> the nearest hint that holds it, itself included; 0: none
  const nearest = new Int32Array(objectAt.length);
  for (let place = 1; place < objectAt.length; place++)
    nearest[place] = held.has(objectAt[place]) ? place : nearest[dominator[place]];
  for (const object of contextOf.keys())
    for (let at = nearest[placeOf[object]]; at > 0; at = nearest[dominator[at]])
      held.get(objectAt[at])?.push(object);
  return held;
}
