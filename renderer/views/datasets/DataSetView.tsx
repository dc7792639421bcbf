import {
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import {
  formatCount,
  formatCountOf,
  formatTimeIn,
  THIN_SPACE,
  timeUnitFor,
} from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { valueText } from '../../../shared/metrics/value.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { metricsOf } from '../../../shared/rows/dataSetRows.ts';
import { useApp } from '../../state/app/appContext.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { TextField } from '../../widgets/TextField.tsx';
import { NOT_KNOWN } from '../table/numberTexts.ts';
import { RowsBody, rowTopPx, useLocalRows } from '../table/RowsInView.tsx';
import { nextOrder, orderedRows, type DataSetOrder } from './dataSetOrder.ts';
import '../table/FindField.css';
import '../table/NumberCell.css';
import '../table/Table.css';
import '../table/TableTools.css';

/** In letters: names that are longer are cut. */
const LONGEST_NAME = 60;
const SHORTEST_NAME = 6;
/** However many columns there are, so much of a name is read. */
const LEAST_NAME = 18;
/** Empty at both sides of a cell. */
const NAME_EDGES = 3;
/** Of a letter. Not 1ch, which is another width in the titles' font than in the rows': columns would not be below their titles. */
const LETTER_REM = 0.65;
/** Rows up or down. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

interface ShownColumn {
  readonly id: string;
  readonly title: string;
  readonly isNumber: boolean;
  /** Of the width that numbers leave: names are as wide as they are long. 0: a number. */
  readonly share: number;
  readonly textOf: (row: number) => string;
}

interface DataSetViewProps {
  readonly set: DataSet;
  /** Behind the field that filters: what is done with the selected row. */
  readonly tools?: ReactNode;
  readonly onSelect?: (row: number) => void;
  /** Enter, or a double click. */
  readonly onOpen?: (row: number) => void;
}

