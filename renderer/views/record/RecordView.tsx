import { useApp, useAppState } from '../../state/app/appContext.ts';
import { isOver } from '../../../shared/ipc/engineClient.ts';
import { GROUPS_TAB, ROOT_CALLS_TAB, type SessionTab, type SessionView } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { LiveGroups, tellsGroups } from '../groups/LiveGroups.tsx';
import { LiveRootCalls } from '../rootcalls/LiveRootCalls.tsx';
import { RegionView } from '../region/RegionView.tsx';
import { RootsView } from '../start/RootsView.tsx';
import { DemoHints } from './DemoHints.tsx';
import { NoTree } from './NoTree.tsx';
import { sessionItems } from './numberItems.ts';
import { RecordingNumbers } from './RecordingNumbers.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { RESULT_TABS } from './resultViews.tsx';
import { SessionHeader } from './SessionHeader.tsx';
import { SwitchedOffNumber } from './SwitchedOffNumber.tsx';
import { SwapBanner } from './SwapBanner.tsx';
import { Timeline, TimelineFold } from './Timeline.tsx';
import './RecordView.css';

/** That of groups where there are some, and as long as it is in front. */
function tabsOf({ status, tab }: SessionView): readonly { readonly id: SessionTab; readonly text: string }[] {
  const hasGroups = tellsGroups(status.measurement.request) || tab === GROUPS_TAB;
  return [
    { id: 'roots', text: 'Roots' },
    ...RESULT_TABS,
    { id: ROOT_CALLS_TAB, text: 'Root Calls' },
    ...(hasGroups ? [{ id: GROUPS_TAB, text: 'Groups' }] : []),
    { id: 'region', text: 'Region' },
  ];
}

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
        tabs={tabsOf(session)}
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

/** Of the tabs that show no call tree. */
function SessionPanel({ session, results }: RecordViewProps) {
  switch (session.tab) {
    case ROOT_CALLS_TAB:
      return (
        <LiveRootCalls
          key={session.status.measurement.startedAtMs}
          status={session.status}
          results={results}
        />
      );
    case GROUPS_TAB:
      return (
        <LiveGroups key={session.status.measurement.startedAtMs} status={session.status} results={results} />
      );
    case 'region':
      return <RegionView session={session} />;
    default:
      return <RootsView session={session} />;
  }
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
