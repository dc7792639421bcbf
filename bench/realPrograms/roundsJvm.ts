import type { Writable } from 'node:stream';
import type { LineReader } from '../../e2e/fixtures/lineReader.ts';

const ROUND_LIMIT_MS = 300_000;

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
