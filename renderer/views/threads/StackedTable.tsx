import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { hasStacks } from '../../../shared/recording/dataSets/stackColumns.ts';
import { DataSetView } from '../datasets/DataSetView.tsx';
import { shownStacks } from './shownStacks.ts';
import { StackPanel } from './StackPanel.tsx';

/** A table of a recording; where its rows have stacks, those of the selected one stand beside. */
export function StackedTable({ set }: { readonly set: DataSet }) {
  if (!hasStacks(set)) return <DataSetView set={set} />;
  return (
    <DataSetView set={set} beside={(row) => <StackPanel stacks={row < 0 ? null : shownStacks(set, row)} />} />
  );
}
