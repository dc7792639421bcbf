import { memo, type ReactElement } from 'react';
import type { DiffColumn } from '../../../shared/analysis/diffNumbers.ts';
import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { UNCERTAIN } from '../../../shared/report/reportColumns.ts';
import { marked } from '../../widgets/Marked.tsx';
import { TOTAL_CALLS_COLUMN } from '../../worker/table/furtherColumns.ts';
import type { TableColumn, TableRow as Row } from '../../worker/table/tableRow.ts';
import { barsColumn } from './columnLayout.ts';
import type { ColumnKind } from './columns.ts';
import type { MethodLabel } from './methodLabels.ts';
import { ChangeCell } from './ChangeCell.tsx';
import { numberCell } from './NumberCell.tsx';
import { SIDE_TEXTS } from './changeTexts.ts';
import { isSameRow } from './sameRow.ts';
import type { RowTrend } from './rowTrends.ts';
import type { TableNumbers } from './tableNumbers.ts';
import { TrendCell } from './TrendCell.tsx';
import type { TrendColumn } from './trendColumn.ts';

/** Of a method that was only counted. */
const NO_TIME = '—';

interface TableRowProps {
  readonly id: string;
  readonly row: Row;
  readonly columns: readonly ColumnKind[];
  /** Its place in the list, from 0. */
  readonly at: number;
  /** Of its upper edge, in the box of all rows. */
  readonly topPx: number;
  readonly label: MethodLabel;
  /** It is not measured any more. */
  readonly isOff: boolean;
  /** It is of the program's own code, and others are not. */
  readonly isOwn: boolean;
  /** That much of its time may be the stall of hot swaps, in a sentence; "": it is not. */
  readonly stall: string;
  readonly numbers: TableNumbers;
  /** What `trend` is of. */
  readonly grown: TrendColumn;
  readonly trend: RowTrend | null;
  readonly timed: boolean;
  /** Rows are indented, and can be opened. */
  readonly isTree: boolean;
  /** What is looked for, in small letters. */
  readonly words: readonly string[];
  /** Keys work from here. */
  readonly isSelected: boolean;
  /** One of those that are chosen, in a table where several can be; null where none can. */
  readonly isChosen: boolean | null;
  /** Of its name. */
  readonly indentPx: number;
}

/** One row: a name and its numbers. Drawn again only when something of it changed. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { id, row, columns, at, topPx, isOwn, numbers, grown, trend, timed, isTree } = props;
  const { isSelected, isChosen } = props;
  const bars = barsColumn(columns, timed);
  return (
    <div
      id={id}
      role="row"
      className={`tableRow tableColumns${isOwn ? ' tableRow-own' : ''}${isSelected ? ' tableRow-selected' : ''}`}
      style={{ top: topPx }}
      data-node={row.node}
      aria-level={isTree ? row.depth + 1 : undefined}
      aria-rowindex={at + 2}
      aria-expanded={row.isInner ? row.isOpen : undefined}
      aria-selected={isChosen ?? isSelected}
    >
      {nameCell(props)}
      {columns.map((column, i) =>
        column.id === 'trend' ? (
          <TrendCell key={i + 2} column={i + 2} of={grown} trend={trend} />
        ) : (
          cellOf(row, column.id, column.isTime, i + 2, numbers, timed, column === bars)
        ),
      )}
    </div>
  );
}, isDrawnAlike);

/** The name with the signs before and behind it. No component: of each row that a scroll brings there would be one more. */
function nameCell({
  row,
  label,
  isOff,
  isOwn,
  stall,
  isTree,
  words,
  isChosen,
  indentPx,
}: TableRowProps): ReactElement {
  const { isInner, isOpen, isRecursive, compared } = row;
  const side = compared?.side ?? 'both';
  const isFlagged = isOff || stall !== '' || isRecursive || isChosen !== null || side !== 'both';
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      className={isFlagged ? 'tableName tableName-flagged' : 'tableName'}
      style={{ marginLeft: indentPx }}
    >
      {isTree ? (
        <span
          className={isInner ? `tableTwisty tableTwisty-${isOpen ? 'open' : 'closed'}` : 'tableLeaf'}
          aria-hidden="true"
        />
      ) : null}
      {isChosen === null ? null : (
        <span className={isChosen ? 'tableTick tableTick-on' : 'tableTick'} aria-hidden="true" />
      )}
      {side === 'both' ? null : <span className={`tableSide tableSide-${side}`}>{SIDE_TEXTS[side]}</span>}
      <span className={label.isHidden ? 'tableMethod tableMethod-hidden' : 'tableMethod'}>
        <span className="tableFaint">{label.keyword + label.packages}</span>
        {label.method === '' ? null : marked(`${label.className}.`, words)}
        <b>{marked(label.method || label.className, words)}</b>
        <span className="tableFaint">{label.parameters}</span>
        {isOwn ? <span className="visuallyHidden"> own code</span> : null}
      </span>
      {isOff ? (
        <span className="tableOff" title="Switched off: not measured any more, its time is its caller’s own">
          off
        </span>
      ) : null}
      {stall === '' ? null : (
        <span className="tableStall" title={stall}>
          first call
        </span>
      )}
      {isRecursive ? (
        <span className="tableRecursive" title="Recursive: this method is open further up already">
          ↻<span className="visuallyHidden"> recursive</span>
        </span>
      ) : null}
    </div>
  );
}

/** Each picture has rows of its own, most of them as they were. */
function isDrawnAlike(before: TableRowProps, after: TableRowProps): boolean {
  return (Object.keys(after) as (keyof TableRowProps)[]).every(
    (name) => before[name] === after[name] || (name === 'row' && isSameRow(before.row, after.row)),
  );
}

/** @param at aria-colindex @param timed of the table: false where there are no times @param hasShare of calls: what part of all they are */
function cellOf(
  row: Row,
  id: TableColumn,
  isTime: boolean,
  at: number,
  numbers: TableNumbers,
  timed: boolean,
  hasShare: boolean,
): ReactElement | null {
  const { isCounted, calls, totalNs, selfNs } = row;
  if ((isTime || (id === 'changed' && timed)) && isCounted)
    return numberCell({ kind: null, column: at, text: NO_TIME, value: 0, base: null, zero: true });
  switch (id) {
    case 'total':
    case 'self': {
      const ns = id === 'total' ? totalNs : selfNs;
      const unsure = id === 'self' && numbers.isUnsure(row);
      const text = (unsure ? UNCERTAIN : '') + numbers.timeText(ns);
      return numberCell({ kind: id, column: at, text, value: ns, base: numbers.baseNsOf(row), unsure });
    }
    case 'calls': {
      const base = hasShare ? numbers.baseCallsOf(row) : null;
      return numberCell({ kind: 'calls', column: at, text: formatCount(calls), value: calls, base });
    }
    case TOTAL_CALLS_COLUMN: {
      const value = numbers.furtherOf(row, id);
      const base = hasShare ? numbers.baseCallsOf(row) : null;
      return numberCell({ kind: 'calls', column: at, text: formatCount(value), value, base });
    }
    case 'totalChange':
    case 'selfChange': {
      if (!row.compared) return null;
      const kind = id === 'totalChange' ? 'total' : 'self';
      return <ChangeCell key={at} kind={kind} column={at} compared={row.compared} numbers={numbers} />;
    }
    default: {
      const text = numbers.textOf(row, id, timed);
      const zero = row.compared?.numbers[id as DiffColumn] === 0;
      return numberCell({ kind: null, column: at, text, value: 0, base: null, zero });
    }
  }
}
