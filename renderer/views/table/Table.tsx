import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { methodPattern } from '../../../shared/naming/methodNames.ts';
import { mayBeStall, stallHint } from '../../../shared/recording/swapStall.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { useApp, useSetting } from '../../state/appContext.ts';
import { runCommand } from '../../state/commands.ts';
import { keyName } from '../../widgets/keyName.ts';
import { useClientWidth } from '../../widgets/useClientWidth.ts';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { useRemoteRows } from '../../widgets/useRemoteRows.ts';
import { useTokenPx } from '../../widgets/useTokenPx.ts';
import type { RowsAsk, RowsPicture } from '../../worker/table/rowTable.ts';
import type { TableFilter, TableRow as Row } from '../../worker/table/tableRow.ts';
import { indentPx } from './columnLayout.ts';
import { furtherNamed } from '../../worker/table/furtherColumns.ts';
import { hiddenLevels } from './hiddenLevels.ts';
import { useMethodLabels } from './useMethodLabels.ts';
import { TABLE_KEYS } from './tableKeys.ts';
import { TableHeader } from './TableHeader.tsx';
import { TableNews } from './TableNews.tsx';
import { TableNumbers } from './tableNumbers.ts';
import { TableRow } from './TableRow.tsx';
import { rowSlots } from './rowSlots.ts';
import { RowsBody, rowTopPx } from './RowsInView.tsx';
import { PERCENT_SETTING } from './tableSettings.ts';
import type { TableTraits } from './tableTraits.ts';
import { trendColumn } from './trendColumn.ts';
import { useRowTrends } from './useRowTrends.ts';
import { useTableLayout } from './useTableLayout.ts';
import './Table.css';

const NO_WORDS: readonly string[] = [];

export interface TableProps {
  readonly traits: TableTraits;
  readonly results: Results;
  readonly picture: RowsPicture & { readonly filter?: TableFilter | null };
  /** Must be stable. */
  readonly ask: (ask: RowsAsk) => void;
  /** A key that the table does something else with: true when it was one. */
  readonly onKey?: (key: string) => boolean;
  /** In place of opening and closing. */
  readonly onDoubleClick?: (row: Row) => void;
  /** A click with Ctrl or Cmd. */
  readonly onCtrlClick?: (row: Row) => void;
  /** Which rows are chosen, where several can be. */
  readonly isChosen?: (row: Row) => boolean;
}

