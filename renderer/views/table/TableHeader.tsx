import type { TimeSource } from '../../../shared/events/clock.ts';
import {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { keyName } from '../../widgets/keyName.ts';
import type { ColumnId } from './columnId.ts';
import { barsColumn } from './columnLayout.ts';
import type { ColumnKind } from './columns.ts';

interface TableHeaderProps {
  readonly columns: readonly ColumnKind[];
  /** Over the names. */
  readonly nameTitle: string;
  readonly nameHint: string;
  /** Rows have a sign before their names by which they are opened. */
  readonly isTree: boolean;
  readonly sortedBy: ColumnId | 'name';
  readonly ascending: boolean;
  readonly timed: boolean;
  /** Of times. */
  readonly unit: string;
  readonly clock: TimeSource;
  /** What percentages are of: "root total". */
  readonly baseName: string;
  /** Levels of indentation left out because all rows in view are deeper. */
  readonly hiddenLevels: number;
  readonly onSort: (column: ColumnId | 'name') => void;
  /** Percentages have room. */
  readonly hasShares: boolean;
  /** null: as wide as it is by itself. */
  readonly onWidth: (column: ColumnId, px: number | null) => void;
  /** One column is to be where another one is. */
  readonly onMove: (moved: ColumnId, to: ColumnId) => void;
}

const CLOCK_HINTS: Readonly<Record<TimeSource, string>> = {
  nano: 'Times by System.nanoTime; the probes’ cost is taken out.',
  bursts: 'Times are estimated, by System.nanoTime at some events; the probes’ cost is taken out.',
  ticker: 'Times by a clock that a thread of the target keeps; the probes’ cost is taken out.',
  cpu: 'CPU time of the threads, without waits and sleep; the probes’ cost is taken out.',
  none: '',
  samples: 'Times are estimated from samples.',
  cpuSamples: 'CPU time, estimated from samples, in native code too.',
};
const MOVE_HINT =
  'Drag to move, or Ctrl+← and Ctrl+→. Drag its left border for its width, or Shift+← and Shift+→; double click there: as before.';
/** Of the keys. */
const WIDTH_STEP_PX = 10;

/**
 * Column titles; a click or Enter sorts, a second one turns the order round; dragging, or Ctrl with an arrow key, moves.
 * Neither a scroll nor the rows that it brings change anything of them.
 */
export const TableHeader = memo(function TableHeader(props: TableHeaderProps) {
  const { isTree, sortedBy, ascending, onSort, onMove, onWidth } = props;
  const row = useRef<HTMLDivElement>(null);
  const { isResizing, startResizing } = useResizing(onWidth);
  const drag = useColumnDrag(isResizing, onMove);
  const titles = titlesOf(props);
  const ids = titles.map(({ id }) => id);
  // A title that is moved in the page loses the focus.
  const refocused = useRef<ColumnId | null>(null);
  const order = ids.join();
  useLayoutEffect(() => {
    const at = ids.findIndex((id) => id === refocused.current);
    refocused.current = null;
    row.current?.querySelectorAll<HTMLElement>('.tableSort')[at]?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- order is what ids are
  }, [order]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: ColumnId | 'name', at: number): void => {
    const key = keyName(event);
    const wider = key === 'Shift+ArrowRight' ? 1 : key === 'Shift+ArrowLeft' ? -1 : 0;
    if (wider !== 0 && id !== 'name') {
      event.preventDefault();
      onWidth(id, widthOf(event.currentTarget) + wider * WIDTH_STEP_PX);
    }
    const step = key === 'Ctrl+ArrowLeft' ? -1 : key === 'Ctrl+ArrowRight' ? 1 : 0;
    const to = ids[at + step];
    if (step === 0) return;
    event.preventDefault();
    if (id === 'name' || to === undefined || to === 'name') return;
    refocused.current = id;
    onMove(id, to);
  };
  return (
    <div role="rowgroup" className="tableHeader">
      <div ref={row} role="row" aria-rowindex={1} className="tableColumns">
        {titles.map(({ id, title, base, of, hint }, i) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={i + 1}
            aria-sort={sortedBy !== id ? 'none' : ascending ? 'ascending' : 'descending'}
            className={classOf(id === 'name', isTree, drag.over === id && drag.dragged !== id)}
            title={hint}
            draggable={id !== 'name'}
            {...drag.handlersOf(id)}
          >
            <button
              type="button"
              className="tableSort"
              onKeyDown={(event) => onKeyDown(event, id, i)}
              onClick={() => onSort(id)}
            >
              {title}
              <span className="tableArrow" aria-hidden="true">
                {sortedBy === id ? (ascending ? '▲' : '▼') : ''}
              </span>
            </button>
            {base ? (
              <span className="tableBase">
                <span>{base}</span> {of ? <span>{of}</span> : null}
              </span>
            ) : null}
            {id === 'name' ? null : (
              <span
                className="tableBorder"
                aria-hidden="true"
                onPointerDown={(event) => startResizing(event, id)}
                onDoubleClick={() => onWidth(id, null)}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  );
});

/** A title, and what stands behind it in small letters: unit and sign of percent, and what these are of. */
interface ColumnTitle {
  readonly id: ColumnId | 'name';
  readonly title: string;
  readonly hint: string;
  readonly base: string;
  readonly of: string;
}

function titlesOf(props: TableHeaderProps): readonly ColumnTitle[] {
  const { columns, nameTitle, nameHint, timed, unit, clock, baseName, hiddenLevels } = props;
  const clockHint = timed ? ` ${CLOCK_HINTS[clock]}` : '';
  const bars = barsColumn(columns, timed);
  const base = hiddenLevels > 0 ? `indent reduced by ${hiddenLevels}` : '';
  return [
    { id: 'name', title: nameTitle, hint: nameHint, base, of: '' },
    ...columns.map((column) => {
      const { id, title, hint, bar, isTime } = column;
      const isOfBars = bar !== 'calls' || column === bars;
      const hasShares = props.hasShares && bar !== null && isTime === timed && isOfBars;
      const base = [isTime && bar ? unit : '', hasShares ? '%' : ''].filter(Boolean).join(', ');
      const of = hasShares ? `of ${bar === 'change' ? 'A' : baseName}` : '';
      const shares = hasShares ? ` Percentages: ${of}.` : '';
      return { id, title, hint: `${hint}${shares}${isTime ? clockHint : ''}\n${MOVE_HINT}`, base, of };
    }),
  ];
}

/** The border follows the pointer: what is right of it stays as it is, and the names take or give. */
function useResizing(onWidth: TableHeaderProps['onWidth']) {
  const isResizing = useRef(false);
  const startResizing = (event: PointerEvent<HTMLElement>, id: ColumnId): void => {
    const border = event.currentTarget;
    const fromX = event.clientX;
    const fromPx = widthOf(border);
    isResizing.current = true;
    border.setPointerCapture(event.pointerId);
    border.onpointermove = (moved) => onWidth(id, fromPx + fromX - moved.clientX);
    border.onpointerup = border.onpointercancel = () => {
      border.onpointermove = border.onpointerup = border.onpointercancel = null;
      isResizing.current = false;
    };
  };
  return { isResizing, startResizing };
}

/** A title that is dragged upon another one moves its column there. */
function useColumnDrag(isResizing: RefObject<boolean>, onMove: TableHeaderProps['onMove']) {
  const [dragged, setDragged] = useState<ColumnId | null>(null);
  const [over, setOver] = useState<ColumnId | null>(null);
  const onDragEnd = (): void => {
    setDragged(null);
    setOver(null);
  };
  const handlersOf = (id: ColumnId | 'name') => ({
    onDragStart(event: DragEvent) {
      if (isResizing.current) return event.preventDefault();
      event.dataTransfer.effectAllowed = 'move';
      if (id !== 'name') setDragged(id);
    },
    onDragOver(event: DragEvent) {
      if (dragged === null || id === 'name') return;
      event.preventDefault();
      setOver(id);
    },
    onDragEnd,
    onDrop(event: DragEvent) {
      if (dragged === null || id === 'name') return;
      event.preventDefault();
      if (dragged !== id) onMove(dragged, id);
      onDragEnd();
    },
  });
  return { dragged, over, handlersOf };
}

function classOf(isName: boolean, isTree: boolean, isOver: boolean): string {
  const drop = isOver ? ' tableTitle-drop' : '';
  if (!isName) return `tableTitle${drop}`;
  return isTree ? 'tableTitle tableTitle-name tableTitle-tree' : 'tableTitle tableTitle-name';
}

/** Of the column whose header has the element. */
function widthOf(element: Element): number {
  return element.closest('[role=columnheader]')?.getBoundingClientRect().width ?? 0;
}
