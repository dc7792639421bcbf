import { useCallback, useEffect, useRef, useState } from 'react';
import { formatBytes, formatCount, formatPercent } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { LocalGrid, type GridColumn } from '../table/LocalGrid.tsx';
import { Asking } from './Asking.tsx';
import { closed, shownBeside, withChildren, type TreeRow } from './openTree.ts';
import { SubjectButtons } from './SubjectButtons.tsx';
import '../table/TableTools.css';
import './DominatorTree.css';

/** Children that are asked for; a row stands for the others. */
const MOST_CHILDREN = 500;

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
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, open, close } = useOpenTree(first);
  const [selectedRow, setSelectedRow] = useState(-1);
  const selected = rows[selectedRow] as TreeRow | undefined;
  const name = selected?.kind === 'object' ? selected.row.name : null;
  const onKey = (key: string): boolean => {
    if (key !== 'Enter' || !selected) return false;
    if (selected.kind === 'more') open(selectedRow);
    else dumps.lookAt(selected.row.name, 'paths');
    return true;
  };
  return (
    <>
      <div className="recordViewTools" role="toolbar" aria-label="Dominators, tools">
        <div className="tableTools">
          <span className="muted">
            An object goes with the one above it. Retained: all that would go with it.
          </span>
          <span className="tableToolsEnd">
            <SubjectButtons name={name} whyNot="Select an object first." />
          </span>
        </div>
      </div>
      <LocalGrid
        label="Dominators"
        className="dominatorTree"
        scroller={scroller}
        columns={columnsOf(total, open)}
        rows={rows}
        levels={{ depthOf: ({ depth }) => depth, isOpen: isOpenOf, open, close }}
        selectedRow={selectedRow}
        onSelect={setSelectedRow}
        onDoubleClick={(at) => (isOpenOf(rows[at]) === true ? close(at) : open(at))}
        onKey={onKey}
      />
    </>
  );
}

interface OpenedTree {
  readonly rows: readonly TreeRow[];
  readonly open: (at: number) => void;
  readonly close: (at: number) => void;
}

/** The rows of the tree as it stands open: children are asked for when their row is opened. */
function useOpenTree(first: readonly TreeRow[]): OpenedTree {
  const { dumps } = useApp();
  const [rows, setRows] = useState(first);
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
  return {
    rows,
    open(at) {
      const row = rows[at];
      if (row.kind === 'more') load(row.of, (shownBeside(rows, at) + MOST_CHILDREN) * 2);
      else if (row.row.hasChildren && !row.isOpen) load(row.row.object, MOST_CHILDREN);
    },
    close: (at) => setRows(closed(rows, at)),
  };
}

function isOpenOf(row: TreeRow): boolean | null {
  return row.kind === 'object' && row.row.hasChildren ? row.isOpen : null;
}

/** @param total bytes of all objects of the dump */
function columnsOf(total: number, open: (at: number) => void): readonly GridColumn<TreeRow>[] {
  return [
    {
      ...{ id: 'object', title: 'Object', isNumber: false },
      draw: (row, at) =>
        row.kind === 'more' ? (
          <button type="button" tabIndex={-1} className="dominatorMore" onClick={() => open(at)}>
            {formatCount(row.more)} more, smaller ones
          </button>
        ) : (
          <span title={visibleText(row.row.name)}>{visibleText(row.row.name)}</span>
        ),
    },
    {
      ...{ id: 'retained', title: 'Retained', isNumber: true },
      draw: (row) =>
        row.kind === 'object' ? (
          <>
            {formatBytes(row.row.retainedBytes)}
            <span className="dominatorShare">{formatPercent(row.row.retainedBytes, total)}</span>
          </>
        ) : null,
    },
    {
      ...{ id: 'own', title: 'Own', isNumber: true },
      draw: (row) => (row.kind === 'object' ? formatBytes(row.row.bytes) : null),
    },
  ];
}
