import { HIDDEN_NAME, packageName } from './methodNames.ts';
import type { MethodTable } from './methodTable.ts';

export type Grouping = 'class' | 'package';

/**
 * The classes or packages of methods. Groups are numbered in the order of their names: comparing numbers compares names.
 * The last one is "(hidden)", for nodes that a view hides and for methods that nobody explained.
 */
export interface MethodGroups {
  readonly groupOf: Int32Array; //   MethodId -> group
  readonly names: readonly string[]; // group -> class or package, as Java writes it; "" is the unnamed package
}

export function methodGroups(methods: MethodTable, by: Grouping): MethodGroups {
  const nameOf = (className: string): string => (by === 'class' ? className : packageName(className));
  const names = [...new Set(Array.from(methods.all, ({ className }) => nameOf(className)))].sort();
  const groups = new Map(names.map((name, group) => [name, group]));
  const other = names.push(HIDDEN_NAME) - 1;
  const groupOf = new Int32Array(Math.max(1, methods.nameRanks.length)).fill(other);
  for (const { id, className } of methods.all) groupOf[id] = groups.get(nameOf(className)) ?? other;
  return { groupOf, names };
}
