import type { Command } from 'commander';
import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import { checkedFilter } from '../../shared/naming/methodFilter.ts';
import { dataSetJson, dataSetLines } from '../../shared/report/dataSetReport.ts';
import type { DataSet } from '../../shared/recording/dataSet.ts';
import type { RecordedTarget, Snapshot } from '../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import { findAttachable } from '../engine/agent/attachAgent.ts';
import { classHistogram } from '../engine/attach/classHistogram.ts';
import { chooseTarget } from './chooseTarget.ts';
import type { CommandContext } from './commandContext.ts';
import { formatOption, type OutputFormat } from './formatOption.ts';
import { wholeNumber } from './optionValues.ts';
import { print, printLines } from './print.ts';
import { dataSetView, typedFilter, TypedSteps, viewNamed } from './reportOptions.ts';
import { checkPlace, writeFileAtomically } from './writeFileAtomically.ts';

interface HeapFlags {
  readonly view: string;
  readonly all: boolean;
  readonly filter?: string;
  readonly output?: string;
  readonly top: number;
  readonly format: OutputFormat;
}

export function addHeapCommand(program: Command, context: CommandContext): void {
  program
    .command('heap')
    .description('the objects of a running JVM by class: no agent, no probes, no root')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .option('--view <view>', 'histogram: objects and bytes of each class', 'histogram')
    .option('--all', 'garbage too, without a collection before (default: live objects)', false)
    .option('--filter <words>', 'only classes with these words in their names')
    .option('-o, --output <file>', 'save a recording there, for report, diff and convert')
    .option('--top <n>', 'at most so many lines of text, those with the most bytes', wholeNumber, 30)
    .addOption(formatOption())
    .action((target: string, flags: HeapFlags) => heapCommand(context, target, flags));
}

/** `sluice heap`: asks the JVM for its objects by class, and shows or saves them. */
async function heapCommand(
  { engine, terminal }: CommandContext,
  wanted: string,
  flags: HeapFlags,
): Promise<void> {
  viewNamed(flags.view, ['histogram'], []);
  if (flags.filter !== undefined) checkedFilter(typedFilter(flags.filter)); // before anything stands still for it
  if (flags.output !== undefined) await checkPlace(flags.output);
  const jvms = await engine.listJvms();
  const pid = chooseTarget(wanted, jvms);
  const jvm = jvms.find((each) => each.pid === pid);
  const { status, startTicks } = findAttachable(pid);
  const { nsPid, euid, egid } = status;
  terminal.talk(`counting the objects of ${pid}; it stands still meanwhile`);
  const startedAtMs = Date.now();
  const set = await classHistogram({ pid, nsPid, startTicks, euid, egid }, !flags.all);
  terminal.talk(`counted in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s`);
  const view = dataSetView(set, { ...flags, method: [], thread: [] }, new TypedSteps());
  const { mainClass = '', javaVersion = '', commandLine = '' } = jvm ?? {};
  const target = { pid, mainClass, javaVersion, commandLine, vmName: '' };
  const snapshot = heapRecording(set, target, startedAtMs);
  if (flags.output !== undefined) {
    await writeFileAtomically(flags.output, encodeSnapshot(snapshot));
    terminal.talk(`saved ${flags.output}: show it with --view ${set.id}`);
  } else if (flags.format === 'json') await print(terminal, dataSetJson(snapshot, view));
  else await printLines(terminal, dataSetLines(view, flags.top));
}

/** A recording that holds the data set alone: nothing was called while it was made. */
function heapRecording(set: DataSet, target: RecordedTarget, startedAtMs: number): Snapshot {
  return {
    target,
    ...{
      roots: [],
      scheme: 'lazy',
      clock: 'none',
      metrics: 'calls,time',
      switches: [],
      followThreads: false,
      countTrivial: false,
    },
    ...{ includes: null, excludes: null, includeCore: null, chargeCoreWaits: null, bareFirst: null },
    ...{ calibration: NO_CALIBRATION, bareRoot: null, complete: true, losses: [], droppedEvents: 0 },
    ...{ instrumentedMethods: 0, instrumentation: null, startedAtMs, durationMs: 0, pausedMs: 0 },
    ...{ timeline: [], methods: [], threads: [], dataSets: [set], skipped: [], notes: [], refusals: [] },
  };
}
