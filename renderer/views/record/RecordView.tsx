import { useApp, useAppState } from '../../state/app/appContext.ts';
import { isOver } from '../../../shared/ipc/engineClient.ts';
import type { SessionView } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { DemoHints } from './DemoHints.tsx';
import { NoTree } from './NoTree.tsx';
import { sessionItems } from './numberItems.ts';
import { RecordingNumbers } from './RecordingNumbers.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { SessionHeader } from './SessionHeader.tsx';
import { SessionPanel, sessionTabs } from './SessionPanel.tsx';
import { SwitchedOffNumber } from './SwitchedOffNumber.tsx';
import { SwapBanner } from './SwapBanner.tsx';
import { Timeline, TimelineFold } from './Timeline.tsx';
import './RecordView.css';

interface RecordViewProps {
  readonly session: SessionView;
  readonly results: Results;
}

/** One attached target: what is to be recorded, the recording, and what it shows. */
export function RecordView({ session, results }: RecordViewProps) {
  const app = useApp();
  const pending = useAppState((state) => state.pending);
  const cancelling = useAppState((state) => state.cancelling);
  const { status, tab } = session;
  return (
    <main className="recordView">
      <SessionHeader status={status} />
      <ResultsPanel
        results={results}
        tabs={sessionTabs(session)}
        tab={tab}
        onTab={(id) => app.session.showTab(id)}
        numbers={
          status.measurement.request ? (
            <>
              <SessionNumbers session={session} results={results} />
              <SessionTimeline />
              <SwapBanner key={status.measurement.startedAtMs} results={results} isLive />
            </>
          ) : null
        }
        empty={<NoTree status={status} pending={pending} cancelling={cancelling} over={isOver(status)} />}
      >
        <SessionPanel session={session} results={results} />
      </ResultsPanel>
      <DemoHints />
    </main>
  );
}

/** Apart from the view, since it changes with each moment. */
function SessionNumbers({ session: { status }, results }: RecordViewProps) {
  const moment = useAtom(results.moment);
  const samples = useAtom(useApp().session.record.timeline, (timeline) => timeline.samples);
  return (
    <RecordingNumbers
      roots={status.measurement.request?.roots ?? []}
      refusals={status.refusals}
      items={sessionItems(status, moment)}
      end={<TimelineFold samples={samples} />}
    >
      <SwitchedOffNumber status={status} />
    </RecordingNumbers>
  );
}

/** Apart from the view, since it changes with each sample. */
function SessionTimeline() {
  const app = useApp();
  const samples = useAtom(app.session.record.timeline, (timeline) => timeline.samples);
  return <Timeline samples={samples} />;
}
