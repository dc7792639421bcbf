import { visibleText } from '../../../shared/naming/visibleText.ts';
import { hasSession } from '../../state/appState.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import type { JvmHeapView as JvmHeap } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { AppMenu } from '../shell/AppMenu.tsx';
import { SnapshotsView } from '../snapshots/SnapshotsView.tsx';
import '../record/RecordView.css';
import '../record/SessionHeader.css';
import './HeapDumpView.css';

/** The objects of a running JVM by class, as often as they are counted; from here a dump is made. */
export function JvmHeapView({ heap }: { readonly heap: JvmHeap }) {
  const app = useApp();
  const isAttached = useAppState(hasSession);
  const isCounting = useAppState(({ pending }) => pending === 'count' || pending === 'dump');
  const { pid, mainClass, live, snapshots, isRepeated } = heap;
  return (
    <main className="recordView">
      <header className="sessionHeader">
        <AppMenu />
        <div className="sessionHeaderTarget">
          <h2>{visibleText(mainClass) || 'unknown program'}</h2>
          <span className="muted">PID {pid} · heap, without an agent</span>
        </div>
        <div className="sessionHeaderButtons" role="toolbar" aria-label="Heap">
          <CommandButton command="heapDump" kind="primary" />
          <CommandButton command="saveSnapshots" />
          {isAttached ? <CommandButton command="showSession" /> : null}
          <CommandButton command="closeJvmHeap" />
        </div>
      </header>
      <div className="recordViewTools jvmHeapTools" role="toolbar" aria-label="Snapshots, tools">
        <CommandButton command="countAgain" />
        <Button
          pressed={isRepeated}
          hint="As long as this screen is in front. The program stands still for each."
          onClick={() => app.heap.repeat(!isRepeated)}
        >
          Each 10 s
        </Button>
        <Button
          pressed={!live}
          hint="Without a collection before: objects too that nothing holds. The snapshots start over."
          onClick={() => app.heap.countGarbage(live)}
        >
          Garbage Too
        </Button>
        <span className="muted jvmHeapPause">{pauseText(heap)}</span>
      </div>
      {snapshots.length > 0 ? (
        <SnapshotsView key={`${pid} ${live}`} snapshots={snapshots} />
      ) : isCounting ? (
        <EmptyState title="Counting" busy>
          <p>The JVM counts its objects, and stands still meanwhile.</p>
        </EmptyState>
      ) : (
        <EmptyState title="Nothing was counted">
          <p>Press Count Again.</p>
        </EmptyState>
      )}
    </main>
  );
}

/** Before the first one nothing can be said but that it is. */
function pauseText({ live, snapshots }: JvmHeap): string {
  const last = snapshots.at(-1);
  const what = live ? 'a full collection and the count' : 'the count';
  if (last === undefined) return `The program stands still for ${what}.`;
  return `The program stood still for at most ${(last.pauseMs / 1000).toFixed(2)} s: ${what}.`;
}
