import { packageName } from './methodNames.ts';
import type { MethodTable } from './methodTable.ts';

export type Grouping = 'class' | 'package';

/** The classes or packages of methods. Groups are numbered in the order of their names: comparing numbers compares names. */
export interface MethodGroups {
  readonly groupOf: Int32Array; //   MethodId -> group
  readonly names: readonly string[]; // group -> class or package, as Java writes it; "" is the unnamed package
}

export function methodGroups(methods: MethodTable, by: Grouping): MethodGroups {
  const nameOf = (className: string): string => (by === 'class' ? className : packageName(className));
  const names = [...new Set(Array.from(methods.all, ({ className }) => nameOf(className)))].sort();
  const groups = new Map(names.map((name, group) => [name, group]));
  const groupOf = new Int32Array(methods.nameRanks.length);
  for (const { id, className } of methods.all) groupOf[id] = groups.get(nameOf(className)) ?? 0;
  return { groupOf, names };
}
