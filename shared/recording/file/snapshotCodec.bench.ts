/**
 * Writing and reading a recording of 1,000,000 contexts of 20,000 methods: time, and bytes for each context.
 * Goals: read within 1 s, at most 20 bytes for each context.
 * Run: npm run bench -- snapshotCodec
 */
import { walkedRecording } from '../../testing/walkedRecording.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshotCodec.ts';

const NODES = 1_000_000;
const METHODS = 20_000;
const PASSES = 5;

const snapshot = walkedRecording(NODES, METHODS);

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
