import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JDKS, type Jdk } from '../e2e/fixtures/jdks.ts';
import { formatBytes } from '../shared/naming/formatNumbers.ts';
import { argument } from './argument.ts';
import { median } from './median.ts';
import { compiled } from './realPrograms/compiled.ts';
import type { Recorder, Setting } from './realPrograms/contenders.ts';
import { outputOf } from './realPrograms/outputOf.ts';
import { missingOf, REAL_PROGRAMS, roundOf, type RealProgram } from './realPrograms/programs.ts';
import type { Host, Round } from './realPrograms/roundsJvm.ts';
import { startRecorded } from './realPrograms/warm.ts';

/**
 * What it costs to follow one object in 512 KiB (`--live 512k`), beside a recording that counts objects: CPU time of the process in warm
 * rounds, and what the heap holds after them. Collectors and the pump count. The compilers do not: a warm program has none of theirs, and
 * on a busy machine it differs more between two equal JVMs than what is measured. Rounds of both in turn, the order reversed each time;
 * judged is the median of the ratios of neighbours. Told beside it, of two JVMs that both only count: by so much equal ones differ, as
 * their compilers inline otherwise. `npm run bench -- liveCost`: some 30 minutes; `--jdk=17`, `--only=h2`: of that JDK or program.
 *
 * Without escape analysis (-XX:-DoEscapeAnalysis) it costs as much: +4.4 % and +7.3 % of javac and H2 on JDK 17, with it +1.2 % and +5.3 %
 * (three pairs). So it is not objects that the compiler kept off the heap before.
 */
const GOALS = { cpu: 0.05, heap: 0.01 };
const PROGRAMS = ['javac', 'h2'];
/** JVMs of each kind, one pair after the other: what compilers inline differs. */
const PAIRS = { judged: 5, told: 3 };
const ROUNDS = 8;
/** Of the clock of /proc, ten ms: what is shorter says too little. */
const SHORTEST_TICKS = 40;
/** CPU time with the compilers. Sooner nothing is compiled; then it is warm once compilers take a small share of it. */
const WARM_UP_TICKS = { least: 500, most: 1_500 } as const;
const COMPILERS_SHARE = 0.1;
/** So that no compiler's thread ends, and its time with it. */
const STEADY_COMPILERS = ['-XX:-UseDynamicNumberOfCompilerThreads'];

const OBJECTS: Recorder = { name: 'objects', clock: 'none', options: ['--metrics', 'calls,objects'] };
const LIVE: Recorder = { name: 'live', clock: 'none', options: [...OBJECTS.options, '--live', '512k'] };
const ALIKE: Recorder = { ...OBJECTS, name: 'objects-too' };

type Recorders = readonly [counts: Recorder, other: Recorder];

type RoundsJvm = Host<Round> & { readonly pid: number };

interface Ticks {
  readonly all: number;
  readonly compilers: number;
}

/** What a pair of JVMs has needed: one that counts, and one that follows objects too, or only counts as well. */
interface Pair {
  /** Of each round: CPU time of the second one by that of the first one. */
  readonly ratios: readonly number[];
  readonly heapBytes: readonly [counts: number, follows: number];
}

