import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startRecording } from '../e2e/fixtures/cli.ts';
import { JDKS, type Jdk } from '../e2e/fixtures/jdks.ts';
import { LineReader } from '../e2e/fixtures/lineReader.ts';
import { compiled } from './realPrograms/compiled.ts';
import { median } from './median.ts';
import {
  jarPath,
  missingOf,
  REAL_PROGRAMS,
  rootPattern,
  roundOf,
  type RealProgram,
} from './realPrograms/programs.ts';
import { runRound } from './realPrograms/roundsJvm.ts';

/**
 * Whether `--max-overhead 10%` is kept: three real programs run rounds of their work, each in two warm JVMs, one bare
 * and one recorded by the clock nano. When nothing was switched off for some seconds, and rounds get no faster, as what was swapped
 * is compiled again, rounds of the two are compared in turn: CPU time of their thread, medians. Ends with 1 where a program is slower
 * by more than the limit and 3 percentage points, or where that was not known in time. At most 10 minutes, on the oldest JDK, with
 * `--full` on all, each: `npm run bench -- overheadBudget`
 */
const LIMIT = 0.1;
const SLACK = 0.03;
const PROGRAMS = (process.env['REAL_PROGRAMS'] ?? 'xalan,h2,rhino').split(',');
/** For one program, all together: rounds that would begin later are not begun, and one that runs then is given up. */
const PROGRAM_MS = 190_000;
/** So much of that is left for the rounds that are compared. */
const COMPARING_MS = 60_000;
/** So long nothing is switched off, and the budget has settled: it takes some seconds to see that a program is. */
const SETTLED_MS = 8_000;
/** Rounds are warm when those of so long are no faster than those of as long before, within this share. */
const WARM_MS = 4_000;
const WARM_SHARE = 0.03;
const LONGEST_WARM_UP_MS = 30_000;
/** Of each, as many as there is time for. */
const MOST_ROUNDS = 25;
const FEWEST_ROUNDS = 7;
const ENDING_MS = 10_000;

