import { countsCalls, type TimeSource } from '../../../shared/events/clock.ts';
import { trustText } from '../../../shared/recording/losses.ts';
import { switchText } from '../../../shared/recording/methodSwitch.ts';
import { useApp, useAppState } from '../../state/appContext.ts';
import { isOver } from '../../../shared/ipc/engineClient.ts';
import type { RecordingView } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { CommandButton } from '../CommandButton.tsx';
import { RecordedTable } from '../datasets/RecordedTable.tsx';
import { tableTabs } from '../datasets/tableTabs.ts';
import { AppMenu } from '../shell/AppMenu.tsx';
import { RangeTrail } from '../timeline/RangeTrail.tsx';
import { ListedNumber } from './ListedNumber.tsx';
import { recordingItems } from './numberItems.ts';
import { RecordingNumbers } from './RecordingNumbers.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { RESULT_TABS } from './resultViews.ts';
import { SuggestedRoots } from './SuggestedRoots.tsx';
import { SwapBanner } from './SwapBanner.tsx';
import { Timeline, TimelineFold } from './Timeline.tsx';
import './RecordView.css';
import './SessionHeader.css';

interface OpenedViewProps {
  readonly recording: RecordingView;
  readonly results: Results;
}

/** A recording file: what it is of, and what it shows. */
export function OpenedView({ recording, results }: OpenedViewProps) {
  const app = useApp();
  const hasSession = useAppState(({ session }) => session !== null && !isOver(session.status));
  const isLive = useAppState(({ sampling }) => sampling?.pid === recording.summary.target.pid);
  const { name, summary, tab } = recording;
  const { target, startedAtMs, complete } = summary;
  return (
    <main className="recordView">
      <header className="sessionHeader">
        <AppMenu />
        <div className="sessionHeaderTarget">
          <h2>{visibleText(target.mainClass) || 'unknown program'}</h2>
          <span className="muted">
            {visibleText(name)} · PID {target.pid} · JDK {visibleText(target.javaVersion) || '?'} ·{' '}
            {new Date(startedAtMs).toLocaleString()}
          </span>
          <span className={complete ? 'muted' : 'sessionHeaderOver'}>{trustText(summary)}</span>
        </div>
        <div className="sessionHeaderButtons" role="toolbar" aria-label="Recording">
          {countsCalls(summary.clock) ? null : (
            <CommandButton command={isLive ? 'stopSampling' : 'runningNow'} />
          )}
          <CommandButton command="compare" />
          <CommandButton command="save" />
          {hasSession ? <CommandButton command="showSession" /> : null}
          <CommandButton command="closeRecording" />
        </div>
      </header>
      <ResultsPanel
        results={results}
        tabs={[...(recording.hasTrees ? RESULT_TABS : []), ...tableTabs(recording)]}
        tab={tab}
        onTab={(id) => app.files.showTab(id)}
        numbers={
          <>
            <RangeTrail narrowed={recording.narrowed} />
            <SuggestedRoots roots={recording.sampled.roots} />
            <OpenedNumbers recording={recording} results={results} />
            {summary.timeline.length > 0 ? <Timeline samples={summary.timeline} /> : null}
            <SwapBanner results={results} isLive={false} />
          </>
        }
        empty={<NothingRecorded results={results} clock={summary.clock} />}
      >
        <RecordedTable recording={recording} results={results} />
      </ResultsPanel>
    </main>
  );
}

function OpenedNumbers({ recording: { summary }, results }: OpenedViewProps) {
  const moment = useAtom(results.moment);
  return (
    <RecordingNumbers
      roots={summary.roots}
      refusals={summary.refusals}
      items={recordingItems(summary, moment)}
      end={summary.timeline.length > 0 ? <TimelineFold samples={summary.timeline} /> : null}
    >
      {summary.switches.length > 0 ? (
        <ListedNumber
          label="Switched"
          count={summary.switches.length}
          hint="Methods that were switched off, and on again, while it was recorded"
          title="Switched off and on"
          explanation="Calls while a method was off are not in it; its time was its caller’s own. All other counts are exact."
        >
          {summary.switches.map((entry, i) => (
            <li key={i} className="mono">
              {visibleText(switchText(entry))}
            </li>
          ))}
        </ListedNumber>
      ) : null}
    </RecordingNumbers>
  );
}

function NothingRecorded({ results, clock }: { readonly results: Results; readonly clock: TimeSource }) {
  const isReady = useAtom(results.moment, (moment) => moment !== null);
  return isReady ? (
    <EmptyState title="Nothing was recorded">
      <p>
        {countsCalls(clock)
          ? 'The roots were not called while this was recorded.'
          : 'No thread was found at work in Java code.'}
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="Opening" busy>
      <p>The call tree is being built.</p>
    </EmptyState>
  );
}
