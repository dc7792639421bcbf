import { BYTECODES } from '../events/amounts.ts';
import type { MethodId } from '../base/ids.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { stableClassName } from './stableClassName.ts';

/** A method of which B has another name or signature. */
export interface RenamedMethod {
  readonly before: MethodInfo;
  readonly after: MethodInfo;
  /** Why it is the same: class and name stayed, or one of them and all numbers. */
  readonly by: 'name' | 'numbers';
}

/** What two recordings are compared by. */
type Counted = Pick<Snapshot, 'methods' | 'threads'>;

/**
 * Methods that only A has, each with the one that only B has which stands for it. First one of the same class and name, with another
 * signature, if each side has one such method alone. Then one that did exactly the same: as many calls, bytecodes and, where they are
 * counted, objects. There one of class and name must have stayed, none is taken where several could be meant, and without bytecodes none
 * at all: equal calls alone say little. O(nodes).
 */
export function renamedMethods(a: Counted, b: Counted): readonly RenamedMethod[] {
  const [gone, made] = [aloneIn(a, b), aloneIn(b, a)];
  const resigned = pairsOf(byName(gone), byName(made), 'name');
  const isResigned = new Set(resigned.flatMap(({ before, after }) => [before, after]));
  const isLeft = (method: MethodInfo): boolean => !isResigned.has(method);
  const renamed = pairsOf(countsOf(a, gone.filter(isLeft)), countsOf(b, made.filter(isLeft)), 'numbers');
  return [...resigned, ...renamed];
}

/** What stayed -> the only method of that; null: several. */
type Found = ReadonlyMap<string, MethodInfo | null>;

function pairsOf(gone: Found, made: Found, by: RenamedMethod['by']): readonly RenamedMethod[] {
  return [...gone].flatMap(([key, before]) => {
    const after = made.get(key);
    if (before === null || !after) return [];
    return [{ before, after, by }];
  });
}

/** Methods that the other recording does not have. */
function aloneIn({ methods }: Counted, other: Counted): readonly MethodInfo[] {
  const known = new Set(other.methods.map(nameOf));
  return methods.filter((method) => !known.has(nameOf(method)));
}

function byName(methods: readonly MethodInfo[]): Found {
  const found = new Map<string, MethodInfo | null>();
  for (const method of methods) {
    const key = `${stableClassName(method.className)}\n${method.name}`;
    found.set(key, found.has(key) ? null : method);
  }
  return found;
}

function nameOf({ className, name, descriptor }: MethodInfo): string {
  return `${stableClassName(className)}\n${name}${descriptor}`;
}

/** By what stayed and what was counted. @param methods of the recording */
function countsOf({ threads }: Counted, methods: readonly MethodInfo[]): Found {
  const found = new Map<string, MethodInfo | null>();
  const counts = new Map<MethodId, Map<string, number>>();
  const alone = new Map(methods.map((method) => [method.id, method]));
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