/** A table beside the call trees, whatever it is of: sorted by any column, filtered, walked through and copied. */
export function DataSetView({ set, tools, onSelect, onOpen }: DataSetViewProps) {
  const app = useApp();
  const tableId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [order, setOrder] = useState<DataSetOrder | null>(null);
  const [words, setWords] = useState('');
  const [selected, setSelected] = useState(-1);
  const [reveals, setReveals] = useState(0);
  const rows = useMemo(() => [...orderedRows(set, order, words)], [set, order, words]);
  const columns = useMemo(() => shownColumns(set), [set]);
  const selectedRow = rows.indexOf(selected);
  const view = useLocalRows(scroller, rows, selectedRow, reveals);
  const lineOf = (row: number): string => columns.map(({ textOf }) => textOf(row)).join('\t');
  const choose = (row: number): void => {
    setSelected(row);
    onSelect?.(row);
  };
  const select = (at: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, at))] as number | undefined;
    if (row === undefined) return;
    choose(row);
    setReveals(reveals + 1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyName(event);
    if (key in STEPS) select(selectedRow < 0 ? 0 : selectedRow + STEPS[key]);
    else if (key === 'Home') select(0);
    else if (key === 'End') select(rows.length - 1);
    else if (key === 'Enter' && onOpen !== undefined && selected >= 0) onOpen(selected);
    else if (key === 'Ctrl+c' && selected >= 0) void app.copyText(lineOf(selected));
    else if (key === 'Ctrl+Shift+c') void app.copyText([headOf(columns), ...rows.map(lineOf)].join('\n'));
    else return;
    event.preventDefault();
  };
  const leastOf = ({ share }: ShownColumn): string =>
    share === 0 ? '9rem' : `${(Math.min(share, LEAST_NAME) + NAME_EDGES) * LETTER_REM}rem`;
  const widths = columns.map((column) =>
    column.isNumber ? leastOf(column) : `minmax(${leastOf(column)}, ${column.share}fr)`,
  );
  const rowId = (row: number): string => `${tableId}-${row}`;
  return (
    <>
      <div className="recordViewTools" role="toolbar" aria-label={`${set.title}, tools`}>
        <div className="tableTools">
          <div className="findField" role="search" aria-label={`Filter of ${set.title}`}>
            <TextField
              label={`Only rows of ${set.title} with`}
              placeholder="Only rows with (Ctrl+F)"
              value={words}
              onChange={setWords}
              onKeyDown={(event) => {
                if (event.key === 'Enter' || event.key === 'ArrowDown') scroller.current?.focus();
              }}
            />
          </div>
          <span className="muted">
            {set.title}: {rows.length === set.rows ? '' : `${formatCount(rows.length)} of `}
            {formatCountOf(set.rows, 'row')}
          </span>
          {tools ? <span className="tableToolsEnd">{tools}</span> : null}
        </div>
      </div>
      <div
        ref={scroller}
        className="table table-bare"
        style={
          {
            '--table-columns': widths.join(' '),
            flex: rows.length === 0 ? 'none' : undefined,
          } as CSSProperties
        }
        role="grid"
        aria-label={set.title}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={selectedRow >= 0 ? rowId(selected) : undefined}
        tabIndex={0}
        onScroll={view.window.onScroll}
        onKeyDown={onKeyDown}
      >
        <div style={{ minWidth: `calc(${columns.map(leastOf).join(' + ')})` }}>
          <div role="rowgroup">
            <div className="tableHeader tableColumns" role="row" aria-rowindex={1}>
              {columns.map(({ id, title, isNumber }) => (
                <div
                  key={id}
                  className={isNumber ? 'tableTitle' : 'tableTitle tableTitle-name'}
                  role="columnheader"
                  aria-sort={order?.column === id ? (order.falls ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    className="tableSort"
                    title="Sort; again to reverse, again for recorded order"
                    onClick={() => setOrder(nextOrder(order, id, isNumber))}
                  >
                    {title}
                    <span className="tableArrow" aria-hidden>
                      {order?.column === id ? (order.falls ? '▼' : '▲') : ''}
                    </span>
                  </button>
                </div>
              ))}
            </div>
          </div>
          <RowsBody view={view}>
            {view.slots.map(({ slot, at, row }) => (
              <div
                key={slot}
                id={rowId(row)}
                className={`tableRow tableColumns${row === selected ? ' tableRow-selected' : ''}`}
                role="row"
                aria-rowindex={at + 2}
                aria-selected={row === selected}
                style={{ top: rowTopPx(view, at) }}
                onClick={() => choose(row)}
                onDoubleClick={() => onOpen?.(row)}
              >
                {columns.map(({ id, isNumber, textOf }) => (
                  <div
                    key={id}
                    role="gridcell"
                    className={isNumber ? 'numberCell' : 'tableName mono'}
                    title={isNumber ? undefined : textOf(row)}
                  >
                    {textOf(row)}
                  </div>
                ))}
              </div>
            ))}
          </RowsBody>
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={set.rows === 0 ? 'Nothing is in it' : 'No row has these words'}>
          <p>{set.rows === 0 ? `${set.title}: there is none.` : 'Type fewer of them, or others.'}</p>
        </EmptyState>
      ) : null}
    </>
  );
}

/** What names a row, then its numbers; times of one column are in one unit. */
function shownColumns(set: DataSet): readonly ShownColumn[] {
  const texts = set.texts.map(({ id, title, texts: all }) => ({
    ...{ id, title, isNumber: false },
    share: all.reduce((most, text) => Math.min(LONGEST_NAME, Math.max(most, text.length)), SHORTEST_NAME),
    textOf: (row: number) => visibleText(all[row]),
  }));
  const numbers = metricsOf(set).map((metric, i) => {
    const { values, unit } = set.values[i];
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0);
    const timeUnit = timeUnitFor(largest);
    const text = (value: number): string =>
      unit === 'ns' ? formatTimeIn(value, timeUnit) : valueText({ metric, per: null }, value, THIN_SPACE); // as in the other tables
    return {
      ...{ id: metric.id, isNumber: true, share: 0 },
      title: unit === 'ns' ? `${metric.title} [${timeUnit.name}]` : metric.title,
      textOf: (row: number) => (Number.isNaN(values[row]) ? NOT_KNOWN : text(values[row])),
    };
  });
  return [...texts, ...numbers];
}

function headOf(columns: readonly ShownColumn[]): string {
  return columns.map(({ title }) => title).join('\t');
}
