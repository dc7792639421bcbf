import type { ExactTree } from '../cct/cctTable.ts';
import { packageName } from './methodNames.ts';
import type { MethodTable } from './methodTable.ts';

/** Of the own time, or of the calls, of a program: more than this in one package is nearly everything. */
const NEARLY_ALL = 0.9;
const CORE_CLASS = /^(?:java|javax|jdk|sun|com\.sun)\./;

/** Of the JDK. */
export function isCoreClass(className: string): boolean {
  return CORE_CLASS.test(className);
}

/** Whether nearly everything outside of the JDK is in one package: colours of packages would tell nothing then. O(nodes). */
export function isOnePackage(
  { length, method, selfNs, totalNs, calls }: ExactTree,
  methods: MethodTable,
): boolean {
  const weights = totalNs[0] > 0 ? selfNs : calls;
  const ofMethods = new Float64Array(methods.nameRanks.length);
  for (let node = 1; node < length; node++)
    if (method[node] < ofMethods.length) ofMethods[method[node]] += weights[node];
  const ofPackages = new Map<string, number>();
  let all = 0;
  for (const { id, className } of methods.all) {
    const weight = ofMethods[id];
    if (weight === 0 || className === '' || isCoreClass(className)) continue;
    const name = packageName(className);
    ofPackages.set(name, (ofPackages.get(name) ?? 0) + weight);
    all += weight;
  }
  return [...ofPackages.values()].some((weight) => weight > NEARLY_ALL * all);
}

/** One of `colors` colours for a package or a class: always the same, in every view, run and recording. Several may share one. */
export function nameColor(name: string, colors: number): number {
  return stableHash(name) % colors;
}

/** FNV-1a over UTF-16 units, 32 bits. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
