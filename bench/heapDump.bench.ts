import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpFile } from '../electron/engine/heapDump/dumpFile.ts';
import { HeapDump } from '../shared/hprof/heapDump.ts';
import { dumpRecords } from './recordsDump.ts';

/** A heap of ten million small objects, dumped and read with its dominators. Goals: read within 15 s and 1.2 GB. Run: npm run bench -- heapDump */
const MOST_MS = 15_000;
const MOST_BYTES = 1.2e9;

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-heap-'));
try {
  const file = join(folder, 'heap.hprof');
  const dumped = await dumpRecords(folder, file, 0);
  console.log(
    `JDK ${dumped.feature}: dumped ${(statSync(file).size / 1e6).toFixed(0)} MB in ${(dumped.ms / 1e3).toFixed(1)} s`,
  );
  let step = '';
  let stepMs = performance.now();
  const startMs = stepMs;
  const onProgress = (what: string): void => {
    if (what === step) return;
    if (step !== '') console.log(`  ${step}: ${((performance.now() - stepMs) / 1e3).toFixed(1)} s`);
    step = what;
    stepMs = performance.now();
  };
  const dump = await HeapDump.read(dumpFile(file), { onProgress });
  const { bytes } = await dump.retained();
  onProgress('');
  const ms = performance.now() - startMs;
  const cpuMs = process.cpuUsage().user / 1e3;
  const mostBytes = process.resourceUsage().maxRSS * 1024;
  console.log(
    `${dump.count} objects, ${dump.graph.referenceCount} references, ${(bytes[0] / 1e6).toFixed(0)} MB retained: read in ${(ms / 1e3).toFixed(1)} s (goal ${MOST_MS / 1e3}), ` +
      `at most ${(mostBytes / 1e9).toFixed(2)} GB (goal ${MOST_BYTES / 1e9}), ${(mostBytes / dump.count).toFixed(0)} bytes an object; CPU of all ${(cpuMs / 1e3).toFixed(1)} s`,
  );
  if (ms > MOST_MS || mostBytes > MOST_BYTES) {
    console.log('A goal is missed.');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
