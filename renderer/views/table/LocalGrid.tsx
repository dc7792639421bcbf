import {
  useId,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { keyName } from '../../widgets/keyName.ts';
import { pageRows, rowStep, type RowLevels } from '../../widgets/rowStep.ts';
import type { RowSlot } from './rowSlots.ts';
import { RowsBody, rowTopPx, useLocalRows } from './RowsInView.tsx';
import './NumberCell.css';
import './Table.css';

const INDENT_REM = 1.1;
/** Deeper rows stand below each other: their names would be out of sight. */
const MOST_INDENTED = 24;

export interface GridColumn<Row> {
  readonly id: string;
  readonly title: ReactNode;
  readonly isNumber: boolean;
  /** How the rows are sorted by it; undefined: they cannot be. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
  readonly draw: (row: Row, at: number) => ReactNode;
  readonly hintOf?: ((row: Row) => string) | undefined;
}

/** The rows of a tree are opened and closed by arrow keys and by the sign before the name. */
export interface GridLevels<Row> extends RowLevels<Row> {
  readonly open: (at: number) => void;
  readonly close: (at: number) => void;
}

interface LocalGridProps<Row> {
  readonly label: string;
  readonly className: string;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly columns: readonly GridColumn<Row>[];
  /** Of the columns; undefined: the class says them. */
  readonly widths?: string;
  /** Of all columns; a narrower grid scrolls to the side. */
  readonly leastWidth?: string;
  readonly rows: readonly Row[];
  /** A tree, whose first column is indented. */
  readonly levels?: GridLevels<Row> | undefined;
  /** Its place; -1: none is. */
  readonly selectedRow: number;
  readonly onSelect: (at: number) => void;
  readonly onDoubleClick?: ((at: number) => void) | undefined;
  /** @returns whether it is a key of the view's own */
  readonly onKey?: (key: string) => boolean;
}

/** A table whose rows are all in the page: those in view are drawn, and keys walk through all. */
export function LocalGrid<Row>(props: LocalGridProps<Row>) {
  const { label, className, scroller, columns, rows, levels, selectedRow, onSelect, onKey } = props;
  const gridId = useId();
  const [reveals, setReveals] = useState(0);
  const view = useLocalRows(scroller, rows, selectedRow, reveals);
  const { firstRow, endRow, viewPx, onScroll } = view.window;
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyName(event);
    if (event.target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) return; // its own
    const step = rowStep(key, rows, selectedRow, pageRows(viewPx, view.rowPx), levels);
    if (step === 'open') levels?.open(selectedRow);
    else if (step === 'close') levels?.close(selectedRow);
    else if (step !== undefined) {
      onSelect(step);
      setReveals(reveals + 1);
    } else if (onKey?.(key) !== true) return;
    event.preventDefault();
  };
  const rowId = (at: number): string => `${gridId}-${at}`;
  const isDrawn = selectedRow >= firstRow && selectedRow < endRow;
  return (
    <div
      ref={scroller}
      className={`table ${className}`}
      style={
        { '--table-columns': props.widths, flex: rows.length === 0 ? 'none' : undefined } as CSSProperties
      }
      role={levels ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={isDrawn ? rowId(selectedRow) : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div style={{ minWidth: props.leastWidth }}>
        <GridHeader columns={columns} isTree={levels !== undefined} />
        <RowsBody view={view}>
          {view.slots.map((slot) => (
            <GridRow
              key={slot.slot}
              {...slot}
              id={rowId(slot.at)}
              topPx={rowTopPx(view, slot.at)}
              columns={columns}
              levels={levels}
              isSelected={slot.at === selectedRow}
              onSelect={onSelect}
              onDoubleClick={props.onDoubleClick}
            />
          ))}
        </RowsBody>
      </div>
    </div>
  );
}

interface GridHeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly isTree: boolean;
}

function GridHeader<Row>({ columns, isTree }: GridHeaderProps<Row>) {
  const nameTitle = `tableTitle tableTitle-name${isTree ? ' tableTitle-tree' : ''}`;
  return (
    <div role="rowgroup" className="tableHeader">
      <div className="tableColumns" role="row" aria-rowindex={1}>
        {columns.map(({ id, title, isNumber, sorted }) => (
          <div
            key={id}
            className={isNumber ? 'tableTitle' : nameTitle}
            role="columnheader"
            aria-sort={sorted}
          >
            {title}
          </div>
        ))}
      </div>
    </div>
  );
}

interface GridRowProps<Row>
  extends RowSlot<Row>, Pick<LocalGridProps<Row>, 'columns' | 'levels' | 'onSelect' | 'onDoubleClick'> {
  readonly id: string;
  readonly topPx: number;
  readonly isSelected: boolean;
}

function GridRow<Row>({
  id,
  at,
  row,
  topPx,
  columns,
  levels,
  isSelected,
  onSelect,
  onDoubleClick,
}: GridRowProps<Row>) {
  const isOpen = levels?.isOpen(row) ?? null;
  const indent = levels ? indentOf(levels.depthOf(row)) : undefined;
  return (
    <div
      id={id}
      className={`tableRow tableColumns${isSelected ? ' tableRow-selected' : ''}`}
      role="row"
      aria-rowindex={at + 2}
      aria-level={levels && levels.depthOf(row) + 1}
      aria-selected={isSelected}
      aria-expanded={isOpen ?? undefined}
      style={{ top: topPx }}
      onClick={() => onSelect(at)}
      onDoubleClick={() => onDoubleClick?.(at)}
    >
      {columns.map(({ id: column, isNumber, draw, hintOf }, i) => (
        <div
          key={column}
          role="gridcell"
          className={isNumber ? 'numberCell' : 'tableName mono'}
          style={i === 0 ? indent : undefined}
          title={hintOf?.(row)}
        >
          {levels && i === 0 ? (
            <span
              className={isOpen === null ? 'tableLeaf' : `tableTwisty${isOpen ? ' tableTwisty-open' : ''}`}
              onClick={() => (isOpen === true ? levels.close(at) : levels.open(at))}
            />
          ) : null}
          {draw(row, at)}
        </div>
      ))}
    </div>
  );
}

function indentOf(depth: number): CSSProperties {
  return { paddingLeft: `calc(var(--edge) - 6px + ${Math.min(depth, MOST_INDENTED) * INDENT_REM}rem)` };
}
