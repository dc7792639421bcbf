import { packageName } from './methodNames.ts';
import type { MethodTable } from './methodTable.ts';

/**
 * MethodId -> one of `colors` colours, by package: always the same for a package, in every view, run and recording.
 * Different packages may share a colour.
 */
export function packageColors(methods: MethodTable, colors: number): Uint8Array {
  const byPackage = new Map<string, number>();
  const column = new Uint8Array(methods.nameRanks.length);
  for (const { id, className } of methods.all) {
    const name = packageName(className);
    let color = byPackage.get(name);
    if (color === undefined) byPackage.set(name, (color = packageColor(name, colors)));
    column[id] = color;
  }
  return column;
}

/** The same for one package. */
export function packageColor(name: string, colors: number): number {
  return stableHash(name) % colors;
}

/** FNV-1a over UTF-16 units, 32 bits. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
