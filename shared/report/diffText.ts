import type { DiffNumbers } from '../analysis/diffNumbers.ts';
import { isUncertain } from '../cct/uncertain.ts';
import { diffHead } from './diffHead.ts';
import { diffViewRows, type DiffView } from './diffView.ts';
import {
  formatChange,
  formatCount,
  formatMeanCount,
  formatTime,
  formatTimeIn,
  SEPARATOR,
  THIN_SPACE,
  timeUnitFor,
} from '../naming/formatNumbers.ts';
import type { NameStyle } from '../naming/methodNames.ts';
import type { RecordingDiff } from '../compare/recordingDiff.ts';
import { countColumn, markedColumn } from './reportColumns.ts';
import { changesOf, comparedColumns, sidesOf } from './furtherNumbers.ts';
import { depthFirst, largestMade } from '../rows/shownRows.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { CALLS, SELF_TIME } from '../metrics/metric.ts';
import type { Value } from '../metrics/value.ts';
import { isListView, viewFacts } from '../rows/views.ts';
import { flameBars } from './flameBars.ts';
import { GROUP_HEADS } from './viewTables.ts';
import { column, maxOf, rowsShown, tableLines, whereTimed, type NumberColumn } from './textTable.ts';

export interface DiffTextOptions {
  readonly view: DiffView;
  /** At most so many rows, those that changed most; a row's callers are always among them. */
  readonly top: number;
  readonly names: NameStyle;
}

/** Before the name of a row that one side alone has. */
const SIDE_MARKS = { a: 'gone ', b: 'new  ', both: '     ' } as const;

/** Two recordings compared, as a table for people, line by line: A before, B after, differences are B - A. */
export function* diffText(diff: RecordingDiff, { view, top, names }: DiffTextOptions): Generator<string> {
  yield* diffHead(diff, view.steps);
  yield '';
  yield* lines(diff, view, top, names);
}

/** The rows that changed most, siblings in the order of how much, each indented below its own. */
function* lines(diff: RecordingDiff, view: DiffView, top: number, style: NameStyle): Generator<string> {
  const { source, namer, ranks } = diffViewRows(diff, view);
  const { rows, numbers } = source;
  const { value } = view;
  const changes = (): ReturnType<typeof changesOf> => {
    const { a, b } = numbers.rows.tree;
    if (value !== null) return changesOf(value, a, b, a.parent);
    const changed = numbers.values('changed');
    return { changes: changed, weights: changed };
  };
  const made = isListView(view.kind) ? null : largestMade(rows, () => changes().weights, top);
  const { changes: changed } = changes(); // all that is shown has been made
  const compare = (x: number, y: number): number =>
    changed[y] - changed[x] ||
    Math.abs(numbers.of('callsChange', y)) - Math.abs(numbers.of('callsChange', x)) ||
    ranks[rows.tree.method[x]] - ranks[rows.tree.method[y]] ||
    x - y;
  const shown = made ?? firstRows(rows.tree.length, compare, top);
  const { tree } = rows;
  const calls = diff.basis === 'recording' ? formatCount : formatMeanCount;
  const { leads: leading } = viewFacts(view.kind);
  const visible = rowsShown(shown);
  const bars =
    view.kind === 'flame'
      ? flameBars(tree, largerSide(diff, value, numbers), depthFirst(tree, shown, compare))
      : [];
  const nameOf = namer(style);
  const hidden = tree.length - 1 - visible.length;
  const further = comparedColumns(diff.pairs, value, sidesOf(numbers), leading, visible);
  if (further.equal.length > 0) yield `Equal in all rows shown: ${further.equal.join(', ')}.`;
  yield* tableLines(
    {
      columns: [...bars, ...numberColumns(numbers, tree.length, leading, calls), ...further.columns],
      head:
        view.kind === 'hot'
          ? GROUP_HEADS[view.by]
          : view.kind === 'threads'
            ? 'Thread'
            : viewFacts(view.kind).title,
      rows: depthFirst(tree, shown, compare),
      nameOf: (node) => nameOf(tree.method[node]),
      hidden: view.kind === 'callers' && hidden > 0 ? 'some' : hidden,
    },
    (row) => SIDE_MARKS[numbers.sideOf(row)],
  );
}

