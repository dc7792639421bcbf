import { FIRST_METHOD_ID } from '../base/ids.ts';
import type { MethodId } from '../base/ids.ts';
import type { CctTable } from '../cct/cctTable.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { seededRandom } from './arbitraryEvents.ts';
import { exampleSnapshot } from './exampleSnapshot.ts';

/**
 * A large recording for benches, of one thread, always the same. Its tree is a random walk like that of a program: contexts
 * appear near their callers, most are called seldom, some very often, a fifth is only counted.
 */
export function walkedRecording(nodes: number, methods: number): Snapshot {
  return {
    ...exampleSnapshot('main: 0>A 5<A'),
    methods: Array.from({ length: methods }, (_, i) => ({
      id: (FIRST_METHOD_ID + i) as MethodId,
      className: `com.acme.shop.module${i % 40}.Component${i % 1_500}`,
      name: `method${i}`,
      descriptor: '(Ljava/lang/String;I)Ljava/util/Map;',
      root: i === 0,
    })),
    threads: [{ id: 1, name: 'main', virtual: false, table: walkedTree(nodes, methods) }],
  };
}

function walkedTree(nodes: number, methods: number): CctTable {
  const random = seededRandom(1);
  const length = nodes + 1;
  const table = {
    length,
    method: new Int32Array(length),
    parent: new Int32Array(length),
    calls: new Float64Array(length),
    selfNs: new Float64Array(length),
    counted: new Uint8Array(length),
  };
  table.method[0] = -1;
  table.parent[0] = -1;
  let above = 0;
  for (let node = 1; node < length; node++) {
    while (above > 0 && random() < 0.45) above = table.parent[above];
    table.parent[node] = above;
    // A method is called by few others: its id lies near that of its caller.
    const caller = Math.max(0, table.method[above] - FIRST_METHOD_ID);
    table.method[node] = FIRST_METHOD_ID + ((caller + Math.floor(random() ** 3 * methods)) % methods);
    table.calls[node] = Math.ceil(1 / (random() + 1e-6));
    table.counted[node] = random() < 0.2 ? 1 : 0;
    if (table.counted[node] === 0) {
      table.selfNs[node] = Math.floor(table.calls[node] * (50 + 5_000 * random() ** 4));
      above = node;
    }
  }
  return table;
}
