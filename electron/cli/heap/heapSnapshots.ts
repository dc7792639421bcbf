import { setTimeout as delay } from 'node:timers/promises';
import { isDumpName } from '../../../shared/hprof/dumpName.ts';
import { messageOf, SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { heapSnapshotSets, totalsOf } from '../../../shared/compare/heapSnapshotSets.ts';
import { LEAST_SNAPSHOTS, risingClasses, type HeapSnapshot } from '../../../shared/compare/risingClasses.ts';
import { formatBytes, formatCountOf, SEPARATOR } from '../../../shared/naming/formatNumbers.ts';
import { classHistogramSet } from '../../../shared/recording/sets/classHistogram.ts';
import { dataSetRecording } from '../../../shared/recording/sets/dataSetRecording.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { dataSetLines } from '../../../shared/report/dataSetReport.ts';
import { stripLines } from '../../../shared/report/snapshotStrip.ts';
import { chooseTarget } from '../targets/chooseTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import type { HeapFlags } from './heapDumpViews.ts';
import { printLines } from '../terminal/print.ts';
import { checkPlace, writeFileAtomically } from '../files/writeFileAtomically.ts';

const SHORTEST_MS = 1_000;
const MOST_SNAPSHOTS = 1_000;
/** Of the suspects that are shown when it is over. */
const MOST_SHOWN = 15;

/** `sluice heap TARGET --snapshot-every 10s -o FILE`: histograms again and again, saved as a recording. */
export async function takeHeapSnapshots(
  { engine, terminal, interrupts }: CommandContext,
  wanted: string,
  everyMs: number,
  flags: HeapFlags,
): Promise<void> {
  const { output, count = MOST_SNAPSHOTS } = flags;
  refuseFlags(flags, everyMs);
  if (output === undefined || isDumpName(output))
    throw new UsageError(
      'Snapshots of a heap are saved as a recording, and no file is named for it.',
      'Add --output FILE.sluice.',
    );
  await checkPlace(output);
  const jvms = await engine.listJvms();
  const pid = chooseTarget(wanted, jvms);
  const { mainClass = '', javaVersion = '', commandLine = '' } = jvms.find((jvm) => jvm.pid === pid) ?? {};
  const target = { pid, mainClass, javaVersion, commandLine, vmName: '' };
  const { heapBytes } = await engine.announceDump(pid);
  const use = heapBytes === null ? '' : `${formatBytes(heapBytes)} are in use; `;
  const what = flags.all
    ? 'the count of all objects, garbage too'
    : 'a full collection and the count of what is left';
  terminal.talk(
    `counting the objects of ${pid} each ${everyMs / 1000} s: ${use}it stands still each time for ${what}`,
  );
  const end = interrupts.endingInOrder('Asked twice to end: the snapshots are lost.');
  const snapshots: HeapSnapshot[] = [];
  const startedAtMs = Date.now();
  for (let next = startedAtMs; snapshots.length < count && !end.aborted; next += everyMs) {
    await delay(Math.max(0, next - Date.now()), undefined, { signal: end }).catch(() => {});
    if (end.aborted) break;
    const atMs = Date.now();
    try {
      const { live, pauseMs, ...counts } = await engine.heapCount(pid, !flags.all);
      const set = classHistogramSet(counts, live);
      snapshots.push({ sinceMs: atMs - startedAtMs, pauseMs, set });
    } catch (thrown) {
      if (snapshots.length === 0) throw thrown;
      terminal.talk(`warning: no more snapshots: ${messageOf(thrown)}`);
      break; // what is there is saved
    }
    const snapshot = snapshots[snapshots.length - 1];
    const { objects, bytes } = totalsOf(snapshot);
    terminal.talk(
      `snapshot ${snapshots.length}: ${formatCountOf(objects, 'object', 'objects', SEPARATOR)}, ${formatBytes(bytes)}; it stood still for at most ${(snapshot.pauseMs / 1000).toFixed(2)} s`,
    );
  }
  if (snapshots.length === 0)
    throw new SluiceError('busy', 'Ended before the first snapshot.', 'Nothing was saved.');
  await writeFileAtomically(
    output,
    encodeSnapshot(dataSetRecording(heapSnapshotSets(snapshots), { target, startedAtMs })),
  );
  terminal.talk(`saved ${output}: sluice report ${output}, or sluice view ${output}`);
  await printLines(terminal, stripLines(snapshots));
  if (snapshots.length >= LEAST_SNAPSHOTS)
    await printLines(
      terminal,
      dataSetLines(
        { set: risingClasses(snapshots), value: null, filter: null },
        Math.min(flags.top, MOST_SHOWN),
      ),
    );
}

function refuseFlags({ view, against, filter, format, count }: HeapFlags, everyMs: number): void {
  const refuse = (what: string, remedy: string): never => {
    throw new UsageError(what, remedy);
  };
  if (everyMs < SHORTEST_MS)
    refuse(
      '--snapshot-every is too often: the JVM stands still each time.',
      'Take 1s or more; 10s is usual.',
    );
  if (count !== undefined && count > MOST_SNAPSHOTS)
    refuse(`--count ${count} is too much.`, `At most ${MOST_SNAPSHOTS} snapshots are kept.`);
  if (view !== 'histogram' || against !== undefined || filter !== undefined || format !== 'text')
    refuse(
      'Snapshots are saved as a whole: --view, --against, --filter and --format say nothing of them.',
      'Show them afterwards, with sluice report FILE.',
    );
}
