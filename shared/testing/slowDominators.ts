/**
 * Dominators and retained sizes by their definition: an object dominates all that the roots do not reach without it. For graphs of dozens.
 * @param targets object -> what it refers to
 * @returns object -> objects that it dominates, itself too; empty for one that is not reached
 */
export function slowDominated(
  targets: readonly (readonly number[])[],
  roots: readonly number[],
): Set<number>[] {
  const all = reached(targets, roots, -1);
  return targets.map((_, object) => {
    if (!all.has(object)) return new Set();
    const without = reached(targets, roots, object);
    return new Set([...all].filter((each) => !without.has(each)));
  });
}

function reached(
  targets: readonly (readonly number[])[],
  roots: readonly number[],
  left: number,
): Set<number> {
  const found = new Set<number>();
  const visit = (object: number): void => {
    if (object === left || found.has(object)) return;
    found.add(object);
    for (const target of targets[object]) visit(target);
  };
  for (const root of roots) visit(root);
  return found;
}
