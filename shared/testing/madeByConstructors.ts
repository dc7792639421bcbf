import type { CctTable } from '../cct/cctTable.ts';
import { readClass } from '../classfile/classReader.ts';
import { layOut } from '../bytecode/codeLayout.ts';
import { findThisInitialization } from '../bytecode/thisInitialization.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';

/**
 * The map M of "JP, memory" (JM-9): constructor -> the class whose constructor it calls on its own object, by this(...) or super(...).
 * Keys are `a.b.C.<init>descriptor`.
 */
export function chainedClasses(classFiles: Iterable<Uint8Array>): ReadonlyMap<string, string> {
  const chained = new Map<string, string>();
  for (const bytes of classFiles) {
    const model = readClass(bytes);
    for (const method of model.methods) {
      const code = method.name === '<init>' ? method.readCode() : null;
      if (code === null) continue;
      const found = findThisInitialization(model.pool, code, layOut(code));
      if (!found.ok || found.value.calls.length !== 1)
        throw new Error(`${model.name}: no or several calls of this(...) or super(...)`);
      chained.set(`${dotted(model.name)}.<init>${method.descriptor}`, dotted(found.value.calls[0].owner));
    }
  }
  return chained;
}

/**
 * Objects by "JP, memory" (Fig. 2): what constructor calls below a context say that it has made.
 *
 *     getAlloc(c, k) = calls of constructors of k below c, less calls(c) if c is a constructor that M leads to k
 *
 * @returns "node class" -> objects, where that is not 0
 */
export function madeByConstructors(
  { length, method, parent, calls }: CctTable,
  methods: readonly MethodInfo[],
  chained: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const byId = new Map(methods.map((info) => [Number(info.id), info]));
  const made = new Map<string, number>();
  const add = (node: number, className: string, count: number): void => {
    const key = `${node} ${className}`;
    made.set(key, (made.get(key) ?? 0) + count);
  };
  for (let node = 1; node < length; node++) {
    const info = byId.get(method[node]);
    if (info?.name !== '<init>') continue;
    add(parent[node], info.className, calls[node]);
    const next = chained.get(`${info.className}.<init>${info.descriptor}`);
    if (next !== undefined) add(node, next, -calls[node]);
  }
  return made;
}

function dotted(name: string | null): string {
  return (name ?? '').replaceAll('/', '.');
}
