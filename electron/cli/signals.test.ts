import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_METHOD_ID, type MethodId, type ThreadId } from '../../shared/base/ids.ts';
import { OBJECT_TYPE } from '../../shared/hprof/dumpFormat.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { DumpWriter } from '../../shared/testing/dumpWriter.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { METHODS, millionNodes } from '../../shared/testing/millionNodes.ts';
import { buildCli } from './testing/cliProcess.ts';
import { waitUntil } from '../engine/testing/javaFixture.ts';

/** Commands that compute for seconds, each asked to end in the midst of that. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  report: ['report', 'huge.sluice'],
  'report in JSON': ['report', 'huge.sluice', '--format', 'json'],
  diff: ['diff', 'huge.sluice', 'huge.sluice'],
  view: ['view', 'huge.sluice', '--no-open', '--account', 'all=**'],
  export: ['convert', 'huge.sluice', '-o', 'out.pb.gz'],
  threads: ['threads', 'huge.txt'],
  'report of a Flight Recorder file': ['report', 'huge.jfr'],
  heap: ['heap', 'huge.hprof'],
  'heap, a packed dump': ['heap', 'huge.hprof.gz'],
  'heap, its suspects': ['heap', 'huge.hprof', '--view', 'suspects'],
};
const FILES = ['huge.hprof', 'huge.hprof.gz', 'huge.jfr', 'huge.sluice', 'huge.txt'];
const THREADS = 8;
const OBJECTS = 3_000_000;
const FIELDS = 4;
const HUGE_SAMPLES = Array.from(
  { length: 600_000 },
  (_, i) => `t${i % 50}: A.run B${i % 500}.work${i % 7}:${i % 90}`,
);
/** Starting takes less, and all of it much more. */
const IN_THE_MIDST_S = 1;
const SOON_MS = 1_000;

let folder = '';
let script = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-signals-'));
  writeFileSync(join(folder, 'huge.sluice'), encodeSnapshot(hugeRecording()));
  writeFileSync(join(folder, 'huge.txt'), hugeDump());
  writeFileSync(join(folder, 'huge.jfr'), jfrFile(HUGE_SAMPLES));
  const heap = hugeHeapDump();
  writeFileSync(join(folder, 'huge.hprof'), heap);
  writeFileSync(join(folder, 'huge.hprof.gz'), gzipSync(heap, { level: 1 }));
  script = await buildCli('signals');
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(script, { force: true });
});

function hugeRecording() {
  const table = millionNodes();
  return exampleSnapshot('main: 0>a 1<a', {
    methods: Array.from({ length: METHODS }, (_, i) => ({
      ...{ id: (FIRST_METHOD_ID + i) as MethodId, className: `demo.C${i}`, name: 'run', descriptor: '()V' },
      root: i === 0,
    })),
    threads: Array.from({ length: THREADS }, (_, i) => ({
      ...{ id: (i + 1) as ThreadId, name: `thread ${i}`, virtual: false, table },
    })),
  });
}

function hugeDump(): string {
  const frames = '\tat demo.Worker.run(Worker.java:12)\n'.repeat(50);
  const threads = Array.from(
    { length: 40_000 },
    (_, i) => `"worker ${i}" #${i} prio=5 tid=0x1 nid=0x1 runnable\n${frames}\n`,
  );
  return `Full thread dump OpenJDK 64-Bit Server VM (25 mixed mode):\n\n${threads.join('')}`;
}

/** A ring of objects, each of which refers to others far from it. */
function hugeHeapDump(): Uint8Array {
  const writer = new DumpWriter();
  const fields = Array.from({ length: FIELDS }, (_, i) => ({ name: `f${i}`, type: OBJECT_TYPE }));
  writer.classDump({ id: 0x1000, name: 'demo/Node', fields });
  const address = (i: number): number => 0x10_0000 + (i % OBJECTS) * 64;
  for (let i = 0; i < OBJECTS; i++)
    writer.instance(
      address(i),
      0x1000,
      fields.map((_, j) => [OBJECT_TYPE, address(i * (j + 1) + 1)]),
    );
  writer.root('unknown root', address(0));
  return writer.finish();
}

/** By the clock of its threads: [[days-]hours:]minutes:seconds. */
function cpuSeconds(pid: number): number {
  const text = execFileSync('ps', ['-o', 'time=', '-p', String(pid)]).toString();
  return text
    .split(/[-:]/)
    .reduce((sum, part, i, { length }) => (i === 0 && length > 3 ? 24 : 60) * sum + Number(part), 0);
}

/** @param isReady whether it is in the midst of what it is asked to leave */
async function endsSoon(args: readonly string[], signal: NodeJS.Signals, isReady: (pid: number) => boolean) {
  const child = spawn(process.execPath, [script, ...args], { cwd: folder, stdio: 'ignore' });
  try {
    const ended = new Promise<readonly unknown[]>((resolve) => child.once('exit', (...how) => resolve(how)));
    await waitUntil(() => child.exitCode !== null || isReady(child.pid ?? 0), 'the midst', 60_000);
    expect(child.exitCode, 'it has ended before').toBe(null);
    const askedMs = performance.now();
    child.kill(signal);
    const [code, by] = await ended;
    expect(performance.now() - askedMs).toBeLessThan(SOON_MS);
    expect(by ?? code).toBe(by === null ? 128 + constants.signals[signal] : signal);
    expect(readdirSync(folder).sort()).toEqual(FILES);
  } finally {
    child.kill('SIGKILL');
  }
}

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', { tags: 'slow', timeout: 90_000 }, (signal) => {
  it.each(Object.entries(COMMANDS))('ends %s of a huge file within a second', (_, args) =>
    endsSoon(args, signal, (pid) => cpuSeconds(pid) >= IN_THE_MIDST_S),
  );

  it('ends an export within a second while its file is written, and nothing of that is left', () =>
    endsSoon(['convert', 'huge.sluice', '-o', 'out.speedscope.json'], signal, () =>
      readdirSync(folder).some((name) => name.endsWith('.part')),
    ));
});
