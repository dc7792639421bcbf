import type { Results } from '../../state/results.ts';
import { TableTools } from '../table/TableTools.tsx';
import { CHANGES_OF_SELF, viewTraits } from '../table/tableTraits.ts';
import { ViewTable } from '../table/ViewTable.tsx';
import { GroupingSegments } from './GroupingSegments.tsx';

const TRAITS = viewTraits(
  {
    id: 'hot',
    label: 'Hot Spots',
    nameTitle: 'Name',
    nameHint:
      'The numbers are sums over all call paths. A row selects its heaviest call path in the other views.',
    isTree: false,
    hasMethods: true,
    hasSelf: true,
    baseName: 'root total',
    columns: ['total', 'self', 'selfError', 'calls', 'average', 'contexts', 'trend'],
    firstColumns: ['total', 'self', 'selfError', 'calls', 'average', 'contexts'],
    fixedColumn: 'calls',
  },
  {
    nameHint:
      'The numbers are sums over all call paths of either side. What only B calls is new, what only A calls is gone.',
    firstColumns: CHANGES_OF_SELF,
  },
);

export function HotSpotsView({ results }: { readonly results: Results }) {
  return <ViewTable results={results} view="hot" traits={TRAITS} />;
}

export function HotSpotsTools({
  results,
  onLeave,
}: {
  readonly results: Results;
  readonly onLeave: () => void;
}) {
  return (
    <TableTools results={results} view="hot" traits={TRAITS} onLeave={onLeave}>
      <GroupingSegments results={results} />
    </TableTools>
  );
}
