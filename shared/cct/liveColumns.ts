import { LIVE_BYTES, LIVE_OBJECTS, type LiveTable } from './liveTable.ts';
import type { SelfColumns } from './metricColumns.ts';

/** @param length nodes of the tree */
export function liveColumns(live: LiveTable, length: number): SelfColumns {
  const objects = new Float64Array(length);
  const bytes = new Float64Array(length);
  for (let row = 0; row < live.length; row++) {
    objects[live.node[row]] += live.objects[row];
    bytes[live.node[row]] += live.bytes[row];
  }
  return new Map([
    [LIVE_OBJECTS, objects],
    [LIVE_BYTES, bytes],
  ]);
}
