import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import {
  LOOK_EVERY_MS,
  type MonitoredJvm,
  type MonitorSample,
} from '../../../shared/monitor/monitorSample.ts';
import { monitorHead, monitorJson, monitorLine } from '../../../shared/monitor/monitorText.ts';
import { visibleJson, visibleLine } from '../../../shared/naming/visibleText.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { dataSetRecording } from '../../../shared/recording/sets/dataSetRecording.ts';
import { monitorSets } from '../../../shared/recording/sets/monitorSets.ts';
import { chooseTarget } from '../targets/chooseTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';
import { duration } from '../options/optionValues.ts';
import { checkPlace, writeFileAtomically } from '../files/writeFileAtomically.ts';

interface MonitorFlags {
  readonly duration?: number;
  readonly fullNames: boolean;
  readonly output?: string;
  readonly format: OutputFormat;
}

/** A dump stops the program: not for each thread that comes to the front. */
const NAMES_EVERY_MS = 10_000;
/** Of a day. */
const MOST_SAVED = 86_400;

export function addMonitorCommand(program: Command, context: CommandContext): void {
  program
    .command('monitor')
    .description(
      'what a running JVM does, a line each second: CPU, heap, collections, safepoints, threads, classes; no agent',
    )
    .argument('<target>', 'pid, or a part of the main class or jar')
    .option(
      '-d, --duration <time>',
      'how long: 30s, 5m (default: until Ctrl-C, or the end of the program)',
      duration,
    )
    .option(
      '--full-names',
      'names of threads in full, by a thread dump each 10 s at most (default: the 15 characters that Linux keeps)',
      false,
    )
    .option('-o, --output <file>', 'save the last day of it as a recording too, for report, diff and convert')
    .addOption(formatOption(', an object a line'))
    .addHelpText(
      'after',
      '\nCPU is in cores: 1.50 is one and a half. Nothing is sent to the JVM, but for --full-names, and for its heap if it keeps no performance data.\n',
    )
    .action((target: string, flags: MonitorFlags) => monitorCommand(context, target, flags));
}

/** `sluice monitor`: prints what is seen, and saves it in the end where that is wanted. */
async function monitorCommand(context: CommandContext, target: string, flags: MonitorFlags): Promise<void> {
  const { engine, interrupts } = context;
  const { output } = flags;
  if (output !== undefined) await checkPlace(output);
  const pid = chooseTarget(target, await engine.listJvms());
  const monitor = new PrintedMonitor(context, pid, flags);
  if (output === undefined) return monitor.print(new AbortController().signal);
  await monitor.print(interrupts.endingInOrder('Asked twice to end: what was seen is lost.'));
  await monitor.save(output);
}

/** One JVM, looked at as long as it is wanted. */
class PrintedMonitor {
  readonly #context: CommandContext;
  readonly #pid: number;
  readonly #flags: MonitorFlags;
  readonly #names: ThreadNames;
  readonly #told = new Set<string>();
  readonly #startedAtMs = Date.now();
  #jvm: MonitoredJvm | null = null;
  #printed: MonitorSample[] = [];

  constructor(context: CommandContext, pid: number, flags: MonitorFlags) {
    this.#context = context;
    this.#pid = pid;
    this.#flags = flags;
    this.#names = new ThreadNames(context.engine, pid, flags.fullNames);
  }

  /** Until the time is over, nobody reads, the program has ended, or it is interrupted. */
  async print(interrupt: AbortSignal): Promise<void> {
    const { engine, terminal } = this.#context;
    const endMs = this.#startedAtMs + (this.#flags.duration ?? Infinity);
    while (!interrupt.aborted) {
      const lastMs = this.#printed.at(-1)?.atMs ?? this.#startedAtMs;
      const { jvm, limits, samples, hasEnded } = await engine.monitor(this.#pid, lastMs);
      this.#jvm = jvm;
      this.#tell(limits);
      for (const sample of samples) if (!(await this.#printSample(jvm, sample))) return;
      if (hasEnded) return terminal.talk('the program has ended');
      const leftMs = endMs - Date.now();
      if (leftMs <= 0) return;
      await delay(Math.min(LOOK_EVERY_MS, leftMs), undefined, { signal: interrupt }).catch(() => {});
    }
  }

  /** @throws SluiceError 'busy' where nothing was seen yet */
  async save(output: string): Promise<void> {
    if (this.#jvm === null || this.#printed.length === 0)
      throw new SluiceError('busy', 'Ended before the first second was over.', 'Nothing was saved.');
    const { pid, mainClass, javaVersion } = this.#jvm;
    const target = { pid, mainClass, javaVersion, commandLine: '', vmName: '' };
    const sets = monitorSets(this.#jvm, this.#printed, this.#names.known);
    const recording = dataSetRecording(sets, { target, startedAtMs: this.#startedAtMs });
    await writeFileAtomically(output, encodeSnapshot(recording));
    this.#context.terminal.talk(`saved ${output}: sluice report ${output}, or sluice view ${output}`);
  }

  #tell(limits: readonly string[]): void {
    for (const limit of limits.filter((one) => !this.#told.has(one))) {
      this.#told.add(limit);
      this.#context.terminal.talk(`note: ${limit}`);
    }
  }

  /** @returns whether somebody reads */
  async #printSample(jvm: MonitoredJvm, sample: MonitorSample): Promise<boolean> {
    await this.#names.learn(sample);
    const isFirst = this.#printed.length === 0;
    this.#printed.push(sample);
    if (this.#printed.length > MOST_SAVED) this.#printed.shift();
    return this.#context.terminal.data(this.#linesOf(jvm, sample, isFirst));
  }

  #linesOf(jvm: MonitoredJvm, sample: MonitorSample, withHead: boolean): string {
    const { known } = this.#names;
    if (this.#flags.format === 'json')
      return `${visibleJson(JSON.stringify(monitorJson(jvm, sample, known)))}\n`;
    return `${withHead ? `${monitorHead()}\n` : ''}${visibleLine(monitorLine(sample, known))}\n`;
  }
}

/** Names of threads in full, asked for when one runs that has none yet. */
class ThreadNames {
  readonly #engine: EngineClient;
  readonly #pid: number;
  readonly #isWanted: boolean;
  #askedAtMs = -Infinity;
  #known: ReadonlyMap<number, string> = new Map();

  constructor(engine: EngineClient, pid: number, isWanted: boolean) {
    this.#engine = engine;
    this.#pid = pid;
    this.#isWanted = isWanted;
  }

  /** By the numbers of the threads. */
  get known(): ReadonlyMap<number, string> {
    return this.#known;
  }

  async learn({ busiest }: MonitorSample): Promise<void> {
    if (!this.#isWanted || busiest === null || busiest.every(({ tid }) => this.#known.has(tid))) return;
    if (performance.now() - this.#askedAtMs < NAMES_EVERY_MS) return;
    this.#askedAtMs = performance.now();
    this.#known = new Map(await this.#engine.threadNames(this.#pid));
  }
}
