import type { ClassCounts } from '../../shared/recording/sets/classHistogram.ts';

/** The objects of a shop that forgets to close its sessions: 120 more each time it is counted. */
export function fakeCounts(times: number): ClassCounts {
  const rows: readonly (readonly [name: string, module: string, objects: number, each: number])[] = [
    ['byte[]', 'java.base', 41_000 + times * 120, 96],
    ['java.lang.String', 'java.base', 38_500 + times * 120, 24],
    ['com.acme.shop.Session', '', 900 + times * 120, 48],
    ['java.util.HashMap$Node', 'java.base', 12_300 + times * 120, 32],
    ['com.acme.shop.order.Order', '', times % 2 === 0 ? 410 : 380, 64],
    ['com.acme.shop.CloseListener', '', 60 + times * 2, 16],
  ];
  return {
    classes: rows.map(([name]) => name),
    modules: rows.map(([, module]) => module),
    objects: rows.map(([, , objects]) => objects),
    bytes: rows.map(([, , objects, each]) => objects * each),
  };
}
