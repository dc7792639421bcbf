import type { MethodInfo } from './methodInfo.ts';
import { methodName, unknownMethod, type NameStyle } from './methodNames.ts';

/** What method ids stand for, growing while a recording runs: a look-up that always has an answer. */
export class MethodTable {
  readonly #byId = new Map<number, MethodInfo>();
  #ranks: Int32Array | null = null;

  constructor(methods: Iterable<MethodInfo> = []) {
    this.add(methods);
  }

  add(methods: Iterable<MethodInfo>): void {
    for (const method of methods) this.#byId.set(method.id, method);
    this.#ranks = null;
  }

  /** Whether somebody has said what the id stands for. */
  has(id: number): boolean {
    return this.#byId.has(id);
  }

  get(id: number): Omit<MethodInfo, 'root'> {
    return this.#byId.get(id) ?? unknownMethod(id);
  }

  isRoot(id: number): boolean {
    return this.#byId.get(id)?.root === true;
  }

  /** Names by id in one style, each made once: for tables with millions of rows. */
  namer(style: NameStyle): (id: number) => string {
    const names = new Map<number, string>();
    return (id) => {
      const known = names.get(id);
      if (known !== undefined) return known;
      const name = methodName(this.get(id), style);
      names.set(id, name);
      return name;
    };
  }

  get all(): Iterable<MethodInfo> {
    return this.#byId.values();
  }

  /** MethodId -> place in the order of names: compares names of rows by comparing numbers. */
  get nameRanks(): Int32Array {
    this.#ranks ??= ranksOf([...this.#byId.values()]);
    return this.#ranks;
  }

  /** MethodId -> 1 where the long name has all words of the query, whatever their case. "" finds nothing. */
  matches(query: string): Uint8Array {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const matches = new Uint8Array(this.nameRanks.length);
    if (words.length === 0) return matches;
    for (const method of this.#byId.values()) {
      const name = methodName(method, 'long').toLowerCase();
      if (words.every((word) => name.includes(word))) matches[method.id] = 1;
    }
    return matches;
  }
}

/** By class, then name, then descriptor; in the order of UTF-16 units, the same on every machine. */
function ranksOf(methods: Omit<MethodInfo, 'root'>[]): Int32Array {
  const idLimit = methods.reduce((limit, { id }) => Math.max(limit, id + 1), 0);
  const ranks = new Int32Array(idLimit);
  methods.sort(
    (a, b) =>
      compareText(a.className, b.className) ||
      compareText(a.name, b.name) ||
      compareText(a.descriptor, b.descriptor),
  );
  methods.forEach(({ id }, rank) => (ranks[id] = rank));
  return ranks;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
