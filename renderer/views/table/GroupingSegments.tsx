import type { HotGrouping } from '../../../shared/rows/hotRows.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Segments } from '../../widgets/Segments.tsx';

const GROUPINGS: readonly { readonly value: HotGrouping; readonly text: string }[] = [
  { value: 'methods', text: 'Methods' },
  { value: 'classes', text: 'Classes' },
  { value: 'packages', text: 'Packages' },
];

/** What a row of hot spots is. */
export function GroupingSegments({ results }: { readonly results: Results }) {
  const by = useAtom(results.picture('hot'), (picture) => picture?.by ?? 'methods');
  return (
    <Segments
      label="Rows are"
      value={by}
      options={GROUPINGS}
      onChange={(grouping) => results.ask('hot', { kind: 'group', by: grouping })}
    />
  );
}
