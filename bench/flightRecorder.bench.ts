import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fromRoot } from '../build/tree.mjs';
import { JDKS, type Jdk } from '../e2e/fixtures/jdks.ts';
import { startTarget, type Target } from '../e2e/fixtures/targets.ts';
import { isOfSluice } from '../shared/threads/toolThreads.ts';
import { sampleJvm } from '../electron/engine/flightRecorder/sampleJvm.ts';
import { jfrRecording } from '../shared/importers/jfrRecording.ts';
import { LiveRecording, type ChunkPart } from '../shared/importers/liveRecording.ts';
import type { Snapshot } from '../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { median } from './median.ts';
import { REAL_PROGRAMS } from './realPrograms/programs.ts';

/**
 * What samples of the Flight Recorder cost, on each JDK: the first start and later ones; reading a file of samples, and one of all
 * that the JVM's own settings tell; a look at what is running now, early and late; what the program is slower by at 1 ms. Of threads' CPU time but for the starts, so other work on the machine
 * counts little; of a start, what the JVM's thread of commands did not wait for a core. Ends with 1 where a goal is missed. `npm run bench -- flightRecorder`; with `--periods` it tells
 * what a look at a thread costs, and what it costs to stop one without any JVM.
 */
const GOALS = { firstStartMs: 1_500, laterStartMs: 100, mbPerS: 50, samplesPerS: 100_000, slowdown: 0.02 };
const LATER_STARTS = 7;
const FILE_MS = 20_000;
const READS = 7;
const BUFFER_OF_OBJECTS = '4k';
const LOOKED_MS = 60_000;
const LOOKS_COMPARED = 5;
/** A line that has come to its end begins before that. */
const LAST_LINE_CHARS = 200;
const TURNS = 8;
const TURN_MS = 3_000;
/** Asked with `--periods`. */
const PERIODS_MS = [1, 5];
/** As long as a look at a stack takes, or not at all. */
const HOLDS_US = [0, 20];
/** In half of them it is stopped: a second each. */
const STOPPED_PHASES_S = 16;

const missed: string[] = [];
function goal(name: string, text: string, isMet: boolean): void {
  console.log(`  ${name.padEnd(44)}${text}${isMet ? '' : '   missed'}`);
  if (!isMet) missed.push(name);
}

/** CPU time of this thread, ms. */
function ranMs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

/** What the thread that obeys commands was ready to run and had no core, ms; 0 before there is one. */
function commandsWaitedMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const task = readdirSync(folder).find((each) =>
    textOf(`${folder}/${each}/comm`).startsWith('Attach Listene'),
  );
  return task === undefined ? 0 : Number(textOf(`${folder}/${task}/schedstat`).split(' ')[1]) / 1e6;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // the thread has ended
  }
}

async function startMs(pid: number): Promise<{ readonly wallMs: number; readonly waitedMs: number }> {
  const beganMs = performance.now();
  const waited = commandsWaitedMs(pid);
  let wallMs = NaN;
  let waitMs = NaN;
  await sampleJvm(pid, { durationMs: 1, periodMs: 10 }, new AbortController().signal, () => {
    wallMs = performance.now() - beganMs;
    waitMs = commandsWaitedMs(pid) - waited;
  });
  return { wallMs, waitedMs: waitMs };
}

async function starts(jdk: Jdk): Promise<void> {
  const program = await startTarget(jdk, 'Polymorphism');
  try {
    const all = [];
    for (let i = 0; i <= LATER_STARTS; i++) all.push(await startMs(program.pid));
    const free = all.map((each) => Math.max(0, each.wallMs - each.waitedMs));
    const later = median(free.slice(1));
    const text = (ms: number, wallMs: number): string =>
      `${ms.toFixed(0)} ms (${wallMs.toFixed(0)} with waits for a core)`;
    goal('first start', text(free[0], all[0].wallMs), free[0] < GOALS.firstStartMs);
    goal(
      'later ones, median',
      text(later, median(all.slice(1).map((each) => each.wallMs))),
      later < GOALS.laterStartMs,
    );
  } finally {
    await program.stop();
  }
}

async function reading(jdk: Jdk): Promise<void> {
  const program = await startTarget(jdk, 'SixBusy');
  try {
    const { signal } = new AbortController();
    const parts: (readonly ChunkPart[])[] = [];
    const onMore = (more: readonly ChunkPart[]): Promise<void> => Promise.resolve(void parts.push(more));
    await sampleJvm(
      program.pid,
      { durationMs: LOOKED_MS, periodMs: 10, cpuTime: 'beside', onMore },
      signal,
      () => {},
    );
    const live = new LiveRecording(isOfSluice);
    const looksMs = parts.map((more) => {
      const before = ranMs();
      live.add(more);
      encodeSnapshot(live.snapshot());
      return ranMs() - before;
    });
    const [early, late] = [looksMs.slice(3, 3 + LOOKS_COMPARED), looksMs.slice(-LOOKS_COMPARED)].map(median);
    console.log(
      `  a look after some seconds, after a minute   ${early.toFixed(0)} ms, ${late.toFixed(0)} ms of CPU time`,
    );
    const { file } = await sampleJvm(program.pid, { durationMs: FILE_MS, periodMs: 1 }, signal, () => {});
    const { ms, recording } = readingMs(file);
    const samples = recording.dataSets.find(({ id }) => id === 'states')?.rows ?? 0;
    const perS = (1000 * samples) / ms;
    goal(
      'reading a file, samples',
      `${perS.toFixed(0)} a second of CPU time (${samples} samples)`,
      perS >= GOALS.samplesPerS,
    );
  } finally {
    await program.stop();
  }
}

