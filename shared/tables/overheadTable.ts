import { countsCalls } from '../events/clock.ts';
import { formatCountOf, formatPercent, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { methodPattern } from '../naming/methodNames.ts';
import {
  costlyMethods,
  probeOverhead,
  type MethodOverhead,
  type ProbeOverhead,
} from '../recording/probeOverhead.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import { countedLines } from '../report/timeLines.ts';
import type { RecordingTable, TabledRecording } from './recordingTable.ts';

/** Enough to try: what the dearest ones cost is mostly nearly all. */
const MAX_ADVISED = 5;

/** What the probes cost, by method; and which methods had better be switched off or left out the next time. */
export const OVERHEAD_TABLE: RecordingTable = {
  id: 'overhead',
  title: 'Overhead',
  shows: 'what the probes cost, method by method',
  isOf: ({ clock, threads }) => countsCalls(clock) && clock !== 'none' && threads.length > 0,
  isOfTrees: true,
  rowsOf: (recording) => {
    const { overhead, costly } = costOf(recording);
    const { methods } = overhead;
    const nameOf = recording.results.methods.namer(recording.names);
    const isCostly = new Set(costly);
    return columnsOf(methods, {
      texts: [
        ['method', 'Method', ({ methodId }) => nameOf(methodId)],
        ['advice', 'Advice', (method) => (isCostly.has(method) ? 'switch off' : '')],
      ],
      values: [
        ['share', 'Share', 'share', ({ share }) => share],
        ['probeNs', 'Probes', 'ns', ({ probeNs }) => probeNs],
        ['selfNs', 'Self Time', 'ns', ({ selfNs }) => selfNs],
        ['calls', 'Invocations', 'count', ({ calls }) => calls, true],
      ],
    });
  },
  above: function* (recording) {
    if (recording.snapshot.clock === 'none') {
      yield 'Without a clock nobody knows what the probes cost: record with --clock nano.';
      yield '';
      return;
    }
    const { overhead, costly } = costOf(recording);
    const { probeNs, programNs } = overhead;
    yield (
      `The probes took ${formatTime(probeNs)} beside the program's ${formatTime(programNs)}: ` +
      `${formatPercent(probeNs, probeNs + programNs)} of both. ` +
      `${formatCountOf(costly.length, 'method', 'methods', SEPARATOR)} took less than ${costly.length === 1 ? 'its' : 'their'} probes.`
    );
    yield* countedLines(recording.snapshot, recording.results.hot);
    yield '';
  },
  below: function* (recording) {
    const { costly } = costOf(recording);
    if (costly.length === 0) return;
    yield 'Switch off while it records (off PATTERN), or leave out the next time (--exclude PATTERN):';
    for (const { methodId } of costly.slice(0, MAX_ADVISED))
      yield `  '${methodPattern(recording.results.methods.get(methodId))}'`;
    yield '';
  },
};

/** Nothing where no clock ran. @returns costly: those to be switched off first */
function costOf({ snapshot, results }: TabledRecording): {
  readonly overhead: ProbeOverhead;
  readonly costly: readonly MethodOverhead[];
} {
  const trees = snapshot.clock === 'none' ? [] : results.threads.map(({ tree }) => tree);
  const overhead = probeOverhead(trees, snapshot.calibration);
  const roots = new Set(snapshot.methods.filter(({ root }) => root).map(({ id }) => id));
  return { overhead, costly: costlyMethods(overhead, (id) => roots.has(id)) };
}
