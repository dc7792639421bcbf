import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { formatBytes, formatCount, formatPercent } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { RowsBody, rowTopPx, useLocalRows } from '../table/RowsInView.tsx';
import { Asking } from './Asking.tsx';
import { aboveOf, closed, shownBeside, withChildren, type TreeRow } from './openTree.ts';
import '../table/NumberCell.css';
import '../table/Table.css';
import '../table/TableTools.css';
import './DominatorTree.css';

/** Children that are asked for; a row stands for the others. */
const MOST_CHILDREN = 500;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };
const INDENT_REM = 1.1;
/** Deeper rows stand below each other: their names would be out of sight. */
const MOST_INDENTED = 24;

/** What holds what: an object goes with the one above it. Opened step by step, as many rows as there are. */
export function DominatorTree() {
  const { dumps } = useApp();
  const [first, setFirst] = useState<readonly TreeRow[] | null>(null);
  useEffect(() => {
    dumps.childrenOf(null, MOST_CHILDREN).then(
      (children) => setFirst(withChildren([], -1, children)),
      (thrown: unknown) => dumps.report(thrown),
    );
  }, [dumps]);
  return first === null ? <Asking answer={{ set: null, whyNot: null }} /> : <OpenTree first={first} />;
}

function OpenTree({ first }: { readonly first: readonly TreeRow[] }) {
  const { dumps } = useApp();
  const total = useAppState(({ dump }) => dump?.facts.bytes ?? 0);
  const tableId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(first);
  const [selectedRow, setSelectedRow] = useState(-1);
  const [reveals, setReveals] = useState(0);
  const load = useCallback(
    (object: number | null, most: number): void => {
      dumps.childrenOf(object, most).then(
        // It may have moved meanwhile.
        (children) =>
          setRows((now) => {
            const place = now.findIndex((row) => row.kind === 'object' && row.row.object === object);
            return object !== null && place < 0 ? now : withChildren(now, place, children);
          }),
        (thrown: unknown) => dumps.report(thrown),
      );
    },
    [dumps],
  );
  const view = useLocalRows(scroller, rows, selectedRow, reveals);
  const { firstRow, endRow, onScroll } = view.window;
  const select = (at: number): void => {
    setSelectedRow(Math.min(rows.length - 1, Math.max(0, at)));
    setReveals(reveals + 1);
  };
  const open = (at: number): void => {
    const row = rows[at] as TreeRow | undefined;
    if (row?.kind === 'more') load(row.of, (shownBeside(rows, at) + MOST_CHILDREN) * 2);
    else if (row?.kind === 'object' && row.row.hasChildren && !row.isOpen)
      load(row.row.object, MOST_CHILDREN);
  };
  const close = (at: number): void => setRows(closed(rows, at));
  const selected = rows[selectedRow] as TreeRow | undefined;
  const name = selected?.kind === 'object' ? selected.row.name : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyName(event);
    if (key in STEPS) select(selectedRow < 0 ? 0 : selectedRow + STEPS[key]);
    else if (key === 'Home') select(0);
    else if (key === 'End') select(rows.length - 1);
    else if (key === 'ArrowRight') {
      if (selected?.kind === 'object' && selected.isOpen) select(selectedRow + 1);
      else open(selectedRow);
    } else if (key === 'ArrowLeft' && selected) {
      if (selected.kind === 'object' && selected.isOpen) close(selectedRow);
      else if (aboveOf(rows, selectedRow) >= 0) select(aboveOf(rows, selectedRow));
    } else if (key === 'Enter' && selected?.kind === 'more') open(selectedRow);
    else if (key === 'Enter' && name !== null) dumps.lookAt(name, 'paths');
    else return;
    event.preventDefault();
  };
  const rowId = (at: number): string => `${tableId}-${at}`;
  const whyNot = name === null ? 'Select an object first.' : '';
  return (
    <>
      <div className="recordViewTools" role="toolbar" aria-label="Dominators, tools">
        <div className="tableTools">
          <span className="muted">
            An object goes with the one above it. Retained: all that would go with it.
          </span>
          <span className="tableToolsEnd">
            <Button
              whyNot={whyNot}
              hint="What keeps it, from its roots (Enter)"
              onClick={() => name !== null && dumps.lookAt(name, 'paths')}
            >
              Paths to Roots
            </Button>
            <Button
              whyNot={whyNot}
              hint="What refers to it, and what it refers to"
              onClick={() => name !== null && dumps.lookAt(name, 'references')}
            >
              References
            </Button>
          </span>
        </div>
      </div>
      <div
        ref={scroller}
        className="table dominatorTree"
        role="treegrid"
        aria-label="Dominators"
        aria-rowcount={rows.length + 1}
        aria-colcount={3}
        aria-activedescendant={
          selectedRow >= firstRow && selectedRow < endRow ? rowId(selectedRow) : undefined
        }
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup">
          <div className="tableHeader tableColumns" role="row" aria-rowindex={1}>
            <div className="tableTitle tableTitle-name tableTitle-tree" role="columnheader">
              Object
            </div>
            <div className="tableTitle" role="columnheader">
              Retained
            </div>
            <div className="tableTitle" role="columnheader">
              Own
            </div>
          </div>
        </div>
        <RowsBody view={view}>
          {view.slots.map(({ slot, at, row }) => (
            <div
              key={slot}
              id={rowId(at)}
              className={`tableRow tableColumns${at === selectedRow ? ' tableRow-selected' : ''}`}
              role="row"
              aria-rowindex={at + 2}
              aria-level={row.depth + 1}
              aria-selected={at === selectedRow}
              aria-expanded={row.kind === 'object' && row.row.hasChildren ? row.isOpen : undefined}
              style={{ top: rowTopPx(view, at) }}
              onClick={() => setSelectedRow(at)}
              onDoubleClick={() => (row.kind === 'object' && row.isOpen ? close(at) : open(at))}
            >
              <div role="gridcell" className="tableName mono" style={indent(row.depth)}>
                {row.kind === 'more' ? (
                  <button type="button" tabIndex={-1} className="dominatorMore" onClick={() => open(at)}>
                    {formatCount(row.more)} more, smaller ones
                  </button>
                ) : (
                  <>
                    <span
                      className={
                        row.row.hasChildren
                          ? `tableTwisty${row.isOpen ? ' tableTwisty-open' : ''}`
                          : 'tableLeaf'
                      }
                      onClick={() => (row.isOpen ? close(at) : open(at))}
                    />
                    <span title={visibleText(row.row.name)}>{visibleText(row.row.name)}</span>
                  </>
                )}
              </div>
              <div role="gridcell" className="numberCell">
                {row.kind === 'object' ? (
                  <>
                    {formatBytes(row.row.retainedBytes)}
                    <span className="dominatorShare">{formatPercent(row.row.retainedBytes, total)}</span>
                  </>
                ) : null}
              </div>
              <div role="gridcell" className="numberCell">
                {row.kind === 'object' ? formatBytes(row.row.bytes) : null}
              </div>
            </div>
          ))}
        </RowsBody>
      </div>
    </>
  );
}

function indent(depth: number): CSSProperties {
  return { paddingLeft: `calc(var(--edge) - 6px + ${Math.min(depth, MOST_INDENTED) * INDENT_REM}rem)` };
}
