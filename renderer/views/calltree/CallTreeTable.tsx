import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { keyName } from '../../widgets/keyName.ts';
import { scrollTopFor, useRowWindow } from '../../widgets/useRowWindow.ts';
import { CallTreeHeader } from './CallTreeHeader.tsx';
import { CallTreeRow } from './CallTreeRow.tsx';
import type { CallTreePicture, CallTreeState } from './callTreeState.ts';
import type { MethodNames } from './methodNames.ts';
import { TREE_KEYS, type TreeAction } from './treeKeys.ts';
import { rowOf, type TreeRows } from './treeRows.ts';
import './CallTreeTable.css';

/** --row-height and the header's height, px. */
const ROW_PX = 22;
const HEADER_PX = 25;
/** Levels that stay indented when only deeper rows are in view: names must not leave the column. */
const SHOWN_LEVELS = 12;

interface CallTreeTableProps {
  readonly state: CallTreeState;
  readonly picture: CallTreePicture;
  readonly names: MethodNames;
  /** Keys that concern more than the table. */
  readonly onAction: (action: TreeAction) => void;
}

/** The rows in view of a call tree of any size, with keyboard and selection. */
export function CallTreeTable({ state, picture, names, onAction }: CallTreeTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, selected } = picture;
  const { firstRow, endRow, contentPx, firstRowPx, pageRows, onScroll, reveal } = useRowWindow(
    scroller,
    rows.length,
    ROW_PX,
    HEADER_PX,
  );
  useSteadyRows(scroller, rows, selected, onScroll);
  useRevealOnSelect(selected, rows, reveal);

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = TREE_KEYS[keyName(event)];
    if (!action) return;
    // What is marked with the mouse is copied by the browser.
    if (action === 'copy' && window.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    if (action === 'find' || action === 'copy') onAction(action);
    else state.act(action, pageRows);
  };
  const nodeAt = (event: MouseEvent): number =>
    Number((event.target as Element).closest<HTMLElement>('[data-node]')?.dataset['node'] ?? 0);
  const onClick = (event: MouseEvent): void => {
    const node = nodeAt(event);
    if (node === 0) return;
    if ((event.target as Element).closest('.callTreeTwisty')) state.toggle(node);
    else state.select(node);
  };

  const drawn = Array.from({ length: endRow - firstRow }, (_, i) => firstRow + i);
  const shallowest = drawn.reduce((least, row) => Math.min(least, rows.depth[row]), Infinity);
  const hiddenLevels = Math.max(0, shallowest - SHOWN_LEVELS);
  return (
    <div
      ref={scroller}
      className={picture.timed ? 'callTreeTable' : 'callTreeTable callTreeTable-counts'}
      role="treegrid"
      aria-label="Call Tree"
      aria-rowcount={rows.length + 1}
      aria-colcount={picture.timed ? 4 : 2}
      aria-activedescendant={selected > 0 ? rowId(selected) : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={(event) => {
        const node = nodeAt(event);
        if (node > 0 && !(event.target as Element).closest('.callTreeTwisty')) state.toggle(node);
      }}
    >
      <CallTreeHeader
        sort={picture.sort}
        timed={picture.timed}
        hiddenLevels={hiddenLevels}
        onSort={(column) => state.sortBy(column)}
      />
      <div role="rowgroup" className="callTreeBody" style={{ height: contentPx }}>
        <div className="callTreeWindow" style={{ transform: `translateY(${firstRowPx}px)` }}>
          {drawn.map((row) => (
            <CallTreeRow
              key={rows.node[row]}
              id={rowId(rows.node[row])}
              picture={picture}
              names={names}
              row={row}
              hiddenLevels={hiddenLevels}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function rowId(node: number): string {
  return `call-tree-${node}`;
}

/**
 * Keeps what is looked at where it is while rows come and go above it: the selected row if it is in view, else the first
 * row in view. At the very top nothing is held, so that the largest rows stay in view.
 */
function useSteadyRows(
  scroller: { readonly current: HTMLDivElement | null },
  rows: TreeRows,
  selected: number,
  onScroll: () => void,
): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = rows;
    if (!element || old === rows || element.scrollTop === 0 || old.length === 0) return;
    const viewPx = element.clientHeight - HEADER_PX;
    const topOf = (row: number, count: number): number => scrollTopFor(row, count, ROW_PX, viewPx);
    const selectedRow = rowOf(old, selected);
    const inView =
      selectedRow >= 0 &&
      topOf(selectedRow, old.length) >= element.scrollTop - ROW_PX &&
      topOf(selectedRow, old.length) < element.scrollTop + viewPx;
    const oldRow = inView
      ? selectedRow
      : Math.min(old.length - 1, Math.round(element.scrollTop / topOf(1, old.length)));
    const newRow = rowOf(rows, old.node[oldRow]);
    if (newRow < 0 || newRow === oldRow) return;
    element.scrollTop += topOf(newRow, rows.length) - topOf(oldRow, old.length);
    onScroll();
  }, [scroller, rows, selected, onScroll]);
}

/** Scrolls to the selected row when another one is selected, and not when the data under it changes. */
function useRevealOnSelect(selected: number, rows: TreeRows, reveal: (row: number) => void): void {
  const shown = useRef(0);
  useLayoutEffect(() => {
    if (selected === shown.current) return;
    shown.current = selected;
    const row = rowOf(rows, selected);
    if (row >= 0) reveal(row);
  }, [selected, rows, reveal]);
}
