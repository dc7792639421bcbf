import { useCallback, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { Results } from '../../state/results.ts';
import { useApp } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { runCommand } from '../../state/commands.ts';
import { keyName } from '../../widgets/keyName.ts';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { useRemoteRows } from '../../widgets/useRemoteRows.ts';
import type { CallTreeAsk, CallTreePicture } from '../../worker/views/callTreeRow.ts';
import { CallTreeHeader } from './CallTreeHeader.tsx';
import { CallTreeRow } from './CallTreeRow.tsx';
import { copiedText } from './copiedText.ts';
import { MethodLabels } from './methodLabels.ts';
import { TREE_KEYS } from './treeKeys.ts';
import { TreeNumbers } from './treeNumbers.ts';
import './CallTreeTable.css';

/** --row-height and the header's height, px. */
const ROW_PX = 22;
const HEADER_PX = 25;
/** Levels that stay indented when only deeper rows are in view: names must not leave the column. */
const SHOWN_LEVELS = 12;

const NO_WORDS: readonly string[] = [];

/** The rows in view of a call tree of any size, with keyboard and selection. */
export function CallTreeView({ results }: { readonly results: Results }) {
  const picture = useAtom(results.picture('callTree'));
  return picture ? <CallTreeTable results={results} picture={picture} /> : null;
}

interface CallTreeTableProps {
  readonly results: Results;
  readonly picture: CallTreePicture;
}

function CallTreeTable({ results, picture }: CallTreeTableProps) {
  const app = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const { generation, rowCount, rows, selected, timed, search, totalNs, allCalls } = picture;
  const labels = useMemo(() => new MethodLabels(results.methods), [results]);
  const numbers = useMemo(() => new TreeNumbers({ totalNs, allCalls }), [totalNs, allCalls]);
  const searched = search?.text;
  const words = useMemo(() => searched?.toLowerCase().split(/\s+/).filter(Boolean) ?? NO_WORDS, [searched]);
  const ask = useCallback((question: CallTreeAsk) => results.ask('callTree', question), [results]);
  const look = useCallback(
    (topRow: number, viewRows: number, shiftedRows: number) =>
      ask({ kind: 'look', topRow, viewRows, shiftedRows }),
    [ask],
  );
  const { firstRow, endRow, contentPx, firstRowPx, viewPx, onScroll } = useRemoteRows(
    scroller,
    picture,
    ROW_PX,
    HEADER_PX,
    look,
  );
  useFocusWhenLost(scroller);

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = TREE_KEYS[keyName(event)];
    if (!action) return;
    // What is marked with the mouse is copied by the browser.
    if (action === 'copy' && window.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    if (action === 'copy') void navigator.clipboard.writeText(copiedText(picture, labels));
    else if (action === 'switchOff') runCommand(app, 'switchOff');
    else ask({ kind: 'act', action });
  };
  const nodeAt = (event: MouseEvent): number =>
    Number((event.target as Element).closest<HTMLElement>('[data-node]')?.dataset['node'] ?? 0);
  const onClick = (event: MouseEvent): void => {
    const node = nodeAt(event);
    if (node === 0) return;
    const kind = (event.target as Element).closest('.callTreeTwisty') ? 'toggle' : 'click';
    ask({ kind, generation, node });
  };

  const drawn = rows.slice(firstRow - picture.firstRow, endRow - picture.firstRow);
  const shallowest = drawn.reduce((least, { depth }) => Math.min(least, depth), Infinity);
  const hiddenLevels = drawn.length > 0 ? Math.max(0, shallowest - SHOWN_LEVELS) : 0;
  return (
    <div
      ref={scroller}
      className={timed ? 'callTreeTable' : 'callTreeTable callTreeTable-counts'}
      role="treegrid"
      aria-label="Call Tree"
      aria-rowcount={rowCount + 1}
      aria-colcount={timed ? 4 : 2}
      aria-activedescendant={selected ? rowId(selected.node) : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={(event) => {
        const node = nodeAt(event);
        if (node > 0 && !(event.target as Element).closest('.callTreeTwisty'))
          ask({ kind: 'toggle', generation, node });
      }}
    >
      <CallTreeHeader
        sort={picture.sort}
        timed={timed}
        unit={numbers.unit.name}
        hiddenLevels={hiddenLevels}
        onSort={(column) => ask({ kind: 'sort', column })}
      />
      <div role="rowgroup" className="callTreeBody" style={{ height: contentPx }}>
        <div className="callTreeView" style={{ height: Math.min(viewPx, contentPx) }}>
          <div className="callTreeWindow" style={{ transform: `translateY(${firstRowPx}px)` }}>
            {drawn.map((row, i) => (
              <CallTreeRow
                key={row.node}
                id={rowId(row.node)}
                row={row}
                at={firstRow + i}
                label={labels.get(row.method)}
                numbers={numbers}
                timed={timed}
                words={words}
                isSelected={row.node === selected?.node}
                hiddenLevels={hiddenLevels}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function rowId(node: number): string {
  return `call-tree-${node}`;
}