interface Host {
  readonly pid: number;
  /** @returns CPU time of the round, ms */
  round(): Promise<number>;
  stop(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-budget-'));

/** @param classes the folder of Rounds */
async function startHost(jdk: Jdk, classes: string, program: RealProgram, name: string): Promise<Host> {
  const input = join(folder, name);
  mkdirSync(input, { recursive: true });
  const classPath = [classes, ...program.jars.map(jarPath)].join(':');
  const settings = ['-Xmx1g', ...(program.jvmArgs ?? []), '-cp', classPath];
  const command = [...settings, 'Rounds', program.mainClass, ...program.args(input)];
  const child = spawn(jdk.tool('java'), command, { stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const says = new LineReader(child.stderr);
  const [, pid] = await says.waitFor(/^READY (\d+)/);
  return {
    pid: Number(pid),
    async round() {
      return (await runRound(child.stdin, says)).cpuMs;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Rounds until they get no faster, or for so long. @returns whether they are warm */
async function warmUp(host: Host, longestMs = LONGEST_WARM_UP_MS): Promise<boolean> {
  let beforeMs = Infinity;
  for (const startMs = performance.now(); performance.now() - startMs < longestMs;) {
    const rounds: number[] = [];
    for (const sinceMs = performance.now(); performance.now() - sinceMs < WARM_MS;)
      rounds.push(await host.round());
    const roundMs = median(rounds);
    if (roundMs > (1 - WARM_SHARE) * beforeMs) return true;
    beforeMs = roundMs;
  }
  return false;
}

interface Measured {
  readonly bareMs: number;
  /** How much slower the recorded one is: 0.1 is 10 %. */
  readonly slowdown: number;
  readonly methodsOut: number;
  /** How often the budget switched methods off, and when it did so last. */
  readonly switchOffs: number;
  readonly lastOffMs: number;
  /** Since it was recorded: rounds get no faster. */
  readonly settledMs: number;
  readonly isWarm: boolean;
}

/** Of one program: what is in hand, for the line that says how far it came. */
class Course {
  doing = 'the programs start';
  readonly endMs = performance.now() + PROGRAM_MS;

  /** Until the last moment at which rounds that are compared may begin. */
  get leftMs(): number {
    return this.endMs - COMPARING_MS - performance.now();
  }
}

async function measure(program: RealProgram, bare: Host, recorded: Host, course: Course): Promise<Measured> {
  course.doing = 'the bare programs get warm';
  await Promise.all([warmUp(bare), warmUp(recorded)]);
  course.doing = 'the recording begins';
  const file = join(folder, `${program.name}.sluice`);
  const options = ['--max-overhead', `${LIMIT * 100}%`, '--commands', '-'];
  const recording = await startRecording(recorded.pid, rootPattern(program), file, options);
  const startMs = performance.now();
  const switchOffs = (): number => recording.stderr.text.split('switched off ').length - 1;
  let seen = 0;
  let lastOffMs = 0;
  let isWarm = false;
  while (!isWarm && course.leftMs > 0) {
    course.doing = `it is recorded; methods were switched off ${seen} times`;
    const quietSinceMs = performance.now();
    while (performance.now() - quietSinceMs < SETTLED_MS && switchOffs() === seen && course.leftMs > 0)
      await recorded.round();
    if (switchOffs() === seen) isWarm = await warmUp(recorded, course.leftMs);
    if (switchOffs() === seen) continue;
    seen = switchOffs();
    lastOffMs = performance.now() - startMs;
    isWarm = false;
  }
  const settledMs = performance.now() - startMs;
  course.doing = 'rounds are compared';
  const bareMs: number[] = [];
  const recordedMs: number[] = [];
  const compareUntilMs = course.endMs - ENDING_MS;
  while (
    bareMs.length < FEWEST_ROUNDS ||
    (bareMs.length < MOST_ROUNDS && performance.now() < compareUntilMs)
  ) {
    bareMs.push(await bare.round());
    recordedMs.push(await recorded.round());
  }
  await recording.type('status', /recording; /);
  const [, methodsOut] = /switched off: (\d+)/.exec(recording.stderr.text) ?? [null, '0'];
  await recording.stop();
  return {
    bareMs: median(bareMs),
    slowdown: median(recordedMs) / median(bareMs) - 1,
    methodsOut: Number(methodsOut),
    switchOffs: switchOffs(),
    lastOffMs,
    settledMs,
    isWarm,
  };
}

/** @returns null: it took longer than it may */
async function measureInTime(
  jdk: Jdk,
  classes: string,
  program: RealProgram,
  course: Course,
): Promise<Measured | null> {
  const bare = await startHost(jdk, classes, program, `${jdk.name}-${program.name}-bare`);
  const recorded = await startHost(jdk, classes, program, `${jdk.name}-${program.name}-recorded`);
  const late = new AbortController();
  const measured = measure(program, bare, recorded, course);
  measured.catch(() => {}); // where it is given up, its programs are ended under it
  try {
    const given = delay(course.endMs - performance.now(), null, { signal: late.signal });
    given.catch(() => {});
    return await Promise.race([measured, given]);
  } finally {
    late.abort();
    await bare.stop();
    await recorded.stop();
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}

function lineOf({
  bareMs,
  slowdown,
  methodsOut,
  switchOffs,
  lastOffMs,
  settledMs,
  isWarm,
}: Measured): string {
  const columns = [
    `${bareMs.toFixed(0)} ms`.padStart(13),
    percent(LIMIT).padStart(9),
    percent(slowdown).padStart(11),
    String(methodsOut).padStart(14),
    `${switchOffs}, last ${seconds(lastOffMs)}`.padStart(16),
    seconds(settledMs).padStart(10),
  ];
  const verdict = slowdown <= LIMIT + SLACK ? 'kept' : 'missed';
  return `${columns.join('')}   ${verdict}${isWarm ? '' : ', and rounds were still getting faster'}`;
}

async function measureAll(jdk: Jdk, classes: string): Promise<void> {
  console.log(
    'program   a round, bare   budget   measured   methods out   switched off   settled   ' + jdk.name,
  );
  for (const name of PROGRAMS) {
    const program = REAL_PROGRAMS.find((each) => each.name === name);
    const missing = program === undefined ? name : missingOf(program);
    if (program === undefined || missing !== null) {
      console.log(`${name.padEnd(10)}is left out: ${missing} is missing`);
      process.exitCode = 1;
      continue;
    }
    const course = new Course();
    const measured = await measureInTime(jdk, classes, roundOf(program), course);
    const line = measured ? lineOf(measured) : `was not measured in ${seconds(PROGRAM_MS)}: ${course.doing}`;
    console.log(name.padEnd(10) + line);
    if (measured === null || measured.slowdown > LIMIT + SLACK) process.exitCode = 1;
  }
}

try {
  const programs = REAL_PROGRAMS.filter((each) => PROGRAMS.includes(each.name) && missingOf(each) === null);
  const classes = compiled(JDKS[0], folder, programs);
  for (const jdk of process.argv.includes('--full') ? JDKS : JDKS.slice(0, 1)) await measureAll(jdk, classes);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
