import type { HotGrouping } from '../../../shared/model/hotRows.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Segments } from '../../widgets/Segments.tsx';
import { TableTools } from '../table/TableTools.tsx';
import type { TableTraits } from '../table/tableTraits.ts';
import { ViewTable } from '../table/ViewTable.tsx';

const TRAITS: TableTraits = {
  id: 'hotSpots',
  label: 'Hot Spots',
  nameTitle: 'Name',
  nameHint:
    'The numbers are sums over all call paths. A row selects its heaviest call path in the other views.',
  isTree: false,
  hasMethods: true,
  hasSelf: true,
  baseName: 'root total',
  columns: ['total', 'self', 'selfError', 'calls', 'average', 'contexts'],
  firstColumns: ['total', 'self', 'selfError', 'calls', 'average', 'contexts'],
  fixedColumn: 'calls',
};

const GROUPINGS: readonly { readonly value: HotGrouping; readonly text: string }[] = [
  { value: 'methods', text: 'Methods' },
  { value: 'classes', text: 'Classes' },
  { value: 'packages', text: 'Packages' },
];

export function HotSpotsView({ results }: { readonly results: Results }) {
  return <ViewTable results={results} view="hotSpots" traits={TRAITS} />;
}

export function HotSpotsTools({
  results,
  onLeave,
}: {
  readonly results: Results;
  readonly onLeave: () => void;
}) {
  const by = useAtom(results.picture('hotSpots'), (picture) => picture?.by ?? 'methods');
  return (
    <TableTools results={results} view="hotSpots" traits={TRAITS} onLeave={onLeave}>
      <Segments
        label="Rows are"
        value={by}
        options={GROUPINGS}
        onChange={(grouping) => results.ask('hotSpots', { kind: 'group', by: grouping })}
      />
    </TableTools>
  );
}
