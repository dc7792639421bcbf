import { BYTECODES } from '../events/amounts.ts';
import type { MethodId } from '../base/ids.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { stableClassName } from './stableClassName.ts';

/** A method of which B has another name: the same class or the same name, and the same numbers. */
export interface RenamedMethod {
  readonly before: MethodInfo;
  readonly after: MethodInfo;
}

/** What two recordings are compared by. */
type Counted = Pick<Snapshot, 'methods' | 'threads'>;

/**
 * Methods that only A has, each with the one that only B has which did exactly the same: as many calls, bytecodes and, where they are
 * counted, objects. One of class and name must have stayed. Where several could be meant none is, and without bytecodes none at all:
 * equal calls alone say little. O(nodes).
 */
export function renamedMethods(a: Counted, b: Counted): readonly RenamedMethod[] {
  const [namesA, namesB] = [a, b].map(({ methods }) => new Set(methods.map(nameOf)));
  const gone = countsOf(a, (method) => !namesB.has(nameOf(method)));
  const made = countsOf(b, (method) => !namesA.has(nameOf(method)));
  return [...gone].flatMap(([key, before]) => {
    const after = made.get(key);
    if (before === null || !after) return [];
    return [{ before, after }];
  });
}

function nameOf({ className, name, descriptor }: MethodInfo): string {
  return `${stableClassName(className)}\n${name}${descriptor}`;
}

/** What stayed, and what was counted -> the only method of that; null: several. */
function countsOf(
  { methods, threads }: Counted,
  isAlone: (method: MethodInfo) => boolean,
): ReadonlyMap<string, MethodInfo | null> {
  const found = new Map<string, MethodInfo | null>();
  const counts = new Map<MethodId, Map<string, number>>();
  const alone = new Map(methods.filter(isAlone).map((method) => [method.id, method]));
  if (alone.size === 0) return found;
  for (const { table } of threads) {
    const columns = [['calls', table.calls] as const, ...(table.more ?? [])];
    for (let node = 1; node < table.length; node++) {
      const id = table.method[node] as MethodId;
      if (!alone.has(id)) continue;
      const sums = counts.get(id) ?? new Map<string, number>();
      counts.set(id, sums);
      for (const [metric, values] of columns) sums.set(metric, (sums.get(metric) ?? 0) + values[node]);
    }
  }
  for (const [id, sums] of counts) {
    const method = alone.get(id);
    if (method === undefined || !((sums.get(BYTECODES) ?? 0) > 0)) continue;
    const numbers = JSON.stringify([...sums].filter(([, sum]) => sum !== 0).sort());
    for (const stayed of [`class ${stableClassName(method.className)}`, `name ${method.name}`]) {
      const key = `${stayed}\n${numbers}`;
      found.set(key, found.has(key) ? null : method);
    }
  }
  return found;
}
