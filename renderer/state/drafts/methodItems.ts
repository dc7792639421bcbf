import type { ClassRow, MethodRow } from '../../../shared/ipc/engineApi.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';

/** One line of the method list: a method, or all of the class. */
export interface MethodItem {
  readonly pattern: string;
  readonly text: string;
  /** Parameters and result, Java form. */
  readonly detail: string;
  readonly whyNot: string;
}

/** The JVM's names of what has none in Java (JVMS §2.9). */
const SPECIAL_NAMES: Readonly<Record<string, string>> = {
  '<init>': 'constructor',
  '<clinit>': 'static initializer',
};

/**
 * All methods of the class, then those whose name holds what was typed; ones that can be roots first, then ones
 * whose name begins so, then by name.
 */
export function methodItems(
  owner: ClassRow,
  methods: readonly MethodRow[],
  methodQuery: string,
): readonly MethodItem[] {
  // Of `process(int, String)` only the name is looked for.
  const name = methodQuery.split('(')[0].trim().toLowerCase();
  const begins = (method: MethodRow): boolean => method.name.toLowerCase().startsWith(name);
  const matching = methods
    .filter(
      (method) => method.name.toLowerCase().includes(name) || SPECIAL_NAMES[method.name]?.includes(name),
    )
    .sort(
      (a, b) =>
        Number(a.whyNot !== '') - Number(b.whyNot !== '') ||
        Number(begins(b)) - Number(begins(a)) ||
        compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
        compare(a.parameters, b.parameters),
    )
    .map((method) => ({
      pattern: method.pattern,
      text: SPECIAL_NAMES[method.name] ?? method.name,
      detail: `${method.parameters} : ${method.returnType}`,
      whyNot: method.whyNot,
    }));
  if (name !== '' || methods.length === 0) return matching;
  const whyNot = methods.some((method) => method.whyNot === '') ? '' : 'none of them can be a root';
  return [{ pattern: owner.name, text: 'All methods', detail: `(${methods.length})`, whyNot }, ...matching];
}

/** What of a package can be roots: all of its classes, and those of the packages under it. */
export function packageItems(name: string, classCount: number): readonly MethodItem[] {
  if (name === '') return [];
  return [
    { pattern: `${name}.*`, text: `${name}.*`, detail: 'all methods of the package', whyNot: '' },
    {
      pattern: `${name}.**`,
      text: `${name}.**`,
      detail: `and of those under it: ${formatCountOf(classCount, 'loaded class', 'loaded classes')}`,
      whyNot: '',
    },
  ];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
