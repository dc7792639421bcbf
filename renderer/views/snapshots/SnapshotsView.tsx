import { useMemo, useState } from 'react';
import { dataSetDiff } from '../../../shared/compare/dataSetDiff.ts';
import { LEAST_SNAPSHOTS, risingClasses, type HeapSnapshot } from '../../../shared/compare/risingClasses.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Segments } from '../../widgets/Segments.tsx';
import { DataSetView } from '../datasets/DataSetView.tsx';
import { SnapshotStrip, type ChosenSnapshots } from './SnapshotStrip.tsx';
import './SnapshotStrip.css';

type Mode = 'one' | 'two' | 'suspects';

/** Snapshots of a heap: one of them, two compared, or what rises in all. The strip chooses. */
export function SnapshotsView({ snapshots }: { readonly snapshots: readonly HeapSnapshot[] }) {
  const [picked, setPicked] = useState<ChosenSnapshots | null>(null);
  const [wanted, setWanted] = useState<Mode | null>(null);
  const last = snapshots.length - 1;
  // Until something is chosen the newest is looked at, and what rises as soon as that can be told.
  const chosen = picked !== null && (picked.b ?? picked.a) <= last ? picked : { a: last, b: null };
  const mode = wanted ?? (picked !== null || last + 1 < LEAST_SNAPSHOTS ? 'one' : 'suspects');
  const pair = chosen.b === null ? { a: 0, b: last } : { a: chosen.a, b: chosen.b };
  const set = useMemo(
    () => shownSet(snapshots, mode, chosen.a, pair.a, pair.b),
    [snapshots, mode, chosen.a, pair.a, pair.b],
  );
  return (
    <>
      <SnapshotStrip
        snapshots={snapshots}
        chosen={mode === 'two' ? pair : mode === 'one' ? { a: chosen.a, b: null } : chosen}
        onChoose={(next) => {
          setPicked(next);
          setWanted(next.b === null ? 'one' : 'two');
        }}
      />
      <div className="snapshotModes">
        <Segments<Mode>
          label="What of the snapshots"
          value={mode}
          options={[
            { value: 'one', text: `Snapshot ${chosen.a + 1}` },
            { value: 'two', text: snapshots.length < 2 ? 'Difference' : `${pair.a + 1} → ${pair.b + 1}` },
            { value: 'suspects', text: 'Leak Suspects' },
          ]}
          onChange={setWanted}
        />
        <span className="muted">
          {mode === 'suspects'
            ? 'What there is more of in most snapshots than in the one before'
            : 'Drag one snapshot to another, or press Shift and an arrow key, to compare them'}
        </span>
      </div>
      {set === null ? (
        <EmptyState title={mode === 'two' ? 'Two snapshots are needed' : 'Three snapshots are needed'}>
          <p>Count again: the JVM stands still for a moment each time.</p>
        </EmptyState>
      ) : (
        <DataSetView key={mode} set={set} />
      )}
    </>
  );
}

function shownSet(
  snapshots: readonly HeapSnapshot[],
  mode: Mode,
  one: number,
  a: number,
  b: number,
): DataSet | null {
  if (mode === 'one') return snapshots[one].set;
  if (mode === 'suspects') return snapshots.length < LEAST_SNAPSHOTS ? null : risingClasses(snapshots);
  if (a === b) return null;
  const diff = dataSetDiff(snapshots[a].set, snapshots[b].set);
  return { ...diff, title: `Snapshot ${a + 1} (A) and ${b + 1} (B)` };
}
