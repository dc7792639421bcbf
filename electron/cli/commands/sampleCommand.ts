import type { Command } from 'commander';
import { UsageError } from '../../../shared/base/errors.ts';
import type { NameStyle } from '../../../shared/naming/methodNames.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { TREE_VIEWS, type TreeViewName, viewNamed } from '../../../shared/rows/views.ts';
import { EVENTS_SET } from '../../../shared/jvmEvents/eventSet.ts';
import { LOCKS_SET } from '../../../shared/jvmEvents/lockRows.ts';
import { LINES_SET } from '../../../shared/recording/samples/sampledLines.ts';
import { CHEAP_GROUPS, costsOf, USUAL_IO_MS } from '../../engine/flightRecorder/eventGroups.ts';
import { chooseTarget } from '../targets/chooseTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { withEventOptions, type EventFlags } from '../options/eventOptions.ts';
import { EXIT } from '../terminal/exitCode.ts';
import { formatOption, namesOption, type OutputFormat } from '../options/formatOption.ts';
import { duration, wholeNumber } from '../options/optionValues.ts';
import {
  groupOf,
  refuseCalleesOfNobody,
  TypedSteps,
  withViewOptions,
  type ViewFlags,
} from '../options/reportOptions.ts';
import { sampledBy } from '../results/sampledBy.ts';
import { showSample, TIMELINE } from '../results/showSample.ts';
import { checkPlace, writeFileAtomically } from '../files/writeFileAtomically.ts';

interface SampleFlags extends ViewFlags, EventFlags {
  readonly duration?: number;
  readonly period?: number;
  readonly locks: boolean;
  readonly output?: string;
  readonly top: number;
  readonly names: NameStyle;
  readonly format: OutputFormat;
}

const USUAL_DURATION_MS = 5_000;
const USUAL_PERIOD_MS = 10;
const LONGEST_PERIOD_MS = 1_000;
const DATA_SETS = [LINES_SET, LOCKS_SET, EVENTS_SET] as const;

export function addSampleCommand(program: Command, context: CommandContext): void {
  const steps = new TypedSteps();
  const command = withViewOptions(
    program
      .command('sample')
      .description(
        'what a JVM is doing now, by samples of its own Flight Recorder: no agent, no probes, no root',
      )
      .argument('<target>', 'pid, or a part of the main class or jar'),
    steps,
    [],
  );
  withEventOptions(command)
    .option('-d, --duration <time>', 'how long: 500ms, 10s, 2m (default: 5s)', duration)
    .option('--period <time>', 'between two samples of a thread: 1ms to 1s (default: 10ms)', duration)
    .option(
      '--locks',
      'also where threads stand still, an event each: as columns, and as --view locks, which needs no --locks',
      false,
    )
    .option('-o, --output <file>', 'save a recording there, for report, diff, convert and the window')
    .option('--top <n>', 'at most so many rows of each table, the largest ones', wholeNumber, 30)
    .addOption(namesOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      '\nWithout --view it shows hot, and methods that a recording of calls could begin with.\n--view lines has the samples by line of code, --view locks where threads stand still,\n--view events what the JVM told, --view timeline the same as tracks.\n',
    )
    .action(async (target: string, flags: SampleFlags) => {
      context.exitCode = await sampleCommand(context, target, flags, steps);
    });
}

/** `sluice sample`: samples for a while, shows what was found. @returns exit code */
async function sampleCommand(
  { engine, terminal, interrupts }: CommandContext,
  target: string,
  flags: SampleFlags,
  steps: TypedSteps,
): Promise<number> {
  const { duration: durationMs = USUAL_DURATION_MS, period = USUAL_PERIOD_MS } = flags;
  const periodMs = Math.round(period);
  if (periodMs < 1 || periodMs > LONGEST_PERIOD_MS)
    throw new UsageError(
      `--period ${period} ms is no period of the Flight Recorder.`,
      'Take 1ms to 1s; 10ms is usual.',
    );
  const asksFor = DATA_SETS.find((id) => id === flags.view);
  const asksForTracks = flags.view === TIMELINE;
  const kind =
    asksFor || asksForTracks ? 'hot' : (viewNamed<TreeViewName, never>(flags.view, TREE_VIEWS, []) ?? 'hot');
  refuseCalleesOfNobody(kind, flags);
  if (asksFor === undefined) groupOf(flags.by);
  if (flags.output !== undefined) await checkPlace(flags.output);
  const { events = CHEAP_GROUPS, ioThreshold: ioMs = USUAL_IO_MS } = flags;
  const pid = chooseTarget(target, await engine.listJvms());
  const interrupt = interrupts.endingInOrder('Asked twice to end: the samples are lost.');
  for (const cost of costsOf(events, ioMs)) terminal.talk(cost);
  terminal.talk(`starting the Flight Recorder of ${pid}`);
  const snapshot = await sampledBy(
    engine,
    { pid, durationMs, periodMs, waits: flags.locks || asksFor === LOCKS_SET, events, ioMs },
    interrupt,
    () => terminal.talk(`sampling for ${durationMs / 1000} s; Ctrl-C ends earlier and shows what there is`),
  );
  if (flags.output !== undefined) {
    await writeFileAtomically(flags.output, encodeSnapshot(snapshot));
    terminal.talk(`saved ${flags.output}`);
    if (flags.view === undefined) {
      for (const note of snapshot.notes) terminal.talk(`note: ${note}`);
      return EXIT.good;
    }
  }
  await showSample(terminal, snapshot, kind, asksFor ?? (asksForTracks ? TIMELINE : null), flags, steps);
  return EXIT.good;
}