/** The rows in view of a table of any size, with keyboard and selection. */
export function Table({
  traits,
  results,
  picture,
  ask,
  onKey,
  onDoubleClick,
  onCtrlClick,
  isChosen,
}: TableProps) {
  const app = useApp();
  const tableId = useId();
  const rowId = (node: number): string => `${tableId}-${node}`;
  const scroller = useRef<HTMLDivElement>(null);
  const { generation, rowCount, rows, selected, timed, search, totalNs, allCalls, largestChange } = picture;
  const furtherText = picture.further.join(' ');
  const further = useMemo(() => furtherNamed(furtherText), [furtherText]);
  const { isTree, hasSelf } = traits;
  const clock = useAtom(results.moment, (moment) => moment?.clock ?? 'nano');
  const [percentOf] = useSetting(PERCENT_SETTING);
  const tablePx = useClientWidth(scroller);
  const { layout, setWidth, move } = useTableLayout(traits, timed, clock, further, tablePx);
  const { columns } = layout;
  const grown = trendColumn(picture, isTree, clock);
  const trendOf = useRowTrends(picture, columns.some(({ id }) => id === 'trend') ? grown : null);
  const labels = useMethodLabels(results);
  const labelOf = (row: Row) => (traits.hasFreeNames ? labels.ofWhole(row) : labels.of(row));
  const swaps = useAtom(results.swaps);
  const switchedOff = useAtom(results.switchedOff);
  const isOff = ({ method }: Row): boolean => {
    const named = switchedOff.size > 0 ? results.methods.get(method) : undefined;
    return named !== undefined && switchedOff.has(methodPattern(named));
  };
  const numbers = useMemo(
    () => new TableNumbers({ totalNs, allCalls, largestChange, further }, percentOf),
    [totalNs, allCalls, largestChange, further, percentOf],
  );
  const searched = search?.text;
  const words = useMemo(() => searched?.toLowerCase().split(/\s+/).filter(Boolean) ?? NO_WORDS, [searched]);
  const look = useCallback(
    (topRow: number, viewRows: number, shiftedRows: number) =>
      ask({ kind: 'look', topRow, viewRows, shiftedRows }),
    [ask],
  );
  const rowPx = useTokenPx('--row-height');
  const headerPx = useTokenPx('--header-height');
  const shown = useRemoteRows(scroller, picture, rowPx, headerPx, look);
  const { firstRow, endRow, mostDrawn, onScroll } = shown;
  const view = { window: shown, rowPx };
  useFocusWhenLost(scroller);
  useCopiedTable(picture);

  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyName(event);
    const isOnColumn = event.target instanceof HTMLButtonElement;
    if (isOnColumn && (key === 'Enter' || key === ' ')) return; // sorts
    if (isOnColumn && /^(Ctrl|Shift)\+Arrow(Left|Right)$/.test(key)) return; // moves it, or makes it wider
    const action = TABLE_KEYS[key];
    if (onKey?.(key)) {
      event.preventDefault();
      return;
    }
    if (!action) return;
    // What is marked with the mouse is copied by the browser.
    if (action === 'copy' && window.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    // Of the row that is selected when the key comes: that one may not be drawn yet.
    if (action === 'copy') void results.selectedText('name').then((text) => app.copyText(text));
    else if (action === 'copyTable') ask({ kind: 'copyTable', form: 'tsv' });
    else if (action === 'switchOff') {
      if (traits.hasMethods) runCommand(app, 'switchOff');
    } else ask({ kind: 'act', action });
  };
  const rowAt = (event: MouseEvent): Row | undefined => {
    const node = Number((event.target as Element).closest<HTMLElement>('[data-node]')?.dataset['node'] ?? 0);
    return rows.find((row) => row.node === node);
  };
  /** Made when it is pointed at: of the rows that are scrolled through hardly one is. */
  const showHint = (event: MouseEvent): void => {
    const row = rowAt(event);
    const element = (event.target as Element).closest<HTMLElement>('[data-node]');
    if (row && element) element.title = numbers.rowHint(row, labelOf(row).long, hasSelf);
  };
  const isOnTwisty = (event: MouseEvent): boolean =>
    (event.target as Element).closest('.tableTwisty') !== null;
  const onClick = (event: MouseEvent): void => {
    const row = rowAt(event);
    if (!row) return;
    ask({ kind: isOnTwisty(event) ? 'toggle' : 'click', generation, node: row.node });
    const isOnTick = (event.target as Element).closest('.tableTick') !== null;
    if (event.ctrlKey || event.metaKey || isOnTick) onCtrlClick?.(row);
  };

  const drawn = rows.slice(firstRow - picture.firstRow, endRow - picture.firstRow);
  const depths = drawn.map(({ depth }) => depth);
  const unindented = hiddenLevels(depths);
  const stepPx = indentPx(Math.max(0, ...depths) - unindented, layout.namePx);
  const slots = rowSlots(drawn, firstRow, mostDrawn);
  return (
    <>
      <TableNews
        picture={picture}
        filter={picture.filter ?? null}
        columns={columns}
        nameTitle={traits.nameTitle}
      />
      <div
        ref={scroller}
        className={layout.hasShares ? 'table' : 'table table-bare'}
        style={{ '--table-columns': layout.widths } as CSSProperties}
        role={isTree ? 'treegrid' : 'grid'}
        aria-label={traits.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable={isChosen ? true : undefined}
        aria-activedescendant={selected ? rowId(selected.node) : undefined}
        data-selects={traits.hasMethods ? 'method' : undefined}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onMouseOver={showHint}
        onDoubleClick={(event) => {
          const row = rowAt(event);
          if (!row || isOnTwisty(event)) return;
          if (onDoubleClick) onDoubleClick(row);
          else ask({ kind: 'toggle', generation, node: row.node });
        }}
      >
        <div style={{ minWidth: layout.leastPx }}>
          <TableHeader
            columns={columns}
            nameTitle={traits.nameTitle}
            nameHint={traits.nameHint}
            isTree={isTree}
            sort={picture.sort}
            timed={timed}
            unit={numbers.unit.name}
            clock={clock}
            baseName={
              percentOf === 'parent' && isTree ? 'the row above' : timed ? traits.baseName : 'all invocations'
            }
            hiddenLevels={unindented}
            onSort={(column) => ask({ kind: 'sort', column: column === 'trend' ? grown : column })}
            hasShares={layout.hasShares}
            onWidth={setWidth}
            onMove={move}
          />
          <RowsBody view={view} owns={drawn.map(({ node }) => rowId(node)).join(' ')}>
            {slots.map(({ slot, at, row }) => (
              <TableRow
                key={slot}
                id={rowId(row.node)}
                row={row}
                columns={columns}
                at={at}
                topPx={rowTopPx(view, at)}
                label={labelOf(row)}
                isOff={isOff(row)}
                stall={
                  hasSelf && timed && mayBeStall(row.calls, row.selfNs, swaps)
                    ? stallHint(row.calls, swaps)
                    : ''
                }
                numbers={numbers}
                grown={grown}
                trend={trendOf(row.node)}
                timed={timed}
                isTree={isTree}
                words={words}
                isSelected={row.node === selected?.node}
                isChosen={isChosen?.(row) ?? null}
                indentPx={Math.max(0, row.depth - unindented) * stepPx}
              />
            ))}
          </RowsBody>
        </div>
      </div>
    </>
  );
}

/** Puts the table, or a row, on the clipboard when the worker has made it. */
function useCopiedTable({ copied }: RowsPicture): void {
  const app = useApp();
  const seen = useRef(copied.count);
  useEffect(() => {
    if (copied.count > seen.current) void app.copyText(copied.text);
    seen.current = copied.count;
  }, [app, copied]);
}
