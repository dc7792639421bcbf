import {
  formatCount,
  formatPercent,
  formatTime,
  formatTimeIn,
  timeUnitFor,
} from '../../shared/naming/formatNumbers.ts';
import { isUncertain } from '../../shared/cct/uncertain.ts';
import { element } from './element.ts';

/** Columns that call tree and hot spots have in common. */
export interface NumberRows {
  readonly calls: readonly number[];
  readonly selfNs: readonly number[];
  readonly totalNs: readonly number[];
  readonly errorNs: readonly number[];
  readonly counted: readonly number[];
}

export interface NumberColumn {
  readonly head: string;
  readonly title: string;
  readonly cell: (row: number) => HTMLTableCellElement;
}

/**
 * The leading time and its share, the other time, the bound of the error of the self time, Invocations; calls alone where
 * there is no clock. A column has one unit, that of its largest number.
 * @param leading what the table is sorted by
 * @param base what shares are of: ns, or calls without a clock
 */
export function numberColumns(
  rows: NumberRows,
  leading: 'total' | 'self',
  clock: string,
  base: number,
): readonly NumberColumn[] {
  const invocations: NumberColumn = {
    head: 'Invocations',
    title: 'Exact number of calls',
    cell: (row) => number(formatCount(rows.calls[row])),
  };
  if (clock === 'none') {
    const share = (row: number): HTMLTableCellElement => shareCell(rows.calls[row], base, 'count');
    return [invocations, { head: '%', title: 'Share of all calls', cell: share }];
  }
  const timed =
    (cell: NumberColumn['cell']): NumberColumn['cell'] =>
    (row) =>
      rows.counted[row] === 1 ? notTimed() : cell(row);
  const time = (head: string, title: string, ns: readonly number[]): NumberColumn => {
    const unit = timeUnitFor(ns.reduce((max, value) => Math.max(max, value), 0));
    return {
      head: `${head} [${unit.name}]`,
      title,
      cell: timed((row) => number(formatTimeIn(ns[row], unit))),
    };
  };
  const total = time('Total Time', 'Time in the method and all that it called', rows.totalNs);
  const self = time('Self Time', 'Time in the method itself', rows.selfNs);
  const error: NumberColumn = {
    head: '±',
    title: 'Bound of the error of Self Time',
    cell: timed((row) =>
      isUncertain(rows.selfNs[row], rows.errorNs[row])
        ? unsure(formatTime(rows.errorNs[row]))
        : number(formatTime(rows.errorNs[row]), 'faint'),
    ),
  };
  const ns = leading === 'total' ? rows.totalNs : rows.selfNs;
  const share: NumberColumn = {
    head: '%',
    title: 'Share of the time of all threads',
    cell: timed((row) => shareCell(ns[row], base, leading)),
  };
  return leading === 'total'
    ? [total, share, self, error, invocations]
    : [self, share, error, total, invocations];
}

function number(text: string, kind = ''): HTMLTableCellElement {
  return element('td', { class: `number ${kind}`, text });
}

function unsure(text: string): HTMLTableCellElement {
  return element('td', {
    class: 'number unsure',
    text: `~${text}`,
    attributes: { title: 'The error is as large as the Self Time: it is small, and no more is known' },
  });
}

function notTimed(): HTMLTableCellElement {
  return element('td', {
    class: 'number faint',
    text: '—',
    attributes: { title: 'Calls were counted, times were not taken: they are the caller’s own' },
  });
}

function shareCell(part: number, base: number, kind: 'total' | 'self' | 'count'): HTMLTableCellElement {
  const bar = element('span', { class: `bar ${kind}`, attributes: { 'aria-hidden': 'true' } });
  bar.style.width = `${base > 0 ? Math.min(100, (100 * part) / base) : 0}%`;
  return element(
    'td',
    { class: 'number share' },
    bar,
    element('span', { text: formatPercent(part, base), class: 'shareText' }),
  );
}
