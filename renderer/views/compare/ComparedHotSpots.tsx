import { DIFF_COLUMNS } from '../../../shared/analysis/diffNumbers.ts';
import type { Results } from '../../state/results.ts';
import { GroupingSegments } from '../hotspots/GroupingSegments.tsx';
import { TableTools } from '../table/TableTools.tsx';
import type { TableTraits } from '../table/tableTraits.ts';
import { ViewTable } from '../table/ViewTable.tsx';

const TRAITS: TableTraits = {
  id: 'comparedHotSpots',
  label: 'Compared Hot Spots',
  nameTitle: 'Name',
  nameHint:
    'The numbers are sums over all call paths of either side. What only B calls is new, what only A calls is gone.',
  isTree: false,
  hasMethods: true,
  hasSelf: true,
  baseName: '',
  columns: DIFF_COLUMNS,
  firstColumns: ['changed', 'selfChange', 'selfByCalls', 'selfByTime', 'callsChange', 'callsA', 'callsB'],
  fixedColumn: 'callsChange',
};

/** What each method, class or package took before and after. */
export function ComparedHotSpots({ results }: { readonly results: Results }) {
  return <ViewTable results={results} view="hotSpots" traits={TRAITS} />;
}

export function ComparedHotSpotsTools({
  results,
  onLeave,
}: {
  readonly results: Results;
  readonly onLeave: () => void;
}) {
  return (
    <TableTools results={results} view="hotSpots" traits={TRAITS} onLeave={onLeave}>
      <GroupingSegments results={results} />
    </TableTools>
  );
}
