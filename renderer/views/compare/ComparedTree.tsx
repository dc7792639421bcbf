import { DIFF_COLUMNS } from '../../../shared/analysis/diffNumbers.ts';
import type { Results } from '../../state/results.ts';
import { TableTools } from '../table/TableTools.tsx';
import type { TableTraits } from '../table/tableTraits.ts';
import { ViewTable } from '../table/ViewTable.tsx';

const TRAITS: TableTraits = {
  id: 'comparedTree',
  label: 'Compared Call Tree',
  nameTitle: 'Name',
  nameHint:
    'Contexts of either side, matched by their call paths. What only B has is new, what only A has is gone.',
  isTree: true,
  hasMethods: true,
  hasSelf: true,
  baseName: '',
  columns: DIFF_COLUMNS,
  firstColumns: ['changed', 'totalChange', 'totalByCalls', 'totalByTime', 'callsChange', 'callsA', 'callsB'],
  fixedColumn: 'callsChange',
};

/** Two call trees laid over each other. */
export function ComparedTree({ results }: { readonly results: Results }) {
  return <ViewTable results={results} view="callTree" traits={TRAITS} />;
}

export function ComparedTreeTools({
  results,
  onLeave,
}: {
  readonly results: Results;
  readonly onLeave: () => void;
}) {
  return <TableTools results={results} view="callTree" traits={TRAITS} onLeave={onLeave} />;
}