/** node -> what all below it have of what the view is about, on the side that has more: what has vanished is seen as well. */
function largerSide({ timed }: RecordingDiff, value: Value | null, { rows }: DiffNumbers): Float64Array {
  const { a, b } = rows.tree;
  const metric = value?.metric ?? (timed ? SELF_TIME : CALLS);
  const own = metric.sumOf ?? metric;
  const before = own.valuesOf(a);
  return subtreeSums(
    a.parent,
    own.valuesOf(b).map((after, node) => Math.max(after, before[node])),
  );
}

/** Of a list. @returns row -> 1 for the first ones */
function firstRows(length: number, compare: (x: number, y: number) => number, top: number): Uint8Array {
  const rows = Int32Array.from({ length: length - 1 }, (_, i) => i + 1).sort(compare);
  const shown = new Uint8Array(length);
  for (const row of rows.subarray(0, top)) shown[row] = 1;
  return shown;
}

/** @param formatCalls whole numbers, or what is left of them per root call or second */
function numberColumns(
  numbers: DiffNumbers,
  length: number,
  kind: 'total' | 'self',
  formatCalls: typeof formatCount,
): NumberColumn[] {
  const calls = [
    countColumn('Calls A', numbers.values('callsA'), formatCalls),
    countColumn('Calls B', numbers.values('callsB'), formatCalls),
    signedColumn('Δ Calls', numbers.values('callsChange'), 0, (value) => formatCalls(value, SEPARATOR)),
  ];
  const percentColumn = (of: 'calls' | 'total' | 'self'): NumberColumn => {
    const [before, after] = [numbers.values(`${of}A`), numbers.values(`${of}B`)];
    return column('Δ %', 9, (row) => formatChange(before[row], after[row]));
  };
  if (!numbers.timed) return [...calls, percentColumn('calls')];
  const largestNs = Math.max(maxOf(numbers.values(`${kind}A`)), maxOf(numbers.values(`${kind}B`)));
  const unit = timeUnitFor(largestNs);
  const time = (value: number): string => formatTimeIn(value, unit, SEPARATOR);
  const zeroNs = unit.ns / 2_000;
  const change = numbers.values(`${kind}Change`);
  const errorNs = numbers.values(`${kind}ChangeError`);
  const name = kind === 'total' ? 'Total' : 'Self';
  const head = `Δ ${name} [${unit.name}]`;
  const side = (of: 'A' | 'B'): NumberColumn => {
    const values = numbers.values(`${kind}${of}`);
    return column(`${name} ${of} [${unit.name}]`, time(maxOf(values)).length, (row) => time(values[row]));
  };
  const times = [
    side('A'),
    side('B'),
    markedColumn(signedColumn(head, change, zeroNs, time), widestSigned(change, zeroNs, time), (row) =>
      isUncertain(Math.abs(change[row]), errorNs[row]),
    ),
    percentColumn(kind),
    column('±', 7, (row) => formatTime(errorNs[row]).replaceAll(THIN_SPACE, SEPARATOR)),
    signedColumn('By Calls', numbers.values(`${kind}ByCalls`), zeroNs, time),
    signedColumn('By Time', numbers.values(`${kind}ByTime`), zeroNs, time),
  ];
  const counted = Uint8Array.from({ length }, (_, row) => (numbers.isCounted(row) ? 1 : 0));
  return [...times.map((each) => whereTimed(each, counted)), ...calls];
}

/** @param zero smaller values are shown without a sign: they are 0 in so many digits */
function signedColumn(
  head: string,
  values: Float64Array,
  zero: number,
  text: (value: number) => string,
): NumberColumn {
  return column(head, widestSigned(values, zero, text), (row) => signed(values[row], zero, text));
}

function signed(value: number, zero: number, text: (value: number) => string): string {
  return Math.abs(value) <= zero ? text(0) : `${value > 0 ? '+' : ''}${text(value)}`;
}

/** In characters. */
function widestSigned(values: Float64Array, zero: number, text: (value: number) => string): number {
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  return Math.max(signed(maxOf(values), zero, text).length, signed(least, zero, text).length);
}
