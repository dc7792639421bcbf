import type { Results } from '../../state/results.ts';
import { TableTools } from '../table/TableTools.tsx';
import { CHANGES_OF_SELF, viewTraits } from '../table/tableTraits.ts';
import { ViewTable } from '../table/ViewTable.tsx';

const TRAITS = viewTraits(
  {
    id: 'callers',
    label: 'Back Traces',
    nameTitle: 'Method, and its callers below it',
    nameHint:
      'At the top every method; below it who called it. The numbers are the method’s own, shared out over its callers.',
    isTree: true,
    hasMethods: true,
    hasSelf: true,
    baseName: 'root total',
    columns: ['total', 'self', 'selfError', 'calls', 'average'],
    firstColumns: ['total', 'self', 'selfError', 'calls'],
    fixedColumn: 'calls',
  },
  {
    nameHint:
      'At the top every method of either side; below it who called it. The numbers are the method’s own, shared out over its callers.',
    firstColumns: CHANGES_OF_SELF,
  },
);

export function BackTracesView({ results }: { readonly results: Results }) {
  return <ViewTable results={results} view="callers" traits={TRAITS} />;
}

export function BackTracesTools({
  results,
  onLeave,
}: {
  readonly results: Results;
  readonly onLeave: () => void;
}) {
  return <TableTools results={results} view="callers" traits={TRAITS} onLeave={onLeave} />;
}
