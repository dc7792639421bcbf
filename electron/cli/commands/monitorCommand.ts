import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import {
  LOOK_EVERY_MS,
  type MonitoredJvm,
  type MonitorSample,
} from '../../../shared/monitor/monitorSample.ts';
import { monitorHead, monitorJson, monitorLine } from '../../../shared/monitor/monitorText.ts';
import { visibleJson, visibleLine } from '../../../shared/naming/visibleText.ts';
import { chooseTarget } from '../targets/chooseTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';
import { duration } from '../options/optionValues.ts';

interface MonitorFlags {
  readonly duration?: number;
  readonly fullNames: boolean;
  readonly format: OutputFormat;
}

/** A dump stops the program: not for each thread that comes to the front. */
const NAMES_EVERY_MS = 10_000;

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
    .addOption(formatOption(', an object a line'))
    .addHelpText(
      'after',
      '\nCPU is in cores: 1.50 is one and a half. Nothing is sent to the JVM, but for --full-names, and for its heap if it keeps no performance data.\n',
    )
    .action((target: string, flags: MonitorFlags) => monitorCommand(context, target, flags));
}

/** `sluice monitor`: ends when the time is over, nobody reads, or the program has ended. */
async function monitorCommand(
  { engine, terminal }: CommandContext,
  target: string,
  flags: MonitorFlags,
): Promise<void> {
  const pid = chooseTarget(target, await engine.listJvms());
  const startedAtMs = Date.now();
  const endMs = startedAtMs + (flags.duration ?? Infinity);
  const names = new ThreadNames(engine, pid, flags.fullNames);
  const told = new Set<string>();
  let lastMs = startedAtMs;
  let isFirst = true;
  for (;;) {
    const { jvm, limits, samples, hasEnded } = await engine.monitor(pid, lastMs);
    for (const limit of limits.filter((one) => !told.has(one))) {
      told.add(limit);
      terminal.talk(`note: ${limit}`);
    }
    for (const sample of samples) {
      lastMs = sample.atMs;
      await names.learn(sample);
      const lines = linesOf(jvm, sample, names.known, flags.format, isFirst);
      isFirst = false;
      if (!(await terminal.data(lines))) return;
    }
    if (hasEnded) return terminal.talk('the program has ended');
    const leftMs = endMs - Date.now();
    if (leftMs <= 0) return;
    await delay(Math.min(LOOK_EVERY_MS, leftMs));
  }
}

function linesOf(
  jvm: MonitoredJvm,
  sample: MonitorSample,
  names: ReadonlyMap<number, string>,
  format: OutputFormat,
  withHead: boolean,
): string {
  if (format === 'json') return `${visibleJson(JSON.stringify(monitorJson(jvm, sample, names)))}\n`;
  return `${withHead ? `${monitorHead()}\n` : ''}${visibleLine(monitorLine(sample, names))}\n`;
}

/** Names of threads in full, asked for when one runs that has none yet. */
class ThreadNames {
  readonly #engine: EngineClient;
  readonly #pid: number;
  readonly #isWanted: boolean;
  #askedAtMs = -Infinity;
  known: ReadonlyMap<number, string> = new Map();

  constructor(engine: EngineClient, pid: number, isWanted: boolean) {
    this.#engine = engine;
    this.#pid = pid;
    this.#isWanted = isWanted;
  }

  async learn({ busiest }: MonitorSample): Promise<void> {
    if (!this.#isWanted || busiest === null || busiest.every(({ tid }) => this.known.has(tid))) return;
    if (performance.now() - this.#askedAtMs < NAMES_EVERY_MS) return;
    this.#askedAtMs = performance.now();
    this.known = new Map(await this.#engine.threadNames(this.#pid));
  }
}
