import { bare, sluice, type Recorder, type Setting } from './contenders.ts';
import { CALLS, CALLS_BEFORE, FAST, OBJECTS, PRECISE, type CountedResult } from './countedPart.ts';
import { roundOf, type RealProgram } from './programs.ts';
import { startBare, warmUp, type Host, type Round } from './roundsJvm.ts';
import { startRecorded } from './warm.ts';

/** Rounds of each warm JVM that count. */
const MEASURED_ROUNDS = 7;

/** The command line of an older checkout, built: calls by it are measured as well. */
const BEFORE = process.env['REAL_BEFORE'];

const RECORDERS: readonly Recorder[] = [
  { name: CALLS, clock: 'none', options: [] },
  ...(BEFORE === undefined
    ? []
    : [{ name: CALLS_BEFORE, clock: 'none' as const, options: [], script: BEFORE }]),
  { name: FAST, clock: 'none', options: ['--metrics', 'calls,bytecodes', '--bytecodes', 'fast'] },
  { name: PRECISE, clock: 'none', options: ['--metrics', 'calls,bytecodes'] },
  { name: OBJECTS, clock: 'none', options: ['--metrics', 'calls,objects'] },
];

/** Bare, and by each recorder: runs in JVMs of their own in turn, then rounds of warm JVMs in turn, by the wall time of the main thread without its waits for a core. */
export async function measureCounted(
  setting: Setting,
  program: RealProgram,
  rounds: number,
): Promise<CountedResult> {
  const cold = new Map<string, number[]>();
  const warm = new Map<string, number[]>();
  const warmCpu = new Map<string, number[]>();
  const failures = new Map<string, string>();
  const attempt = async (
    name: string,
    ms: Map<string, number[]>,
    run: () => Promise<Round>,
  ): Promise<void> => {
    if (failures.has(name)) return;
    try {
      const { wallMs, cpuMs, coreWaitMs } = await run();
      ms.set(name, [...(ms.get(name) ?? []), wallMs - coreWaitMs]);
      if (ms === warm) warmCpu.set(name, [...(warmCpu.get(name) ?? []), cpuMs]);
      console.log(`  ${program.name.padEnd(8)}${name.padEnd(20)}${(wallMs - coreWaitMs).toFixed(0)} ms`);
    } catch (failed) {
      failures.set(name, (failed as Error).message);
    }
  };
  const contenders = [bare(setting), ...RECORDERS.map((recorder) => sluice(setting, recorder))];
  for (let i = 0; i < rounds; i++) {
    for (const { name, run } of contenders)
      await attempt(name, cold, async () => ({ cpuMs: 0, ...(await run(program)) }));
  }
  const hosts = new Map<string, Host<Round>>();
  try {
    const round = roundOf(program);
    hosts.set('bare', await startBare(setting, round));
    for (const recorder of RECORDERS)
      if (!failures.has(recorder.name))
        hosts.set(recorder.name, await startRecorded(setting, round, recorder));
    for (const [name, host] of hosts) {
      const { isSettled, rounds } = await warmUp(host);
      console.log(
        `  ${program.name.padEnd(8)}${name.padEnd(20)}${isSettled ? '' : 'not '}settled after ${rounds}`,
      );
    }
    for (let i = 0; i < MEASURED_ROUNDS; i++)
      for (const [name, host] of hosts) await attempt(name, warm, () => host.measure());
  } finally {
    for (const host of hosts.values()) await host.end();
  }
  return { program, cold, warm, warmCpu, failures };
}
