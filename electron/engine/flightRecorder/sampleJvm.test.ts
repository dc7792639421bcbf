// @module-tag slow
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { openRecording } from '../../../shared/importers/openRecording.ts';
import { jfrChunks } from '../../../shared/jfr/jfrChunks.ts';
import { recordingResults } from '../../../shared/recording/recordingResults.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  waitUntil,
  type TestJvm,
} from '../testing/javaFixture.ts';
import { sessionTraces } from '../testing/sessionTraces.ts';
import { canSampleCpuTime, sampleJvm } from './sampleJvm.ts';

/** Two threads: one at work, five hundred calls deep, and one that waits. */
const WORKER = `
public class Worker {
  static volatile long sum;
  public static void main(String[] args) throws Exception {
    Thread worker = new Thread(() -> { for (;;) deeper(500); }, "w\u00f6rker");
    worker.setDaemon(true);
    worker.start();
    System.out.println("ready");
    for (int c = System.in.read(); c >= 0; c = System.in.read()) {
      if (c == 'e') System.exit(0);
      if (c == 'h') Runtime.getRuntime().halt(0);
    }
  }
  static void deeper(int more) { if (more > 0) deeper(more - 1); else work(); }
  static void work() { for (int i = 0; i < 1_000_000; i++) sum += i ^ sum; }
}`;
/** By the timer, and by CPU time. */
const SAMPLE_TYPES = ['jdk.ExecutionSample', 'jdk.CPUTimeSample'];
const NEVER = new AbortController().signal;

/** Of the deepest context. */
function contextDepth({ length, parent }: { readonly length: number; readonly parent: Int32Array }): number {
  const depths = new Int32Array(length);
  for (let node = 1; node < length; node++) depths[node] = depths[parent[node]] + 1;
  return Math.max(...depths);
}

let classes = '';
beforeAll(() => void (classes = compileJava('Worker', WORKER)));
afterAll(() => removeFolder(classes));

