import { useMemo } from 'react';
import { heapSnapshotsIn, SNAPSHOTS_SET } from '../../../shared/compare/heapSnapshotSets.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { ROOT_CALL_DURATIONS_SET, ROOT_CALLS_SET } from '../../../shared/recording/sets/rootCallSets.ts';
import { slowCallsNs } from '../../../shared/recording/options/slowCalls.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { RecordingView } from '../../state/appState.ts';
import type { Results } from '../../state/results.ts';
import { SnapshotsView } from '../snapshots/SnapshotsView.tsx';
import { RootCallsView } from '../rootcalls/RootCallsView.tsx';
import { RangeTrail } from '../timeline/RangeTrail.tsx';
import { TimelineView } from '../timeline/TimelineView.tsx';
import { StackedTable } from '../threads/StackedTable.tsx';
import { tabOf, TRACKS_TAB } from '../datasets/tableTabs.ts';
import { MadeTable } from './MadeTable.tsx';

interface RecordedTableProps {
  readonly recording: RecordingView;
  readonly results: Results;
}

/** What the tab in front shows, if it is none of the call trees': tracks, snapshots of a heap, a map of root calls, or a table. */
export function RecordedTable({ recording, results }: RecordedTableProps) {
  const app = useApp();
  const { dataSets, tables, tab } = recording;
  const snapshots = useMemo(() => heapSnapshotsIn(dataSets), [dataSets]);
  const made = tables.find((table) => tabOf(table).id === tab);
  const held = heldSet(recording);
  if (tab === TRACKS_TAB.id && made === undefined) return <TimelineView recording={recording} />;
  if (held?.id === SNAPSHOTS_SET && snapshots.length > 0) return <SnapshotsView snapshots={snapshots} />;
  const durations = dataSets.find(({ id }) => id === ROOT_CALL_DURATIONS_SET);
  if (held?.id === ROOT_CALLS_SET && durations !== undefined && durations.rows > 0)
    return (
      <RootCallsView
        summary={held}
        durations={durations}
        recordedNs={slowCallsNs(recording.summary.slowCalls)}
        results={results}
        onTree={() => app.files.showTab('tree')}
      />
    );
  if (held === undefined)
    return made ? <MadeTable key={tab} id={made.id} recording={recording} results={results} /> : null;
  return (
    <>
      <RangeTrail narrowed={recording.narrowed} />
      <StackedTable key={held.id} set={held} />
    </>
  );
}

/** Of a range of time, where there is a part of it. */
function heldSet({ dataSets, narrowed, tab }: RecordingView): DataSet | undefined {
  const whole = dataSets.find((set) => tabOf(set).id === tab);
  return narrowed?.dataSets.find(({ id }) => id === whole?.id) ?? whole;
}
