import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { keyName } from '../../widgets/keyName.ts';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { scrollTopFor, useRowWindow } from '../../widgets/useRowWindow.ts';
import { CallTreeHeader } from './CallTreeHeader.tsx';
import { CallTreeRow } from './CallTreeRow.tsx';
import type { CallTreePicture, CallTreeState } from './callTreeState.ts';
import { copiedText } from './copiedText.ts';
import type { MethodLabels } from './methodLabels.ts';
import { TREE_KEYS } from './treeKeys.ts';
import './CallTreeTable.css';

/** --row-height and the header's height, px. */
const ROW_PX = 22;
const HEADER_PX = 25;
/** Levels that stay indented when only deeper rows are in view: names must not leave the column. */
const SHOWN_LEVELS = 12;

interface CallTreeTableProps {
  readonly state: CallTreeState;
  readonly picture: CallTreePicture;
  readonly labels: MethodLabels;
}

/** The rows in view of a call tree of any size, with keyboard and selection. */
export function CallTreeTable({ state, picture, labels }: CallTreeTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { nodes, depths, selected } = picture;
  const { firstRow, endRow, contentPx, firstRowPx, pageRows, onScroll, reveal } = useRowWindow(
    scroller,
    nodes.length,
    ROW_PX,
    HEADER_PX,
  );
  useSteadyRows(scroller, nodes, selected, onScroll);
  useRevealOnSelect(selected, nodes, reveal);
  useFocusWhenLost(scroller);

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = TREE_KEYS[keyName(event)];
    if (!action) return;
    // What is marked with the mouse is copied by the browser.
    if (action === 'copy' && window.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    if (action === 'copy') void navigator.clipboard.writeText(copiedText(picture, labels));
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
  const shallowest = drawn.reduce((least, row) => Math.min(least, depths[row]), Infinity);
  const hiddenLevels = drawn.length > 0 ? Math.max(0, shallowest - SHOWN_LEVELS) : 0;
  return (
    <div
      ref={scroller}
      className={picture.timed ? 'callTreeTable' : 'callTreeTable callTreeTable-counts'}
      role="treegrid"
      aria-label="Call Tree"
      aria-rowcount={nodes.length + 1}
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
        unit={picture.numbers.unit.name}
        hiddenLevels={hiddenLevels}
        onSort={(column) => state.sortBy(column)}
      />
      <div role="rowgroup" className="callTreeBody" style={{ height: contentPx }}>
        <div className="callTreeWindow" style={{ transform: `translateY(${firstRowPx}px)` }}>
          {drawn.map((row) => (
            <CallTreeRow
              key={nodes[row]}
              id={rowId(nodes[row])}
              picture={picture}
              labels={labels}
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
  nodes: Int32Array,
  selected: number,
  onScroll: () => void,
): void {
  const before = useRef(nodes);
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = nodes;
    if (!element || old === nodes || element.scrollTop === 0 || old.length === 0) return;
    const viewPx = element.clientHeight - HEADER_PX;
    const topOf = (row: number, count: number): number => scrollTopFor(row, count, ROW_PX, viewPx);
    const selectedRow = old.indexOf(selected);
    const inView =
      selectedRow >= 0 &&
      topOf(selectedRow, old.length) >= element.scrollTop - ROW_PX &&
      topOf(selectedRow, old.length) < element.scrollTop + viewPx;
    const oldRow = inView
      ? selectedRow
      : Math.min(old.length - 1, Math.round(element.scrollTop / topOf(1, old.length)));
    const newRow = nodes.indexOf(old[oldRow]);
    if (newRow < 0 || newRow === oldRow) return;
    element.scrollTop += topOf(newRow, nodes.length) - topOf(oldRow, old.length);
    onScroll();
  }, [scroller, nodes, selected, onScroll]);
}

/** Scrolls to the selected row when another one is selected, and not when the data under it changes. */
function useRevealOnSelect(selected: number, nodes: Int32Array, reveal: (row: number) => void): void {
  const shown = useRef(0);
  useLayoutEffect(() => {
    if (selected === shown.current) return;
    shown.current = selected;
    const row = nodes.indexOf(selected);
    if (row >= 0) reveal(row);
  }, [selected, nodes, reveal]);
}
