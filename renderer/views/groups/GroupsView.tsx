import { useState } from 'react';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { textsNamed } from '../../../shared/recording/dataSets/dataSetParts.ts';
import { GROUP } from '../../../shared/rows/groupRows.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { DataSetView } from '../datasets/DataSetView.tsx';

interface GroupsViewProps {
  /** GROUPS_VIEW */
  readonly set: DataSet;
  readonly results: Results;
  /** To the call tree. */
  readonly onTree: () => void;
}

/** The groups of root calls against each other; from one to its tree, which all views then show, or to what the others do not. */
export function GroupsView({ set, results, onTree }: GroupsViewProps) {
  const app = useApp();
  const names = textsNamed(set, GROUP) ?? [];
  const [selected, setSelected] = useState<string | null>(null);
  const group = selected !== null && names.includes(selected) ? selected : null;
  const showTree = (name: string): void => {
    results.choose('all', [name]);
    onTree();
  };
  const whyNot = group === null ? 'Select a row first.' : '';
  return (
    <DataSetView
      set={set}
      onSelect={(row) => setSelected(names[row])}
      onOpen={(row) => showTree(names[row])}
      tools={
        <>
          <Button
            whyNot={whyNot}
            hint="The call tree of these root calls, which all views then show (Enter)"
            onClick={() => group !== null && showTree(group)}
          >
            Show Call Tree
          </Button>
          <Button
            whyNot={names.length === 1 ? 'There are no other root calls.' : whyNot}
            hint="Compare these root calls with all others, per root call"
            onClick={() => {
              if (group === null) return;
              void app.comparison.compareGroups({ group, isRest: true }, { group, isRest: false });
            }}
          >
            Compare with the Rest
          </Button>
        </>
      }
    />
  );
}
