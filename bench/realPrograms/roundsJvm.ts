import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { LineReader } from '../../e2e/fixtures/lineReader.ts';
import { javaArguments, type Setting } from './contenders.ts';
import type { RealProgram } from './programs.ts';
import { COMPARED_ROUNDS, hasSettled } from './settling.ts';

const ROUND_LIMIT_MS = 300_000;
/** Warm-up ends here though rounds have not settled. */
export const LONGEST_WARM_UP = { rounds: 400, ms: 25_000 } as const;
/** Sooner nothing has settled: the compilers' queue empties in seconds, not in rounds. */
export const SHORTEST_WARM_UP_MS = 3_000;

/** One round of a program, of the thread that ran it. */
export interface Round {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** How much of the wall time it was ready to run and had no core; 0 where that is not known. */
  readonly coreWaitMs: number;
}

/** Lets Rounds.java run its program once more. @param says its error stream */
export async function runRound(stdin: Writable, says: LineReader): Promise<Round> {
  stdin.write('run\n');
  const [, ...times] = await says.waitFor(/^ROUND (\d+) (\d+) (\d+)$/, ROUND_LIMIT_MS);
  const [cpuMs, wallMs, coreWaitMs] = times.map((ns) => Number(ns) / 1e6);
  return { wallMs, cpuMs, coreWaitMs };
}

/** How a JVM got warm. */
export interface WarmUp {
  readonly rounds: number;
  readonly ms: number;
  readonly isSettled: boolean;
}

/** A JVM that runs rounds of a program. */
export interface Host<R extends Round> {
  /** One that is thrown away. */
  round(): Promise<Round>;
  /** One that counts. */
  measure(): Promise<R>;
  end(): Promise<void>;
}

export async function warmUp(host: Host<Round>): Promise<WarmUp> {
  const roundsMs: number[] = [];
  const startMs = performance.now();
  for (;;) {
    roundsMs.push((await host.round()).wallMs);
    const ms = performance.now() - startMs;
    const isSettled = ms >= SHORTEST_WARM_UP_MS && hasSettled(roundsMs);
    const isLongest = roundsMs.length >= LONGEST_WARM_UP.rounds || ms >= LONGEST_WARM_UP.ms;
    if (isSettled || (isLongest && roundsMs.length >= COMPARED_ROUNDS))
      return { rounds: roundsMs.length, ms, isSettled };
  }
}

/** Without any tool. */
export async function startBare(
  setting: Setting,
  program: RealProgram,
): Promise<Host<Round> & { readonly pid: number }> {
  const command = javaArguments(setting, program, 'Rounds');
  const child = spawn(setting.jdk.tool('java'), command, { stdio: ['pipe', 'ignore', 'pipe'] });
  const says = new LineReader(child.stderr);
  const [, pid] = await says.waitFor(/^READY (\d+)/);
  const round = (): Promise<Round> => runRound(child.stdin, says);
  return {
    pid: Number(pid),
    round,
    measure: round,
    async end() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
