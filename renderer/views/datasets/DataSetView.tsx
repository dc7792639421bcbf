import { useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
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
import { isStackColumn } from '../../../shared/recording/dataSets/stackColumns.ts';
import { metricsOf } from '../../../shared/rows/dataSetRows.ts';
import { useApp } from '../../state/app/appContext.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { LocalGrid, type GridColumn } from '../table/LocalGrid.tsx';
import { NOT_KNOWN } from '../table/numberTexts.ts';
import { nextOrder, orderedRows, type DataSetOrder } from './dataSetOrder.ts';
import { useSelectedRow } from './selectedRow.ts';
import '../table/FindField.css';
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
const TITLE_LETTER_REM = 0.6;
const LEAST_NUMBER_REM = 9;

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
  /** What stands beside the rows, of the selected one; -1: none is. */
  readonly beside?: (row: number) => ReactNode;
}

/** A table beside the call trees, whatever it is of: sorted by any column, filtered, walked through and copied. */
export function DataSetView({ set, tools, onSelect, onOpen, beside }: DataSetViewProps) {
  const app = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const [order, setOrder] = useState<DataSetOrder | null>(null);
  const [words, setWords] = useState('');
  const [selected, setSelected] = useSelectedRow(set);
  const rows = useMemo(() => [...orderedRows(set, order, words)], [set, order, words]);
  const columns = useMemo(() => shownColumns(set), [set]);
  const lineOf = (row: number): string => columns.map(({ textOf }) => textOf(row)).join('\t');
  const onKey = (key: string): boolean => {
    if (key === 'Enter' && onOpen !== undefined && selected >= 0) onOpen(selected);
    else if (key === 'Ctrl+c' && selected >= 0) void app.copyText(lineOf(selected));
    else if (key === 'Ctrl+Shift+c') void app.copyText([headOf(columns), ...rows.map(lineOf)].join('\n'));
    else return false;
    return true;
  };
  const body = (
    <>
      <LocalGrid
        label={set.title}
        className="table-bare"
        scroller={scroller}
        columns={columns.map((column) => gridColumn(column, order, setOrder))}
        widths={columns.map(widthOf).join(' ')}
        leastWidth={`calc(${columns.map(leastOf).join(' + ')})`}
        rows={rows}
        selectedRow={rows.indexOf(selected)}
        onSelect={(at) => {
          setSelected(rows[at]);
          onSelect?.(rows[at]);
        }}
        onDoubleClick={(at) => onOpen?.(rows[at])}
        onKey={onKey}
      />
      {rows.length === 0 ? (
        <EmptyState title={set.rows === 0 ? 'Nothing is in it' : 'No row has these words'}>
          <p>{set.rows === 0 ? `${set.title}: there is none.` : 'Type fewer of them, or others.'}</p>
        </EmptyState>
      ) : null}
    </>
  );
  return (
    <>
      <DataSetTools set={set} shown={rows.length} words={words} onWords={setWords} scroller={scroller}>
        {tools}
      </DataSetTools>
      {beside === undefined || rows.length === 0 ? (
        body
      ) : (
        <div className="resultsBody">
          <div className="resultsBodyView">{body}</div>
          {beside(selected)}
        </div>
      )}
    </>
  );
}

interface DataSetToolsProps {
  readonly set: DataSet;
  /** Rows with the words. */
  readonly shown: number;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** Enter and the arrow down go there. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** The field that filters, how many rows it leaves, and the tools of the selected row. */
function DataSetTools({ set, shown, words, onWords, scroller, children }: DataSetToolsProps) {
  return (
    <div className="recordViewTools" role="toolbar" aria-label={`${set.title}, tools`}>
      <div className="tableTools">
        <div className="findField" role="search" aria-label={`Filter of ${set.title}`}>
          <TextField
            label={`Only rows of ${set.title} with`}
            placeholder="Only rows with (Ctrl+F)"
            value={words}
            onChange={onWords}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === 'ArrowDown') scroller.current?.focus();
            }}
          />
        </div>
        <span className="muted">
          {set.title}: {shown === set.rows ? '' : `${formatCount(shown)} of `}
          {formatCountOf(set.rows, 'row')}
        </span>
        {children ? <span className="tableToolsEnd">{children}</span> : null}
      </div>
    </div>
  );
}

/** A column of the grid, by which the rows are sorted when its title is clicked. */
function gridColumn(
  { id, title, isNumber, textOf }: ShownColumn,
  order: DataSetOrder | null,
  onOrder: (order: DataSetOrder | null) => void,
): GridColumn<number> {
  const isSorted = order?.column === id;
  return {
    ...{ id, isNumber, draw: textOf, hintOf: isNumber ? undefined : textOf },
    sorted: isSorted ? (order.falls ? 'descending' : 'ascending') : 'none',
    title: (
      <button
        type="button"
        className="tableSort"
        title="Sort; again to reverse, again for recorded order"
        onClick={() => onOrder(nextOrder(order, id, isNumber))}
      >
        {title}
        <span className="tableArrow" aria-hidden>
          {isSorted ? (order.falls ? '▼' : '▲') : ''}
        </span>
      </button>
    ),
  };
}

function widthOf(column: ShownColumn): string {
  return column.isNumber ? leastOf(column) : `minmax(${leastOf(column)}, ${column.share}fr)`;
}

/** Each column has room for its title. */
function leastOf({ share, title }: ShownColumn): string {
  const titleRem = (title.length + NAME_EDGES) * TITLE_LETTER_REM;
  const cellRem = share > 0 ? (Math.min(share, LEAST_NAME) + NAME_EDGES) * LETTER_REM : LEAST_NUMBER_REM;
  return `${Math.max(cellRem, titleRem)}rem`;
}

/** What names a row, then its numbers; times of one column are in one unit. */
function shownColumns(set: DataSet): readonly ShownColumn[] {
  const cells = set.texts.filter((text) => !isStackColumn(text));
  const texts = cells.map(({ id, title, texts: all }) => ({
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
