import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnCli } from '../../e2e/fixtures/cli.ts';
import type { Clock } from '../../shared/events/clock.ts';
import type { Sampler } from './asyncProfiler.ts';
import { byClock, javaArguments, type Recorder, type Setting } from './contenders.ts';
import { median } from '../median.ts';
import { rootPattern, roundOf, type RealProgram } from './programs.ts';
import { recordedIn, type Recorded } from './report.ts';
import { runRound, startBare, warmUp, type Host, type Round, type WarmUp } from './roundsJvm.ts';

export const MEASURED_ROUNDS = 9;
/** So long samples are taken, of one each ms. */
const SAMPLED_MS = 2_000;

/** A round that was recorded, by a recording of its own. */
export interface RecordedRound extends Round, Recorded {}

/** The rounds of one program in one JVM. */
export interface Rounds<R extends Round> {
  readonly warmUp: WarmUp;
  readonly measured: readonly R[];
}

export interface WarmResult {
  readonly program: RealProgram;
  readonly bare: Rounds<Round>;
  /** By clock, as they were asked for. */
  readonly recorded: ReadonlyMap<Clock, Rounds<RecordedRound>>;
  /** Collapsed stacks of the bare JVM, warm; null: there is no sampler. */
  readonly stacks: string | null;
}

/**
 * Each JVM is warmed up by itself; then rounds are measured in turn, one of each: what the machine does besides hits all alike.
 * @param whole the program; a round of it is run
 */
export async function measureWarm(
  setting: Setting,
  whole: RealProgram,
  clocks: readonly Clock[],
  sampler: Sampler | null,
): Promise<WarmResult> {
  const program = roundOf(whole);
  const hosts: Host<Round>[] = [];
  const started = async <H extends Host<Round>>(host: Promise<H>): Promise<H> => {
    hosts.push(await host);
    return host;
  };
  try {
    const bare = await started(startBare(setting, program));
    const bareWarmUp = await warmUp(bare);
    const recorders = [];
    for (const clock of clocks) {
      const host = await started(startRecorded(setting, program, byClock(clock)));
      recorders.push({ clock, host, warmUp: await warmUp(host), measured: [] as RecordedRound[] });
    }
    const bareRounds: Round[] = [];
    for (let i = 0; i < MEASURED_ROUNDS; i++) {
      bareRounds.push(await bare.measure());
      for (const { host, measured } of recorders) measured.push(await host.measure());
    }
    const sampledRounds = Math.ceil(SAMPLED_MS / median(bareRounds.map(({ wallMs }) => wallMs)));
    const work = async (): Promise<void> => {
      for (let i = 0; i < sampledRounds; i++) await bare.round();
    };
    return {
      program,
      bare: { warmUp: bareWarmUp, measured: bareRounds },
      recorded: new Map(recorders.map(({ clock, ...rounds }) => [clock, rounds])),
      stacks: sampler === null ? null : await sampler.during(bare.pid, work),
    };
  } finally {
    for (const host of hosts) await host.end();
  }
}

/** By the command line, with probes from the first instruction on; commands come by a named pipe. */
export async function startRecorded(
  setting: Setting,
  program: RealProgram,
  { name, clock, options, script }: Recorder,
): Promise<Host<RecordedRound> & { readonly pid: number }> {
  const folder = join(setting.folder, `${program.name}-${name.replaceAll(' ', '-')}-warm`);
  mkdirSync(folder);
  const commands = join(folder, 'commands');
  execFileSync('mkfifo', [commands]);
  const [last, now] = ['last.sluice', 'now.sluice'].map((name) => join(folder, name));
  const chosen = ['--root', rootPattern(program), '--clock', clock, ...options];
  const java = [setting.jdk.tool('java'), ...javaArguments(setting, program, 'Rounds')];
  const { stdin, stderr, code } = spawnCli(
    ['launch', ...chosen, '--commands', commands, '-o', last, '--', ...java],
    script,
  );
  const [, pid] = await stderr.waitFor(/^READY (\d+)/);
  const tell = async (command: string, answer: RegExp): Promise<void> => {
    await appendFile(commands, `${command}\n`);
    await stderr.waitFor(answer);
  };
  const round = (): Promise<Round> => runRound(stdin, stderr);
  return {
    pid: Number(pid),
    round,
    async measure() {
      await tell('reset', /^reset: /);
      const times = await round();
      await tell(`snapshot ${now}`, /^saved /);
      return { ...times, ...(await recordedIn(now, rootPattern(program))) };
    },
    async end() {
      stdin.end(); // the program ends, and so the recording
      await code;
    },
  };
}
