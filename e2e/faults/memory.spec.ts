import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { installedCodeOf, type InstalledCode } from '../fixtures/installedCode.ts';
import { CLI, reportOf, type Report } from '../fixtures/cli.ts';
import { JDKS, longJdks, type Jdk } from '../fixtures/jdks.ts';
import { LineReader } from '../fixtures/lineReader.ts';
import { sluiceThreadsOf } from '../fixtures/processState.ts';
import { startTarget, type Target } from '../fixtures/targets.ts';

/** Row X47 of the fault matrix: the tool runs out of memory while it records. The target loses nothing, nor does the recording. */

/** Programs, and the classes of each whose bytes are compared: to look at one takes a swap. */
const LOOKED_AT = { ManyContexts: 'ManyContexts', ManyClasses: 'ManyClasses$Unit0000' };
type Program = keyof typeof LOOKED_AT;
/** Seven million contexts, of which each takes the tool 30 to 50 bytes. */
const DEPTH = 15;
const MIB = 2 ** 20;
const STOPPED_EARLY = /warning: The recording was stopped early, for the memory runs out: \d+ MiB are taken/;
/** Node itself has 730 MB of addresses. */
const ADDRESS_SPACE_KIB = 1_200 * 1024;
const GROUP_BYTES = 300 * MIB;
/** The tool keeps some kB of each class: 90 MiB of these on JDK 25. */
const CLASSES = 20_000;
/** At 70 % of it a start or a recording ends by itself, at 80 % V8 may end the tool (memoryWatch.ts): 20,000 loads take 50 MiB, their probes 100. */
const HEAP_MIB = { tooSmallToLoad: 36, tooSmallToStart: 118, tooSmallToAttach: 40 };

test.skip(process.platform !== 'linux', 'limits of memory are those of Linux');

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-memory-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of longJdks('newest')) {
  test(`a recording ends by itself, complete, before its addresses are used up, ${jdk.name}`, async () => {
    const { stderr, report } = await record(jdk, 'ManyContexts', {
      jvmArgs: [`-Ddepth=${DEPTH}`],
      limit: [`ulimit -v ${ADDRESS_SPACE_KIB}`],
    });
    expect(stderr).toMatch(STOPPED_EARLY);
    expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
  });

  test(`a recording ends by itself, complete, before it has taken all memory of its control group, ${jdk.name}`, async () => {
    const group = controlGroup(GROUP_BYTES);
    test.skip(group === null, 'control groups are made by root');
    if (group === null) return;
    try {
      const { stderr, report } = await record(jdk, 'ManyContexts', {
        jvmArgs: [`-Ddepth=${DEPTH}`],
        limit: [`echo $$ > ${join(group, 'cgroup.procs')}`],
      });
      expect(stderr).toMatch(STOPPED_EARLY);
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
    } finally {
      rmdirSync(group);
    }
  });

  test(`a recording ends by itself before the heap of the tool is full, ${jdk.name}`, async () => {
    test.setTimeout(300_000);
    const { stderr, report } = await record(jdk, 'ManyClasses', {
      jvmArgs: ['-Dclasses=20', '-Dcalled=20', `-Dlate=${CLASSES}`, '-Xmx1g'],
      heapMiB: HEAP_MIB.tooSmallToLoad,
    });
    expect(stderr).toMatch(
      /warning: The recording was stopped early, for the memory runs out: \d+ MiB of the \d+ MiB that the heap/,
    );
    expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
  });
}

for (const jdk of JDKS) {
  test(`a start ends by itself before the heap of the tool is full, and leaves the target as it was, ${jdk.name}`, async () => {
    const { code, stderr, report } = await record(jdk, 'ManyClasses', {
      jvmArgs: [`-Dclasses=${CLASSES}`, '-Dcalled=20', '-Xmx1g'],
      heapMiB: HEAP_MIB.tooSmallToStart,
    });
    expect(stderr).toMatch(
      /The recording did not begin, for the memory runs out: \d+ MiB of the \d+ MiB that the heap/,
    );
    expect(code).toBe(1);
    expect(report).toBeNull();
  });

  test(`a tool that V8 ends for want of memory leaves the target as it was, ${jdk.name}`, async () => {
    const { code, stderr, report } = await record(jdk, 'ManyClasses', {
      jvmArgs: [`-Dclasses=${CLASSES}`, '-Dcalled=20', '-Xmx1g'],
      heapMiB: HEAP_MIB.tooSmallToAttach,
    });
    expect(stderr).toContain('JavaScript heap out of memory');
    expect(code).not.toBe(0);
    expect(report).toBeNull();
  });
}

interface Limits {
  readonly jvmArgs: readonly string[];
  /** What the shell does before it becomes the command line. */
  readonly limit?: readonly string[];
  readonly heapMiB?: number;
}

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  /** null: nothing was saved. */
  readonly report: Report | null;
}

/** Records a program under limits until the tool ends, by itself; the program must be as it was then. */
async function record(jdk: Jdk, program: Program, { jvmArgs, limit = [], heapMiB }: Limits): Promise<Ended> {
  const target = await startTarget(jdk, program, { jvmArgs });
  const file = join(folder, `${program}-${target.pid}.sluice`);
  const codeBefore = await installedCodeOf(jdk, target.pid, LOOKED_AT[program]);
  const heap = heapMiB === undefined ? [] : [`--max-old-space-size=${heapMiB}`];
  const options = ['--root', `${program}::root`, '--count-trivial', 'off', '--output', file];
  const command = [process.execPath, ...heap, CLI, 'record', String(target.pid), ...options];
  const shell = ['ulimit -c 0', ...limit, 'exec "$@"'].join(' && ');
  const tool = spawn('sh', ['-c', shell, 'sh', ...command], { stdio: ['ignore', 'ignore', 'pipe'] });
  const stderr = new LineReader(tool.stderr);
  const closed = once(tool, 'close') as Promise<[number | null]>;
  try {
    const recorded = await stderr.waitFor(/^recording/).catch(() => null); // it may end before
    if (recorded !== null) await target.send('run');
    const [code] = await closed;
    await expectUntouched(jdk, target, program, codeBefore);
    const report = existsSync(file) ? await reportOf(file) : null;
    return { code, stderr: stderr.text, report };
  } finally {
    tool.kill('SIGKILL');
    await target.stop();
  }
}

async function expectUntouched(
  jdk: Jdk,
  target: Target,
  program: Program,
  codeBefore: InstalledCode,
): Promise<void> {
  await waitUntil(() => sluiceThreadsOf(target.pid).length === 0, 'the end of the agent threads', 60_000);
  expect(await installedCodeOf(jdk, target.pid, LOOKED_AT[program])).toEqual(codeBefore);
  await target.send('run');
  expect(target.errors.text).not.toMatch(/Exception|Error|Full thread dump/);
}

/** A new control group with so much memory, in either version of the file system; null: none can be made. */
function controlGroup(bytes: number): string | null {
  const versions = [
    { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
    { root: '/sys/fs/cgroup', limit: 'memory.max' },
  ];
  for (const { root, limit } of versions) {
    const group = join(root, `sluice-${process.pid}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    if (existsSync(join(group, limit))) {
      writeFileSync(join(group, limit), String(bytes));
      return group;
    }
    rmdirSync(group);
  }
  return null;
}
