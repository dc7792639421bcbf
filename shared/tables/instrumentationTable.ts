import { sumOf } from '../base/sumOf.ts';
import { countsCalls } from '../events/clock.ts';
import { formatCount, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import {
  instrumentationByClass,
  instrumentationByReason,
  instrumentedPerCalled,
  REASON_TITLE,
  SCHEME_TITLE,
} from '../recording/options/instrumentation.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import { column, headLine, rowCells } from '../report/textTable.ts';
import type { RecordingTable, TabledRecording } from './recordingTable.ts';

/** What carried probes against what was called, as in the tables of the JFluid paper. */
export const INSTRUMENTATION_TABLE: RecordingTable = {
  id: 'instrumentation',
  title: 'Instrumentation',
  shows: 'which methods carried probes, why, and how many were called',
  isOf: ({ clock, threads }) => countsCalls(clock) && threads.length > 0,
  isOfTrees: false,
  rowsOf: ({ snapshot, results }) =>
    columnsOf(instrumentationByClass(snapshot.methods, results.hot), {
      texts: [['class', 'Class', ({ className }) => className]],
      values: [
        ['planned', 'Planned', 'count', ({ planned }) => planned, true],
        ['instrumented', 'Instrumented', 'count', ({ instrumented }) => instrumented, true],
        ['called', 'Called', 'count', ({ called }) => called, true],
      ],
    }),
  above: function* (recording) {
    yield* summaryLines(recording);
    yield* reasonLines(recording);
  },
};

function* summaryLines({ snapshot, results: { hot } }: TabledRecording): Generator<string> {
  const { scheme, instrumentedMethods, instrumentation } = snapshot;
  const called = hot.calls.reduce((sum, calls) => sum + (calls > 0 ? 1 : 0), 0);
  const ratio = instrumentedPerCalled(instrumentedMethods, called);
  const count = (value: number | undefined): string =>
    value === undefined ? '?' : formatCount(value, SEPARATOR);
  const time = (ms: number | undefined): string => (ms === undefined ? '?' : formatTime(ms * 1e6));
  const facts = [
    ['Scheme', SCHEME_TITLE[scheme]],
    ['Instrumented', count(instrumentedMethods)],
    ['Called', count(called)],
    ['Ratio', ratio?.toFixed(2) ?? '–'],
    ['Invocations', count(sumOf(hot.calls))],
    ['Classes', count(instrumentation?.classes)],
    ['Hot Swaps', count(instrumentation?.hotSwaps)],
    ['Swapping', time(instrumentation?.swapMs)],
    ['Analysis', time(instrumentation?.analysisMs)],
  ];
  const columns = facts.map(([head, fact]) => column(head, fact.length, () => fact));
  yield headLine(columns);
  yield rowCells(columns, 0);
  yield '';
}

/** Why so many carried probes: of those that left-out code may call back, most are mostly not called. */
function* reasonLines({ snapshot, results: { hot } }: TabledRecording): Generator<string> {
  const reasons = instrumentationByReason(snapshot.methods, hot);
  if (reasons.length === 0) return;
  const columns = [
    column('Instrumented', 0, (row) => formatCount(reasons[row].instrumented, SEPARATOR)),
    column('Called', 0, (row) => formatCount(reasons[row].called, SEPARATOR)),
  ];
  yield `${headLine(columns)}  Reason`;
  for (const [row, { reason }] of reasons.entries())
    yield `${rowCells(columns, row)}  ${REASON_TITLE[reason]}`;
  yield '';
}
