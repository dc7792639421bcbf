import { InvalidArgumentError, type Command } from 'commander';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { EngineGone } from '../../../shared/ipc/engineGone.ts';
import { parseLineRange, type LineRange } from '../../../shared/base/lineRange.ts';
import { regionJson, regionText } from '../../../shared/report/regionReport.ts';
import { attachTarget } from '../targets/attachTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { EXIT, exitCodeOfInterrupt } from '../terminal/exitCode.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';
import { withMeantRoots } from '../targets/meantRoots.ts';
import { duration, typedRoot } from '../options/optionValues.ts';
import { printLines } from '../terminal/print.ts';
import { untilDone } from '../recording/untilDone.ts';

interface RegionFlags {
  readonly method?: string;
  readonly lines?: LineRange;
  readonly duration?: number;
  readonly waitForClass?: boolean;
  readonly format: OutputFormat;
}

export function addRegionCommand(program: Command, context: CommandContext): void {
  program
    .command('region')
    .description('time one method, or some of its lines, at almost no cost: passes, percentiles, histogram')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .option('-m, --method <pattern>', 'pkg.Class::method, or pkg.Class with --lines; required', typedRoot)
    .option('-l, --lines <from-to>', 'source lines, the last one included: 40-52, or 40', lineRange)
    .option('-d, --duration <time>', 'how long: 500ms, 10s, 2m (default: until Ctrl-C or the end)', duration)
    .option('--wait-for-class', 'a class that is not loaded yet is waited for, not refused')
    .addOption(formatOption())
    .action(async (target: string, flags: RegionFlags) => {
      context.exitCode = await regionCommand(context, target, flags);
    });
}

/** `sluice region`: attaches, times a region, detaches, tells the numbers. @returns exit code */
async function regionCommand(
  { engine, terminal, interrupts }: CommandContext,
  target: string,
  flags: RegionFlags,
): Promise<number> {
  const { method, lines = null, waitForClass, format } = flags;
  const durationMs = flags.duration ?? null;
  if (method === undefined) {
    throw new UsageError(
      'No method is given: --method PATTERN.',
      "For example: --method 'com.acme.Shop::order'",
    );
  }
  const interrupt = interrupts.endingInOrder(
    'Asked twice to end: the numbers are lost. The program has its classes restored by itself.',
  );
  const { sessionId } = await attachTarget(engine, terminal, target);
  if (interrupt.aborted) return exitCodeOfInterrupt(interrupt);
  if (waitForClass) await engine.start(sessionId, { kind: 'region', method, lines }, true);
  else
    await withMeantRoots(engine, terminal, sessionId, [method], ([meant]) =>
      engine.start(sessionId, { kind: 'region', method: meant, lines }),
    );
  terminal.talk(
    durationMs === null
      ? 'timing; Ctrl-C ends it and tells the numbers'
      : `timing for ${durationMs / 1000} s; Ctrl-C ends earlier and tells the numbers`,
  );
  const lastTold = { status: await engine.status(sessionId) };
  const unsubscribe = engine.subscribe((update) => {
    if (update.kind === 'status' && update.status.sessionId === sessionId) lastTold.status = update.status;
  });
  let goneEngine: EngineGone | null = null;
  try {
    await untilDone(engine, terminal, sessionId, durationMs, interrupt);
    const before = await engine.status(sessionId);
    const status = before.phase === 'timing' ? await engine.stop(sessionId) : before;
    lastTold.status = status;
    if (status.phase === 'ended') terminal.talk(`the session ended: ${status.text}`);
    const detached = await engine.detach(sessionId);
    lastTold.status = status; // what is told while it detaches has no numbers
    for (const note of detached.notes) terminal.talk(`note: ${note}`);
  } catch (thrown) {
    if (!(thrown instanceof EngineGone)) throw thrown;
    goneEngine = thrown;
  } finally {
    unsubscribe();
  }
  const { phase, measurement } = lastTold.status;
  const { region } = measurement;
  const isOver = phase === 'ended' || goneEngine !== null;
  if (region === null || (isOver && region.summary.passes === 0)) {
    throw goneEngine ?? new SluiceError('target-gone', 'Nothing was timed before the target ended.');
  }
  if (goneEngine !== null) terminal.talk(`sluice: ${goneEngine.message} The numbers are of up to then.`);
  if (region.summary.passes === 0) {
    terminal.talk(
      'warning: no pass ended. A method that runs already is timed from its next call on: is it called at all?',
    );
  }
  const results = { ...region, lines };
  if (format === 'json') await terminal.data(regionJson(results));
  else await printLines(terminal, regionText(results));
  return goneEngine === null ? EXIT.good : EXIT.failed;
}

function lineRange(text: string): LineRange {
  const lines = parseLineRange(text);
  if (lines === null) {
    throw new InvalidArgumentError('Line numbers from 1 on are needed, the smaller first: 40-52, or 40.');
  }
  return lines;
}
