import type { Results } from '../../state/results.ts';
import { TableTools } from '../table/TableTools.tsx';
import { CHANGES_OF_TOTAL, viewTraits } from '../table/tableTraits.ts';
import { ViewTable } from '../table/ViewTable.tsx';

const TRAITS = viewTraits(
  {
    id: 'tree',
    label: 'Call Tree',
    nameTitle: 'Name',
    nameHint: 'The method, as it was called from the one above it.',
    isTree: true,
    hasMethods: true,
    hasSelf: true,
    baseName: 'root total',
    columns: ['total', 'totalError', 'self', 'selfError', 'calls', 'average', 'trend'],
    firstColumns: ['total', 'self', 'selfError', 'calls'],
    fixedColumn: 'calls',
  },
  {
    nameHint:
      'Contexts of either side, matched by their call paths. What only B has is new, what only A has is gone.',
    firstColumns: CHANGES_OF_TOTAL,
  },
);

export function CallTreeView({ results }: { readonly results: Results }) {
  return <ViewTable results={results} view="tree" traits={TRAITS} />;
}

export function CallTreeTools({
  results,
  onLeave,
}: {
  readonly results: Results;
  readonly onLeave: () => void;
}) {
  return <TableTools results={results} view="tree" traits={TRAITS} onLeave={onLeave} />;
}