/** CPU time of a process or a thread, in ticks of 10 ms. proc(5): utime and stime, behind the name in brackets. */
function ticksOf(folder: string): number {
  const stat = readFileSync(`${folder}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** "" of a thread that has ended meanwhile. */
function nameOf(thread: string): string {
  try {
    return readFileSync(`${thread}/comm`, 'latin1');
  } catch {
    return '';
  }
}

function cpuTicks(pid: number): Ticks {
  const threads = readdirSync(`/proc/${pid}/task`).map((tid) => `/proc/${pid}/task/${tid}`);
  const compilers = threads.filter((thread) => /^C[12] Compiler/.test(nameOf(thread)));
  return {
    all: ticksOf(`/proc/${pid}`),
    compilers: compilers.reduce((sum, thread) => sum + ticksOf(thread), 0),
  };
}

async function ticksDuring(pid: number, work: () => Promise<void>): Promise<Ticks> {
  const before = cpuTicks(pid);
  await work();
  const after = cpuTicks(pid);
  return { all: after.all - before.all, compilers: after.compilers - before.compilers };
}

/** @returns rounds that take SHORTEST_TICKS */
async function warmUp(host: RoundsJvm): Promise<number> {
  for (;;) {
    const rounds = 5;
    const { all, compilers } = await ticksDuring(host.pid, async () => {
      for (let i = 0; i < rounds; i++) await host.round();
    });
    const total = cpuTicks(host.pid).all;
    const isWarm = total >= WARM_UP_TICKS.least && compilers <= COMPILERS_SHARE * all;
    if (isWarm || total >= WARM_UP_TICKS.most)
      return Math.ceil((SHORTEST_TICKS * rounds) / Math.max(1, all - compilers));
  }
}

/** What lives in its heap: a collection comes before it. */
async function heapBytes(jdk: Jdk, pid: number): Promise<number> {
  const histogram = await outputOf(jdk.tool('jcmd'), [String(pid), 'GC.class_histogram']);
  return Number(/^Total +\d+ +(\d+)/m.exec(histogram)?.[1] ?? NaN);
}

async function measurePair(setting: Setting, program: RealProgram, recorders: Recorders): Promise<Pair> {
  const hosts: RoundsJvm[] = [];
  try {
    for (const recorder of recorders) hosts.push(await startRecorded(setting, program, recorder));
    const times = Math.max(await warmUp(hosts[0]), await warmUp(hosts[1]));
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ticks = [0, 0];
      for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const { all, compilers } = await ticksDuring(hosts[which].pid, async () => {
          for (let i = 0; i < times; i++) await hosts[which].round();
        });
        ticks[which] = all - compilers;
      }
      ratios.push(ticks[1] / ticks[0]);
    }
    const [counts, follows] = hosts;
    const { jdk } = setting;
    return { ratios, heapBytes: [await heapBytes(jdk, counts.pid), await heapBytes(jdk, follows.pid)] };
  } finally {
    for (const host of hosts) await host.end();
  }
}

interface Cost {
  readonly cpu: number;
  readonly heap: number;
  readonly text: string;
}

async function measure(
  setting: Omit<Setting, 'folder'>,
  program: RealProgram,
  recorders: Recorders,
  count: number,
): Promise<Cost> {
  const pairs: Pair[] = [];
  for (let i = 0; i < count; i++) {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-live-'));
    try {
      pairs.push(await measurePair({ ...setting, folder }, program, recorders));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const cpu = median(pairs.flatMap(({ ratios }) => ratios)) - 1;
  const moreHeap = pairs.map(({ heapBytes: [counts, follows] }) => follows / counts - 1);
  const heap = median(moreHeap);
  const byPair = pairs.map(({ ratios }) => percent(median(ratios) - 1)).join(', ');
  const text =
    `CPU ${percent(cpu)} (pairs: ${byPair}), heap ${percent(heap)} (${moreHeap.map(percent).join(', ')}) of ` +
    formatBytes(pairs[0].heapBytes[0]);
  return { cpu, heap, text };
}

async function judge(setting: Omit<Setting, 'folder'>, program: RealProgram): Promise<void> {
  const name = `${setting.jdk.name} ${program.name.padEnd(6)}`;
  const round = roundOf(program);
  const steady = { ...round, jvmArgs: [...(round.jvmArgs ?? []), ...STEADY_COMPILERS] };
  const { cpu, heap, text } = await measure(setting, steady, [OBJECTS, LIVE], PAIRS.judged);
  const isMet = cpu <= GOALS.cpu && heap <= GOALS.heap;
  if (!isMet) process.exitCode = 1;
  console.log(`${name} ${text}${isMet ? '' : '   missed'}`);
  const told = await measure(setting, steady, [OBJECTS, ALIKE], PAIRS.told);
  console.log(`${name}   two that only count: ${told.text}`);
}

function percent(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)} %`;
}

const jdkAsked = argument('--jdk');
const chosen = argument('--only')?.split(',') ?? PROGRAMS;
for (const jdk of JDKS.filter(({ feature }) => jdkAsked === undefined || feature === Number(jdkAsked))) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-live-'));
  try {
    const programs = REAL_PROGRAMS.filter(({ name }) => chosen.includes(name));
    const classes = compiled(jdk, folder, programs);
    for (const program of programs) {
      const missing = missingOf(program);
      if (missing !== null) console.log(`${program.name}: left out, there is no ${missing}`);
      else await judge({ jdk, classes }, program);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
