import { formatCount, formatCountOf, formatPercent, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { methodPattern, type NameStyle } from '../naming/methodNames.ts';
import { costlyMethods, isCostly, probeOverhead } from '../recording/probeOverhead.ts';
import type { RecordingResults } from '../recording/recordingResults.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { column, headLine, moreLine, rowCells, timeColumn, whereTimed } from './textTable.ts';

/** Enough to try: what the dearest ones cost is mostly nearly all. */
const MAX_ADVISED = 5;

/** What the probes cost, by method; and which methods had better be switched off or left out the next time. */
export function* overheadLines(
  { calibration, clock, methods: infos }: Snapshot,
  { threads, methods }: RecordingResults,
  { top, names }: { readonly top: number | null; readonly names: NameStyle },
): Generator<string> {
  if (clock === 'none') {
    yield 'Without a clock nobody knows what the probes cost: record with --clock nano.';
    yield '';
    return;
  }
  const overhead = probeOverhead(
    threads.map(({ tree }) => tree),
    calibration,
  );
  const roots = new Set(infos.filter(({ root }) => root).map(({ id }) => id));
  const costly = costlyMethods(overhead, (id) => roots.has(id));
  const { probeNs, programNs } = overhead;
  yield (
    `The probes took ${formatTime(probeNs)} beside the program's ${formatTime(programNs)}: ` +
    `${formatPercent(probeNs, probeNs + programNs)} of both. ` +
    `${formatCountOf(costly.length, 'method', 'methods', SEPARATOR)} (*) took less than ${costly.length === 1 ? 'its' : 'their'} probes.`
  );
  yield '';
  const shown = overhead.methods.slice(0, top ?? undefined);
  const counted = Uint8Array.from(shown, ({ selfNs }) => (selfNs === null ? 1 : 0));
  const invocations = (row: number): string => formatCount(shown[row].calls, SEPARATOR);
  const columns = [
    column('Share', 7, (row) => formatPercent(shown[row].probeNs, probeNs)),
    timeColumn(
      'Probes',
      Float64Array.from(shown, (method) => method.probeNs),
    ),
    whereTimed(
      timeColumn(
        'Self Time',
        Float64Array.from(shown, ({ selfNs }) => selfNs ?? 0),
      ),
      counted,
    ),
    column('Invocations', Math.max(0, ...shown.map((_, row) => invocations(row).length)), invocations),
  ];
  const nameOf = methods.namer(names);
  yield `${headLine(columns)}    Method`;
  for (const [row, method] of shown.entries()) {
    const mark = isCostly(method) && !roots.has(method.methodId) ? '*' : ' ';
    yield `${rowCells(columns, row)}  ${mark} ${nameOf(method.methodId)}`;
  }
  yield* moreLine(overhead.methods.length, shown.length);
  yield '';
  if (costly.length === 0) return;
  yield 'Switch off while it records (off PATTERN), or leave out the next time (--exclude PATTERN):';
  for (const { methodId } of costly.slice(0, MAX_ADVISED))
    yield `  '${methodPattern(methods.get(methodId))}'`;
  yield '';
}
