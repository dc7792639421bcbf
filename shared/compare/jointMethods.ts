import type { MethodId } from '../base/ids.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { MethodTable } from '../naming/methodTable.ts';
import type { RenamedMethod } from './renamedMethods.ts';
import { stableClassName } from './stableClassName.ts';

/** The methods of two recordings in one numbering: the same method has the same id, whatever ids the files give it. */
export interface JointMethods {
  readonly methods: MethodTable;
  readonly idsA: Int32Array; // MethodId in A -> id in `methods`
  readonly idsB: Int32Array;
}

/**
 * A method is the same where class, name and descriptor are, as they are stable over two runs of a program (stableClassName).
 * What is renamed has the name of B. Methods of B that A does not have get ids above those of A; the ids are good for tables in memory only.
 */
export function jointMethods(
  a: Iterable<MethodInfo>,
  b: Iterable<MethodInfo>,
  renamed: readonly RenamedMethod[] = [],
): JointMethods {
  const nameAfter = new Map(renamed.map(({ before, after }) => [before, after]));
  const ids = new Map<string, number>();
  const joint: MethodInfo[] = [];
  const inA = [...a];
  let nextId = idLimitOf(inA);
  const idOf = (known: MethodInfo, newId: () => number): number => {
    const method = nameAfter.get(known) ?? known;
    const className = stableClassName(method.className);
    const key = JSON.stringify([className, method.name, method.descriptor]);
    let id = ids.get(key);
    if (id === undefined) {
      ids.set(key, (id = newId()));
      joint.push({ ...method, className, id: id as MethodId });
    }
    return id;
  };
  const idsA = new Int32Array(nextId);
  for (const method of inA) idsA[method.id] = idOf(method, () => method.id);
  const inB = [...b];
  const idsB = new Int32Array(idLimitOf(inB));
  for (const method of inB) idsB[method.id] = idOf(method, () => nextId++);
  return { methods: new MethodTable(joint), idsA, idsB };
}

function idLimitOf(methods: readonly MethodInfo[]): number {
  return methods.reduce((limit, { id }) => Math.max(limit, id + 1), 0);
}
