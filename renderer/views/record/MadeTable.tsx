import { useEffect } from 'react';
import { FINDINGS_VIEW } from '../../../shared/findings/finding.ts';
import { GROUPS_VIEW } from '../../../shared/rows/groupRows.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { RecordingView } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { DataSetView } from '../datasets/DataSetView.tsx';
import { FindingsView } from '../findings/FindingsView.tsx';
import { GroupsView } from '../groups/GroupsView.tsx';

interface MadeTableProps {
  /** Of the table. */
  readonly id: string;
  readonly recording: RecordingView;
  readonly results: Results;
}

/** A view that is a table: made by the worker when it is shown, and again when there is more in the file. */
export function MadeTable({ id, recording: { summary }, results }: MadeTableProps) {
  const app = useApp();
  const set = useAtom(results.tables, (made) => made.get(id));
  useEffect(() => results.makeTable(id), [results, id, summary]);
  if (set?.id === GROUPS_VIEW)
    return <GroupsView set={set} results={results} onTree={() => app.files.showTab('tree')} />;
  if (set?.id === FINDINGS_VIEW) return <FindingsView set={set} onTab={(tab) => app.files.showTab(tab)} />;
  return set ? (
    <DataSetView set={set} />
  ) : (
    <EmptyState title="Opening" busy>
      <p>The table is being made.</p>
    </EmptyState>
  );
}
