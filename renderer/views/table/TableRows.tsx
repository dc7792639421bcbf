import { useMemo } from 'react';
import { methodPattern } from '../../../shared/naming/methodNames.ts';
import { mayBeStall, stallHint } from '../../../shared/recording/swapStall.ts';
import { useAtom } from '../../state/atom.ts';
import type { OwnRows } from '../../state/commands/myCode.ts';
import type { Results } from '../../state/results.ts';
import type { RowsPicture } from '../../worker/table/rowTable.ts';
import type { TableRow as Row } from '../../worker/table/tableRow.ts';
import { indentPx } from './columnLayout.ts';
import type { ColumnKind } from './columns.ts';
import type { MethodLabels } from './methodLabels.ts';
import { rowSlots } from './rowSlots.ts';
import { RowsBody, rowTopPx, type RowsInView } from './RowsInView.tsx';
import type { TableNumbers } from './tableNumbers.ts';
import { TableRow } from './TableRow.tsx';
import type { TableTraits } from './tableTraits.ts';
import type { TrendColumn } from './trendColumn.ts';
import { useRowTrends } from './useRowTrends.ts';

const NO_WORDS: readonly string[] = [];

interface TableRowsProps {
  readonly traits: TableTraits;
  readonly results: Results;
  readonly picture: RowsPicture;
  /** Of the picture's rows those in view. */
  readonly drawn: readonly Row[];
  readonly view: Pick<RowsInView<unknown>, 'window' | 'rowPx'>;
  readonly columns: readonly ColumnKind[];
  /** Width of the column of names. */
  readonly namePx: number;
  /** So many levels all rows in view share: they are not indented by them. */
  readonly unindented: number;
  readonly numbers: TableNumbers;
  readonly labels: MethodLabels;
  /** Which rows stand out; null: none. */
  readonly own: OwnRows | null;
  readonly grown: TrendColumn;
  /** Of its element. */
  readonly rowId: (node: number) => string;
  readonly isChosen: ((row: Row) => boolean) | undefined;
}

/** The rows of a table that are in view, with all that is told of each. */
export function TableRows({
  traits: { isTree, hasSelf },
  results,
  picture,
  drawn,
  view,
  columns,
  namePx,
  unindented,
  numbers,
  labels,
  own,
  grown,
  rowId,
  isChosen,
}: TableRowsProps) {
  const { timed, selected, search } = picture;
  const trendOf = useRowTrends(picture, columns.some(({ id }) => id === 'trend') ? grown : null);
  const swaps = useAtom(results.swaps);
  const switchedOff = useAtom(results.switchedOff);
  const isOff = ({ method }: Row): boolean => {
    const named = switchedOff.size > 0 ? results.methods.get(method) : undefined;
    return named !== undefined && switchedOff.has(methodPattern(named));
  };
  const searched = search?.text;
  const words = useMemo(() => searched?.toLowerCase().split(/\s+/).filter(Boolean) ?? NO_WORDS, [searched]);
  const deepest = Math.max(0, ...drawn.map(({ depth }) => depth));
  const stepPx = indentPx(deepest - unindented, namePx);
  const { firstRow, mostDrawn } = view.window;
  return (
    <RowsBody view={view} owns={drawn.map(({ node }) => rowId(node)).join(' ')}>
      {rowSlots(drawn, firstRow, mostDrawn).map(({ slot, at, row }) => (
        <TableRow
          key={slot}
          id={rowId(row.node)}
          row={row}
          columns={columns}
          at={at}
          topPx={rowTopPx(view, at)}
          label={labels.of(row)}
          isOff={isOff(row)}
          isOwn={own?.has(row) === true}
          stall={
            hasSelf && timed && mayBeStall(row.calls, row.selfNs, swaps) ? stallHint(row.calls, swaps) : ''
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
  );
}
