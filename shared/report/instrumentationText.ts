import { formatCount, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import {
  instrumentationByClass,
  instrumentationByReason,
  instrumentedPerCalled,
  REASON_TITLE,
  SCHEME_TITLE,
  type ReasonInstrumentation,
} from '../recording/instrumentation.ts';
import type { RecordingResults } from '../recording/recordingResults.ts';
import type { ReportContext } from './reportContext.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { sumOf } from '../base/sumOf.ts';
import { column, headLine, moreLine, rowCells } from './textTable.ts';

/** As in the tables of the JFluid paper: what carried probes against what was called; then by class. */
export function* instrumentationLines(
  { scheme, instrumentedMethods, instrumentation, methods }: Snapshot,
  { hot }: RecordingResults,
  { top }: Pick<ReportContext, 'top'>,
): Generator<string> {
  const byClass = instrumentationByClass(methods, hot);
  const called = byClass.reduce((sum, row) => sum + row.called, 0);
  const ratio = instrumentedPerCalled(instrumentedMethods, called);
  const count = (value: number | undefined): string =>
    value === undefined ? '?' : formatCount(value, SEPARATOR);
  const time = (ms: number | undefined): string => (ms === undefined ? '?' : formatTime(ms * 1e6));
  const summary = [
    column('Scheme', 0, () => SCHEME_TITLE[scheme]),
    column('Instrumented', 0, () => count(instrumentedMethods)),
    column('Called', 0, () => count(called)),
    column('Ratio', 0, () => ratio?.toFixed(2) ?? '–'),
    column('Invocations', 0, () => count(sumOf(hot.calls))),
    column('Classes', 0, () => count(instrumentation?.classes)),
    column('Hot Swaps', 0, () => count(instrumentation?.hotSwaps)),
    column('Swapping', 0, () => time(instrumentation?.swapMs)),
    column('Analysis', 0, () => time(instrumentation?.analysisMs)),
  ].map(({ head, cell }) => column(head, cell(0).length, cell));
  yield headLine(summary);
  yield rowCells(summary, 0);
  yield '';
  yield* reasonLines(instrumentationByReason(methods, hot), count);
  const shown = byClass.slice(0, top ?? byClass.length);
  const columns = [
    column('Planned', 0, (row) => count(shown[row].planned)),
    column('Instrumented', 0, (row) => count(shown[row].instrumented)),
    column('Called', 0, (row) => count(shown[row].called)),
  ];
  yield `${headLine(columns)}  Class`;
  for (const [row, { className }] of shown.entries()) yield `${rowCells(columns, row)}  ${className}`;
  yield* moreLine(byClass.length, shown.length);
  yield '';
}

/** Why so many carried probes: of those that left-out code may call back, most are mostly not called. */
function* reasonLines(
  rows: readonly ReasonInstrumentation[],
  count: (value: number) => string,
): Generator<string> {
  if (rows.length === 0) return;
  const columns = [
    column('Instrumented', 0, (row) => count(rows[row].instrumented)),
    column('Called', 0, (row) => count(rows[row].called)),
  ];
  yield `${headLine(columns)}  Reason`;
  for (const [row, { reason }] of rows.entries()) yield `${rowCells(columns, row)}  ${REASON_TITLE[reason]}`;
  yield '';
}
