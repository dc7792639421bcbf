import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JDKS, type Jdk } from '../e2e/fixtures/jdks.ts';
import { formatBytes } from '../shared/naming/formatNumbers.ts';
import { median } from './median.ts';
import { compiled } from './realPrograms/compiled.ts';
import type { Recorder, Setting } from './realPrograms/contenders.ts';
import { outputOf } from './realPrograms/outputOf.ts';
import { missingOf, REAL_PROGRAMS, roundOf, type RealProgram } from './realPrograms/programs.ts';
import { warmUp } from './realPrograms/roundsJvm.ts';
import { startRecorded } from './realPrograms/warm.ts';

/**
 * What it costs to follow one object in 512 KiB (`--live 512k`), beside a recording that counts objects: CPU time of the whole process
 * in warm rounds, in turn, medians of the ratio of neighbours; and what the heap holds after them. `npm run bench -- liveCost`
 */
const GOALS = { cpu: 0.05, heap: 0.01 };
const PROGRAMS = ['javac', 'h2'];
const ROUNDS = 15;
/** Of the clock of /proc, ten ms: a shorter round says too little. */
const SHORTEST_MS = 1_000;

const OBJECTS: Recorder = { name: 'objects', clock: 'none', options: ['--metrics', 'calls,objects'] };
const LIVE: Recorder = { name: 'live', clock: 'none', options: [...OBJECTS.options, '--live', '512k'] };

/** CPU time of a process, in ticks of 10 ms. proc(5): utime and stime, behind the name in brackets. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** What lives in its heap: a collection comes before it. */
async function heapBytes(jdk: Jdk, pid: number): Promise<number> {
  const histogram = await outputOf(jdk.tool('jcmd'), [String(pid), 'GC.class_histogram']);
  return Number(/^Total +\d+ +(\d+)/m.exec(histogram)?.[1] ?? NaN);
}

async function measure(setting: Setting, program: RealProgram): Promise<boolean> {
  const { jdk } = setting;
  const hosts = [
    await startRecorded(setting, program, OBJECTS),
    await startRecorded(setting, program, LIVE),
  ] as const;
  try {
    const [first] = [await warmUp(hosts[0]), await warmUp(hosts[1])];
    const times = Math.ceil(SHORTEST_MS / (first.ms / first.rounds));
    const ticks = async (host: (typeof hosts)[number]): Promise<number> => {
      const before = ticksOf(host.pid);
      for (let i = 0; i < times; i++) await host.round();
      return ticksOf(host.pid) - before;
    };
    const ratios: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const objects = await ticks(hosts[0]);
      ratios.push((await ticks(hosts[1])) / objects);
    }
    const more = median(ratios) - 1;
    const [bytes, liveBytes] = [await heapBytes(jdk, hosts[0].pid), await heapBytes(jdk, hosts[1].pid)];
    const moreHeap = liveBytes / bytes - 1;
    const isMet = more <= GOALS.cpu && moreHeap <= GOALS.heap;
    console.log(
      `${jdk.name} ${program.name.padEnd(8)}CPU ${percent(more)}, heap ${percent(moreHeap)} of ${formatBytes(bytes)}${isMet ? '' : '   missed'}`,
    );
    return isMet;
  } finally {
    for (const host of hosts) await host.end();
  }
}

function percent(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)} %`;
}

for (const jdk of JDKS) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-live-'));
  try {
    const programs = REAL_PROGRAMS.filter(({ name }) => PROGRAMS.includes(name));
    const setting = { jdk, classes: compiled(jdk, folder, programs), folder };
    for (const program of programs) {
      const missing = missingOf(program);
      if (missing !== null) console.log(`${program.name}: left out, there is no ${missing}`);
      else if (!(await measure(setting, roundOf(program)))) process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
