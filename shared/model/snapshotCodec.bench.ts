/**
 * Writing and reading a recording of 1,000,000 contexts of 20,000 methods: time, and bytes for each context. The tree is a
 * random walk like that of a program: contexts appear near their callers, most are called seldom, some very often.
 * Goals: read within 1 s, at most 20 bytes for each context.
 * Run: npm run bench -- snapshotCodec
 */
import { FIRST_METHOD_ID } from '../base/ids.ts';
import type { MethodId } from '../base/ids.ts';
import type { CctTable } from '../cct/cctTable.ts';
import { seededRandom } from '../testing/arbitraryEvents.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshotCodec.ts';

const NODES = 1_000_000;
const METHODS = 20_000;
const PASSES = 5;

const snapshot = {
  ...exampleSnapshot('main: 0>A 5<A'),
  methods: Array.from({ length: METHODS }, (_, i) => ({
    id: (FIRST_METHOD_ID + i) as MethodId,
    className: `com.acme.shop.module${i % 40}.Component${i % 1_500}`,
    name: `method${i}`,
    descriptor: '(Ljava/lang/String;I)Ljava/util/Map;',
    root: i === 0,
  })),
  threads: [{ id: 1, name: 'main', virtual: false, table: walkedTree() }],
};

const writeMs: number[] = [];
const readMs: number[] = [];
let fileBytes = 0;
for (let pass = 0; pass < PASSES; pass++) {
  const start = performance.now();
  const bytes = encodeSnapshot(snapshot);
  const written = performance.now();
  decodeSnapshot(bytes);
  writeMs.push(written - start);
  readMs.push(performance.now() - written);
  fileBytes = bytes.length;
}
console.log(
  `${NODES} contexts, ${METHODS} methods: ${(fileBytes / 1e6).toFixed(1)} MB, ${(fileBytes / NODES).toFixed(1)} bytes a context; ` +
    `write ${range(writeMs)}, read ${range(readMs)}`,
);

function range(ms: readonly number[]): string {
  return `${Math.min(...ms).toFixed(0)} to ${Math.max(...ms).toFixed(0)} ms`;
}

function walkedTree(): CctTable {
  const random = seededRandom(1);
  const length = NODES + 1;
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
    table.method[node] = FIRST_METHOD_ID + ((caller + Math.floor(random() ** 3 * METHODS)) % METHODS);
    table.calls[node] = Math.ceil(1 / (random() + 1e-6));
    table.counted[node] = random() < 0.2 ? 1 : 0;
    if (table.counted[node] === 0) {
      table.selfNs[node] = Math.floor(table.calls[node] * (50 + 5_000 * random() ** 4));
      above = node;
    }
  }
  return table;
}