/** CPU time, the median, and what it is read as. */
function readingMs(file: Uint8Array): { readonly ms: number; readonly recording: Snapshot } {
  let recording = jfrRecording(file);
  const times = Array.from({ length: READS }, () => {
    const before = ranMs();
    recording = jfrRecording(file);
    return ranMs() - before;
  });
  return { ms: median(times), recording };
}

/** A compiler's file of all events of the JVM's own `profile`, and of each buffer of objects besides: megabytes. */
function readingOfOthers(jdk: Jdk): void {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-jfr-'));
  try {
    const path = join(folder, 'compiler.jfr');
    const [compiler] = REAL_PROGRAMS;
    const recorded = `settings=profile,filename=${path},jdk.ObjectAllocationInNewTLAB#enabled=true`;
    execFileSync(
      jdk.tool('java'),
      [
        ...[`-XX:StartFlightRecording=${recorded}`, '-XX:-ResizeTLAB', `-XX:TLABSize=${BUFFER_OF_OBJECTS}`],
        ...['-m', `jdk.compiler/${compiler.mainClass}`, ...compiler.args(folder)],
      ],
      { stdio: 'ignore' },
    );
    const file = readFileSync(path);
    const mb = file.length / 1e6;
    const mbPerS = (1000 * mb) / readingMs(file).ms;
    goal(
      'reading a file of others',
      `${mbPerS.toFixed(0)} MB a second of CPU time (${mb.toFixed(1)} MB)`,
      mbPerS >= GOALS.mbPerS,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** CPU time of a unit of work of its busy thread, ns, in the next while. */
async function unitNs(program: Target, during: () => Promise<unknown>): Promise<number> {
  const look = (): readonly [units: number, cpuNs: number] => {
    const { text } = program.output;
    const [, units, cpuNs] =
      /^PULSE \d+ \d+ \d+ \d+ (\d+) (\d+) \d+\n/m.exec(
        text.slice(text.lastIndexOf('PULSE', text.length - LAST_LINE_CHARS)),
      ) ?? [];
    return [Number(units), Number(cpuNs)];
  };
  const [units, cpuNs] = look();
  await during();
  const [unitsNow, cpuNsNow] = look();
  return (cpuNsNow - cpuNs) / (unitsNow - units);
}

/** The program runs bare before and after each sampling. @returns what it is slower by, as a share */
async function slowdownOf(program: Target, periodMs: number, turns: number): Promise<number> {
  const { signal } = new AbortController();
  const sampled = (): Promise<unknown> =>
    sampleJvm(program.pid, { durationMs: TURN_MS, periodMs }, signal, () => {});
  await sampled(); // the recorder is loaded, and the program warm
  const quotients: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const before = await unitNs(program, () => delay(TURN_MS));
    const during = await unitNs(program, sampled);
    const after = await unitNs(program, () => delay(TURN_MS));
    quotients.push((2 * during) / (before + after));
  }
  return median(quotients) - 1;
}

async function slowdown(jdk: Jdk): Promise<void> {
  const program = await startTarget(jdk, 'Pulse');
  try {
    const share = await slowdownOf(program, 1, TURNS);
    goal('slower at 1 ms', `${(100 * share).toFixed(1)} % of CPU time`, share < GOALS.slowdown);
  } finally {
    await program.stop();
  }
}

/** What the program is slower by at longer periods, and what that is of each time that its busy thread is stopped for a look. */
async function costOfLook(jdk: Jdk): Promise<void> {
  const program = await startTarget(jdk, 'Pulse');
  try {
    for (const periodMs of PERIODS_MS) {
      const share = await slowdownOf(program, periodMs, TURNS / 2);
      console.log(
        `${jdk.name}, each ${periodMs} ms: ${(100 * share).toFixed(1)} % slower, ${(1_000 * periodMs * share).toFixed(0)} us a look`,
      );
    }
  } finally {
    await program.stop();
  }
}

/** The same of a thread without a JVM, which is stopped each ms as HotSpot stops one (stoppedThread.c). */
function costOfStop(): void {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-stopped-'));
  try {
    const program = join(folder, 'stoppedThread');
    execFileSync('cc', ['-O2', '-Wall', '-pthread', '-o', program, fromRoot('bench/stoppedThread.c')]);
    for (const holdUs of HOLDS_US) {
      const lines = execFileSync(program, ['1000', String(holdUs), String(STOPPED_PHASES_S)], {
        encoding: 'latin1',
      })
        .trim()
        .split('\n');
      const phases = lines.map((line) => line.split(' ').map(Number));
      const share = median(phases.map(([free, stopped]) => stopped / free)) - 1;
      const stopsPerS = median(phases.map(([, , stops]) => stops));
      console.log(
        `no JVM, stopped for ${holdUs} us: ${(100 * share).toFixed(1)} % slower, ${stopsPerS.toFixed(0)} stops a second, ` +
          `${((1e6 * share) / stopsPerS).toFixed(0)} us each`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv.includes('--periods')) {
  for (const jdk of JDKS) await costOfLook(jdk);
  costOfStop();
  process.exit();
}

for (const jdk of JDKS) {
  console.log(`${jdk.name}`);
  await starts(jdk);
  await reading(jdk);
  readingOfOthers(jdk);
  await slowdown(jdk);
}
if (missed.length > 0) {
  console.log(`Goals missed: ${missed.join(', ')}.`);
  process.exitCode = 1;
}
