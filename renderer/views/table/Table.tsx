import { useId, useRef } from 'react';
import { useAtom } from '../../state/atom.ts';
import { useClientWidth } from '../../widgets/useClientWidth.ts';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { hiddenLevels } from './hiddenLevels.ts';
import { useWorkerRows } from './RowsInView.tsx';
import { tableAttributes } from './tableAttributes.ts';
import { TableHeader } from './TableHeader.tsx';
import { TableNews } from './TableNews.tsx';
import { TableRows } from './TableRows.tsx';
import type { TableProps } from './tableProps.ts';
import { trendColumn } from './trendColumn.ts';
import { useMethodLabels } from './useMethodLabels.ts';
import { useOwnRows } from './useOwnRows.ts';
import { useCopiedTable, useTableAsks } from './useTableAsks.ts';
import { useTableInput } from './useTableInput.ts';
import { useTableLayout } from './useTableLayout.ts';
import { useTableNumbers } from './useTableNumbers.ts';
import './Table.css';

/** The rows in view of a table of any size, with keyboard and selection. */
export function Table(props: TableProps) {
  const { traits, results, picture, ask, isChosen } = props;
  const tableId = useId();
  const rowId = (node: number): string => `${tableId}-${node}`;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, selected, timed } = picture;
  const { isTree } = traits;
  const { numbers, further, percentOf } = useTableNumbers(picture, results);
  const clock = useAtom(results.moment, (moment) => moment?.clock ?? 'nano');
  const tablePx = useClientWidth(scroller);
  const { layout, setWidth, move } = useTableLayout(traits, timed, clock, further, tablePx);
  const { columns } = layout;
  const grown = trendColumn(picture, isTree, clock);
  const labels = useMethodLabels(results, traits.hasFreeNames);
  const ownRows = useOwnRows(results);
  const own = ownRows?.areTold === true && traits.hasFreeNames !== true ? ownRows : null;
  const { look, sort } = useTableAsks(ask, grown);
  const view = useWorkerRows(scroller, picture, look);
  const { firstRow, endRow } = view.window;
  useFocusWhenLost(scroller);
  useCopiedTable(picture);

  const input = useTableInput(props, (row) => numbers.rowHint(row, labels.of(row).long, traits.hasSelf));

  const drawn = rows.slice(firstRow - picture.firstRow, endRow - picture.firstRow);
  const unindented = hiddenLevels(drawn.map(({ depth }) => depth));
  return (
    <>
      <TableNews {...newsOf(picture)} columns={columns} nameTitle={traits.nameTitle} />
      <div
        ref={scroller}
        {...tableAttributes(props, layout, own !== null)}
        aria-activedescendant={selected ? rowId(selected.node) : undefined}
        data-selects={traits.hasMethods ? 'method' : undefined}
        tabIndex={0}
        onScroll={view.window.onScroll}
        {...input}
      >
        <div style={{ minWidth: layout.leastPx }}>
          <TableHeader
            columns={columns}
            nameTitle={traits.nameTitle}
            nameHint={traits.nameHint}
            isTree={isTree}
            sortedBy={picture.sort.column}
            ascending={picture.sort.ascending}
            timed={timed}
            unit={numbers.unit.name}
            clock={clock}
            baseName={
              percentOf === 'parent' && isTree ? 'the row above' : timed ? traits.baseName : 'all invocations'
            }
            hiddenLevels={unindented}
            onSort={sort}
            hasShares={layout.hasShares}
            onWidth={setWidth}
            onMove={move}
          />
          <TableRows
            traits={traits}
            results={results}
            picture={picture}
            drawn={drawn}
            view={view}
            columns={columns}
            namePx={layout.namePx}
            unindented={unindented}
            numbers={numbers}
            labels={labels}
            own={own}
            grown={grown}
            rowId={rowId}
            isChosen={isChosen}
          />
        </div>
      </div>
    </>
  );
}

/** In plain values: what is said is made again when one of them changes, and not with each picture. */
function newsOf({ sort, rowCount, selected, filter }: TableProps['picture']) {
  return {
    sortedBy: sort.column,
    ascending: sort.ascending,
    rowCount,
    node: selected?.node ?? 0,
    isOpen: selected?.isOpen ?? false,
    filter: filter ?? null,
  };
}
