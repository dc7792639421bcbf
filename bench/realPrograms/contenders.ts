import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Jdk } from '../../e2e/fixtures/jdks.ts';
import type { Clock } from '../../shared/events/clock.ts';
import { outputOf } from './outputOf.ts';
import { jarPath, rootPattern, type RealProgram } from './programs.ts';
import { hottestRecorded, type Hottest } from './ranking.ts';
import { recordedIn, type Recorded } from './report.ts';
import { VISUALVM, VisualVmDriver } from './visualVmDriver.ts';

/** One run of a program. */
export interface Run extends Omit<Recorded, 'methods'> {
  /** From the beginning of its main method to its end. */
  readonly wallMs: number;
  /** How much of it the main thread was ready to run and had no core; 0 where that is not known. */
  readonly coreWaitMs: number;
  /** The methods with the most self time; null where no times are measured. */
  readonly hottest: Hottest | null;
}

/** Who runs it. */
export interface Contender {
  readonly name: string;
  /** Why it cannot run here; null: it can. */
  readonly absent: string | null;
  run(program: RealProgram): Promise<Run>;
}

export const SLUICE = fileURLToPath(new URL('../../build/sluice.mjs', import.meta.url));

/** Folders and tools that all contenders share. */
export interface Setting {
  readonly jdk: Jdk;
  /** What runs programs, the kernels and the programs' rounds, compiled. */
  readonly classes: string;
  readonly folder: string;
}

/** @param runner what runs its main method: Watch once, Rounds for each line on stdin */
export function javaArguments(
  { classes, folder }: Setting,
  program: RealProgram,
  runner: 'Watch' | 'Rounds' = 'Watch',
): string[] {
  const input = join(folder, program.name);
  mkdirSync(input, { recursive: true });
  const classPath = [classes, ...program.jars.map(jarPath)].join(':');
  const jvmArgs = ['-Xmx2g', ...(program.jvmArgs ?? [])];
  return [...jvmArgs, '-cp', classPath, runner, program.mainClass, ...program.args(input)];
}

export function bare(setting: Setting): Contender {
  return {
    name: 'bare',
    absent: null,
    async run(program) {
      const output = await outputOf(setting.jdk.tool('java'), javaArguments(setting, program));
      return { ...NOTHING_MEASURED, ...watched(output) };
    },
  };
}

/** How Sluice records. */
export interface Recorder {
  readonly name: string;
  readonly clock: Clock;
  /** Besides the clock. */
  readonly options: readonly string[];
  /** Its command line: that of this checkout, or an older one. */
  readonly script?: string;
}

export function sluice(setting: Setting, { name, clock, options, script = SLUICE }: Recorder): Contender {
  return {
    name,
    absent: null,
    async run(program) {
      const file = join(setting.folder, `${program.name}-${name.replaceAll(' ', '-')}.sluice`);
      const chosen = ['--root', rootPattern(program), '--clock', clock, ...options, '-o', file]; // and the scheme that launching takes
      const command = ['--', setting.jdk.tool('java'), ...javaArguments(setting, program)];
      const output = await outputOf(process.execPath, [script, 'launch', ...chosen, ...command]);
      const { methods, ...recorded } = await recordedIn(file, rootPattern(program));
      return {
        ...watched(output),
        ...recorded,
        hottest: clock === 'none' ? null : hottestRecorded(methods),
      };
    },
  };
}

/** Times and calls, and nothing else. */
export function byClock(clock: Clock): Recorder {
  return { name: `Sluice ${clock}`, clock, options: [] };
}

/** The heir of JFluid, lazily instrumenting, by the absolute timer. */
export function visualVm(setting: Setting): Contender {
  const driver = new VisualVmDriver(setting.jdk, join(setting.folder, 'visualvm'), VISUALVM);
  return {
    name: 'VisualVM',
    absent: driver.isThere ? null : 'the Debian package visualvm is not here',
    async run(program) {
      await driver.prepare();
      const root = [program.mainClass, 'main', '([Ljava/lang/String;)V'];
      const command = driver.arguments('record', ...root, ...javaArguments(setting, program));
      const output = await outputOf(driver.java, command);
      const value = (name: string): number =>
        Number(new RegExp(`^PEER ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? NaN);
      return {
        ...NOTHING_MEASURED,
        ...watched(output),
        chargedMs: value('chargedUs') / 1e3,
        calls: value('calls'),
        instrumented: value('instrumented'),
        called: value('called'),
        incomplete: /^PEER failed (.*)$/m.exec(output)?.[1] ?? '',
      };
    },
  };
}

export const NOTHING_MEASURED = {
  chargedMs: null,
  chargedErrorMs: null,
  calls: 0,
  instrumented: 0,
  called: 0,
  incomplete: '',
  swapMs: 0,
  swaps: 0,
  analysisMs: 0,
  probeMs: 0,
  hottest: null,
};

export function watched(output: string): Pick<Run, 'wallMs' | 'coreWaitMs'> {
  const [, wallNs, coreWaitNs] = /^WATCH (\d+) (\d+)$/m.exec(output) ?? [];
  if (wallNs === undefined)
    throw new Error(`the program did not end as it should: ${output.trim().split('\n').at(-1)}`);
  return { wallMs: Number(wallNs) / 1e6, coreWaitMs: Number(coreWaitNs) / 1e6 };
}