describe.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))('a JVM of JDK $feature', (java) => {
  let jvm: TestJvm;
  beforeAll(async () => {
    jvm = await startJvm({ java, arguments: ['-cp', classes, 'Worker'] });
  });
  afterAll(() => jvm.stop());
  const jcmd = (...command: string[]): string =>
    execFileSync(`${java.home}/bin/jcmd`, [String(jvm.pid), ...command], { encoding: 'utf8' });

  it('tells its hottest method and thread, and keeps nothing of ours', async () => {
    let started = false;
    const { file: bytes } = await sampleJvm(
      jvm.pid,
      { durationMs: 2_000, periodMs: 10 },
      NEVER,
      () => (started = true),
    );
    expect(started).toBe(true);
    const snapshot = openRecording(bytes);
    expect(snapshot.target).toMatchObject({ pid: jvm.pid, mainClass: 'Worker' });
    expect(snapshot.calibration.stepNs).toBe(10e6);
    const { all, methods, threads } = recordingResults(snapshot);
    const hottest = all.method[all.selfNs.indexOf(Math.max(...all.selfNs))];
    expect(methods.get(hottest)).toMatchObject({ className: 'Worker', name: 'work' });
    const busiest = threads.toSorted((a, b) => b.tree.totalNs[0] - a.tree.totalNs[0])[0];
    expect(busiest.name).toBe('wörker');
    expect(contextDepth(all)).toBeGreaterThan(500);
    expect(snapshot.notes.join()).not.toContain('were cut');
    expect(jcmd('JFR.check')).toContain('No available recordings');
    expect(sessionTraces([process.pid])).toEqual([]);
  });

  it('takes samples of CPU time instead of those by the timer, where the JVM has them', async () => {
    const options = { durationMs: 1_000, periodMs: 10, cpuTime: 'instead' } as const;
    const { file: bytes } = await sampleJvm(jvm.pid, options, NEVER, () => {});
    const types = [...jfrChunks(bytes, () => {})].flatMap((chunk) =>
      [...chunk.events(({ name }) => SAMPLE_TYPES.includes(name))].map(({ type }) => type.name),
    );
    expect([...new Set(types)]).toEqual([canSampleCpuTime(java.feature) ? SAMPLE_TYPES[1] : SAMPLE_TYPES[0]]);
    const { all, methods } = recordingResults(openRecording(bytes));
    const hottest = all.method[all.selfNs.indexOf(Math.max(...all.selfNs))];
    expect(methods.get(hottest)).toMatchObject({ className: 'Worker', name: 'work' });
  });

  it('leaves the recording of somebody else alone', async () => {
    jcmd('JFR.start', 'name=theirs');
    await sampleJvm(jvm.pid, { durationMs: 200, periodMs: 20 }, NEVER, () => {});
    expect(jcmd('JFR.check')).toMatch(/name=theirs.*running/);
    expect(jcmd('JFR.check')).not.toContain('sluice');
    jcmd('JFR.stop', 'name=theirs');
  });

  it.each([
    ['ends by itself', (ending: TestJvm) => ending.process.stdin?.write('e')],
    ['halts', (ending: TestJvm) => ending.process.stdin?.write('h')],
    ['is killed', (ending: TestJvm) => ending.process.kill('SIGKILL')],
    ['is asked to end', (ending: TestJvm) => ending.process.kill('SIGTERM')],
  ])('has the samples of a program that %s meanwhile', { timeout: 60_000 }, async (_, end) => {
    const ending = await startJvm({ java, arguments: ['-cp', classes, 'Worker'] });
    try {
      const options = { durationMs: 60_000, periodMs: 10 };
      // What is followed tells that there are samples; they come once a second.
      const onMore = (): Promise<void> => Promise.resolve(void end(ending));
      const { file, cut } = await sampleJvm(ending.pid, { ...options, onMore }, NEVER, () => {});
      expect(cut).toBe('ended');
      expect(openRecording(file).durationMs).toBeLessThan(30_000);
      const { all, methods } = recordingResults(openRecording(file));
      const hottest = all.method[all.selfNs.indexOf(Math.max(...all.selfNs))];
      expect(methods.get(hottest)).toMatchObject({ className: 'Worker', name: 'work' });
      expect(ending.output()).toBe('ready\n');
      expect(sessionTraces([process.pid])).toEqual([]);
    } finally {
      await ending.stop();
    }
  });

  it(
    'has the samples of a program that stands still at the end, which is not printed at when it goes on',
    { tags: 'slow', timeout: 120_000 },
    async () => {
      const still = await startJvm({ java, arguments: ['-cp', classes, 'Worker'] });
      try {
        const onMore = (): Promise<void> => Promise.resolve(void still.process.kill('SIGSTOP'));
        const { file, cut } = await sampleJvm(
          still.pid,
          { durationMs: 3_000, periodMs: 10, onMore },
          NEVER,
          () => {},
        );
        expect(cut).toBe('unanswered');
        expect(openRecording(file).methods.map(({ name }) => name)).toContain('work');
        still.process.kill('SIGCONT');
        const check = (): string =>
          execFileSync(`${java.home}/bin/jcmd`, [String(still.pid), 'JFR.check'], { encoding: 'utf8' });
        await waitUntil(() => check().includes('No available recordings'), 'the end of the recording');
        expect(still.output()).toBe('ready\n');
      } finally {
        await still.stop();
        for (const name of sessionTraces([process.pid], ['/tmp']))
          rmSync(join('/tmp', name), { recursive: true });
      }
    },
  );

  it('ends when it is told to, and has what there is', async () => {
    const stop = new AbortController();
    const { file: bytes } = await sampleJvm(jvm.pid, { durationMs: 60_000, periodMs: 10 }, stop.signal, () =>
      stop.abort(),
    );
    expect(openRecording(bytes).durationMs).toBeLessThan(30_000);
  });
});

it('says of a JVM without a Flight Recorder what it lacks', async () => {
  const java = ensure(
    TEST_JDKS.findLast(({ hasCompiler }) => hasCompiler),
    'a JDK',
  );
  const home = join(classes, 'small');
  execFileSync(`${java.home}/bin/jlink`, ['--add-modules', 'java.base', '--output', home]);
  const jvm = await startJvm({ java: { ...java, home }, arguments: ['-cp', classes, 'Worker'] });
  try {
    await expect(
      sampleJvm(jvm.pid, { durationMs: 100, periodMs: 10 }, NEVER, () => {}),
    ).rejects.toMatchObject({
      code: 'not-attachable',
      message: expect.stringContaining('has no Flight Recorder') as string,
    });
    expect(sessionTraces([process.pid])).toEqual([]);
  } finally {
    await jvm.stop();
  }
});
