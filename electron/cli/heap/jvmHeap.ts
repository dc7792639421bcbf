import { lstatSync } from 'node:fs';
import { checkedFilter } from '../../../shared/naming/methodFilter.ts';
import { UsageError } from '../../../shared/base/errors.ts';
import { formatBytes } from '../../../shared/naming/formatNumbers.ts';
import { pauseText } from '../../../shared/naming/pauseText.ts';
import { classHistogramSet } from '../../../shared/recording/sets/classHistogram.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { dumpHeap, type WrittenDump } from '../../engine/heapDump/dumpHeap.ts';
import { chooseTarget } from '../targets/chooseTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { compared, type HeapFlags } from './heapDumpViews.ts';
import { showHeapSet } from './showHeapSet.ts';
import { placeFailure, refusedPlace } from '../files/placeFailure.ts';
import { typedFilter } from '../options/reportOptions.ts';
import { checkPlace, writeFileAtomically } from '../files/writeFileAtomically.ts';

/** Asks a JVM for its objects by class, and shows, saves or compares them. */
export async function showJvmHeap(context: CommandContext, wanted: string, flags: HeapFlags): Promise<void> {
  const { engine, terminal } = context;
  refuseDumpFlags(wanted, flags);
  if (flags.filter !== undefined) checkedFilter(typedFilter(flags.filter)); // before anything stands still for it
  if (flags.output !== undefined) await checkPlace(flags.output);
  const jvms = await engine.listJvms();
  const pid = chooseTarget(wanted, jvms);
  const jvm = jvms.find((each) => each.pid === pid);
  terminal.talk(`counting the objects of ${pid}; it stands still meanwhile`);
  const startedAtMs = Date.now();
  const counts = await engine.heapCount(pid, !flags.all);
  const set = classHistogramSet(counts, counts.live);
  terminal.talk(`counted in ${secondsSince(startedAtMs)} s`);
  const { mainClass = '', javaVersion = '', commandLine = '' } = jvm ?? {};
  const target = { pid, mainClass, javaVersion, commandLine, vmName: '' };
  const shown = flags.against === undefined ? set : await compared(context, flags.against, set, flags);
  await showHeapSet(terminal, shown, { target, startedAtMs }, flags);
}

/** Has a JVM dump its heap. A file that is there is never replaced: a dump of last night may not be made again. */
export async function writeHeapDump(
  context: CommandContext,
  wanted: string,
  output: string,
  flags: HeapFlags,
): Promise<void> {
  refuseDumpFlags(wanted, flags);
  if (flags.format !== 'text' || flags.filter !== undefined || flags.against !== undefined)
    throw new UsageError(
      'A heap dump is made as a whole, and nothing is shown of it.',
      'Show it afterwards.',
    );
  await checkDumpPlace(output);
  const pid = chooseTarget(wanted, await context.engine.listJvms());
  await dumpInto(context, pid, output, !flags.all);
  context.terminal.talk(`saved ${output}: look into it with sluice heap ${output} --view biggest`);
}

/** @throws SluiceError 'io' for a place where no dump can be written, or where something is already */
export async function checkDumpPlace(output: string): Promise<void> {
  if (output.toLowerCase().endsWith('.gz'))
    throw new UsageError(
      `${output} would be packed: while a JVM packs its heap, it stands still some times as long.`,
      'Choose FILE.hprof, and pack that with gzip: sluice heap reads both.',
    );
  await checkPlace(output);
  if (lstatSync(output, { throwIfNoEntry: false }) !== undefined)
    throw refusedPlace(output, 'it is there already', 'Choose another name, or delete it.');
}

/** Announces what it costs, then has a JVM dump its heap. @param live after a full collection */
export async function dumpInto(
  { engine, isServed, terminal }: Pick<CommandContext, 'engine' | 'isServed' | 'terminal'>,
  pid: number,
  output: string,
  live: boolean,
): Promise<void> {
  const { heapBytes, leastPauseMs, mostPauseMs } = await engine.announceDump(pid);
  const collects = live ? ' and a full collection' : '';
  terminal.talk(
    heapBytes === null
      ? `dumping the heap of ${pid}; it stands still for that${collects}, and does not say how large its heap is`
      : `dumping the heap of ${pid}: ${formatBytes(heapBytes)} are in use; it stands still for ${pauseText(leastPauseMs, mostPauseMs)}${collects}`,
  );
  const startedAtMs = Date.now();
  const dump = isServed ? await servedDump(engine, pid, live) : await dumpHeap(pid, output, live, heapBytes);
  try {
    terminal.talk(`dumped ${formatBytes(dump.fileBytes)} in ${secondsSince(startedAtMs)} s`);
    let isLinked = false;
    try {
      isLinked = dump.linkTo(output);
    } catch (thrown) {
      throw placeFailure(output, thrown);
    }
    if (!isLinked) await writeFileAtomically(output, dump.pieces(), false);
  } finally {
    dump.remove();
  }
}

/** A dump that another engine has: it comes by its door, and goes there. */
async function servedDump(
  engine: EngineClient,
  pid: number,
  live: boolean,
): Promise<Pick<WrittenDump, 'fileBytes' | 'linkTo' | 'remove'> & { pieces(): AsyncIterable<Uint8Array> }> {
  const { id, fileBytes } = await engine.dumpHeap(pid, live);
  return { fileBytes, linkTo: () => false, pieces: () => engine.pieces('dumps', id), remove: () => {} };
}

function secondsSince(startedAtMs: number): string {
  return ((Date.now() - startedAtMs) / 1000).toFixed(1);
}

/** What only a dump can tell. */
function refuseDumpFlags(wanted: string, flags: HeapFlags): void {
  const typed =
    flags.view !== 'histogram'
      ? `--view ${flags.view}`
      : flags.object !== undefined
        ? '--object'
        : flags.layout !== undefined
          ? '--layout'
          : flags.class !== undefined
            ? '--class'
            : null;
  if (typed === null) return;
  throw new UsageError(
    `${typed} is of a heap dump, and ${wanted} is none.`,
    `Make one first: sluice heap ${wanted} --output heap.hprof; then sluice heap heap.hprof ${typed}.`,
  );
}
