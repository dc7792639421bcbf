import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpFile } from '../electron/engine/heapDump/dumpFile.ts';
import { dumpHeap } from '../electron/engine/heapDump/dumpHeap.ts';
import { startJvm, TEST_JDKS } from '../electron/engine/testing/javaFixture.ts';
import { ensure } from '../shared/base/assert.ts';
import { HeapDump } from '../shared/hprof/heapDump.ts';

/**
 * A heap of ten million small objects, dumped and read with its dominators: records in a HashMap, each of which refers to the one before, so
 * that a path is 1.65 million objects long. Goals: read within 15 s and 1.2 GB. Run: npm run bench -- heapDump
 */
const MOST_MS = 15_000;
const MOST_BYTES = 1.2e9;
const RECORDS = 1_650_000;

const SOURCE = `
import java.util.*;
public class Records {
  static class Record { long id; Object key; Object before; Record(long i, Object k, Object b) { id = i; key = k; before = b; } }
  static final Map<Object, Record> all = new HashMap<>();
  public static void main(String[] args) throws Exception {
    Record last = null;
    for (int i = 0; i < ${RECORDS}; i++) { String key = "record " + i; all.put(key, last = new Record(i, new Object[] { i + 1000 }, last)); }
    last = null;
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-heap-'));
try {
  const java = ensure(TEST_JDKS.at(-1), 'a JDK');
  writeFileSync(join(folder, 'Records.java'), SOURCE);
  execFileSync(join(java.home, 'bin/javac'), ['-d', folder, join(folder, 'Records.java')]);
  const file = join(folder, 'heap.hprof');
  const jvm = await startJvm({ java, arguments: ['-Xmx2g', '-cp', folder, 'Records'] });
  try {
    const startMs = performance.now();
    const dump = await dumpHeap(jvm.pid, file, true, null);
    dump.linkTo(file);
    dump.remove();
    console.log(
      `JDK ${java.feature}: dumped ${(statSync(file).size / 1e6).toFixed(0)} MB in ${((performance.now() - startMs) / 1e3).toFixed(1)} s`,
    );
  } finally {
    await jvm.stop();
  }
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
