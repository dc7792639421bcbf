import { kindOf, MADE_KIND, siteOf } from '../events/madeWord.ts';
import type { MadeTable } from './madeTable.ts';
import type { SelfColumns } from './metricColumns.ts';

/** In `more` of a tree: objects and arrays that a node's own invocations have made, the elements of the arrays, and what all take. */
export const OBJECTS = 'objects';
export const ELEMENTS = 'elements';
export const BYTES = 'bytes';

/** What the objects of a row take; those of a class whose size nobody has told take nothing. */
export function bytesOfRow(made: MadeTable, row: number, objectBytes: ReadonlyMap<number, number>): number {
  const code = made.code[row];
  if (kindOf(code) !== MADE_KIND.object) return made.arrayBytes[row];
  return made.objects[row] * (objectBytes.get(siteOf(code)) ?? 0);
}

/**
 * @param length nodes of the tree
 * @param objectBytes number of a site -> what an object of its class takes
 */
export function madeColumns(
  made: MadeTable,
  length: number,
  objectBytes: ReadonlyMap<number, number>,
): SelfColumns {
  const objects = new Float64Array(length);
  const elements = new Float64Array(length);
  const bytes = new Float64Array(length);
  for (let row = 0; row < made.length; row++) {
    const node = made.node[row];
    objects[node] += made.objects[row];
    elements[node] += made.elements[row];
    bytes[node] += bytesOfRow(made, row, objectBytes);
  }
  return new Map([
    [OBJECTS, objects],
    [ELEMENTS, elements],
    [BYTES, bytes],
  ]);
}
