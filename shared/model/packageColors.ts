import type { ExactTree } from '../cct/cctTable.ts';
import type { MethodInfo } from './methodInfo.ts';
import { packageName } from './methodNames.ts';
import type { MethodTable } from './methodTable.ts';

/** Of the own time, or of the calls, of a program: more than this in one package or class is nearly everything. */
export const NEARLY_ALL = 0.8;
const CORE_CLASS = /^(?:java|javax|jdk|sun|com\.sun)\./;

/** Of the JDK. */
export function isCoreClass(className: string): boolean {
  return CORE_CLASS.test(className);
}

/** What colours of frames tell apart. */
export type Coloring = 'package' | 'class' | 'method';

/** By what a method is coloured: methods of one name have one colour, whatever their parameters. */
export function coloredName(
  { className, name }: Pick<MethodInfo, 'className' | 'name'>,
  by: Coloring,
): string {
  switch (by) {
    case 'package':
      return packageName(className);
    case 'class':
      return className;
    case 'method':
      return `${className}.${name}`;
  }
}

/**
 * What colours tell most of a program: packages; where nearly everything outside of the JDK is in one of them, classes; where
 * nearly everything is in one class, methods. O(nodes).
 */
export function tellingColoring(
  { length, method, selfNs, totalNs, calls }: ExactTree,
  methods: MethodTable,
): Coloring {
  const weights = totalNs[0] > 0 ? selfNs : calls;
  const ofMethods = new Float64Array(methods.nameRanks.length);
  for (let node = 1; node < length; node++)
    if (method[node] < ofMethods.length) ofMethods[method[node]] += weights[node];
  const isOne = (by: Coloring): boolean => {
    const ofNames = new Map<string, number>();
    let all = 0;
    for (const info of methods.all) {
      const weight = ofMethods[info.id];
      if (weight === 0 || info.className === '' || isCoreClass(info.className)) continue;
      const name = coloredName(info, by);
      ofNames.set(name, (ofNames.get(name) ?? 0) + weight);
      all += weight;
    }
    return [...ofNames.values()].some((weight) => weight > NEARLY_ALL * all);
  };
  return !isOne('package') ? 'package' : !isOne('class') ? 'class' : 'method';
}

/** One of `colors` colours for a package, class or method: always the same, in every view, run and recording. Several may share one. */
export function nameColor(name: string, colors: number): number {
  return mixed(stableHash(name)) % colors;
}

/** Names of one program differ in their last letters, which the low bits of FNV-1a alone tell badly apart: the end of MurmurHash3. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** FNV-1a over UTF-16 units, 32 bits. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
