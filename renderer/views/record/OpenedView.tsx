import { visibleLine } from '../../../shared/naming/visibleText.ts';
import { countsCalls } from '../../../shared/events/clock.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { RecordingView } from '../../state/appState.ts';
import type { Results } from '../../state/results.ts';
import { Banner } from '../../widgets/Banner.tsx';
import { RecordedTable } from './RecordedTable.tsx';
import { tableTabs } from '../datasets/tableTabs.ts';
import { RangeTrail } from '../timeline/RangeTrail.tsx';
import { NothingOpened } from './Nothing.tsx';
import { OpenedHeader } from './OpenedHeader.tsx';
import { OpenedNumbers } from './OpenedNumbers.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { RESULT_TABS } from './resultViews.tsx';
import { SuggestedRoots } from './SuggestedRoots.tsx';
import { SwapBanner } from './SwapBanner.tsx';
import { Timeline } from './Timeline.tsx';
import { ThreadsNowTools } from '../threads/ThreadsNowTools.tsx';
import './RecordView.css';

interface OpenedViewProps {
  readonly recording: RecordingView;
  readonly results: Results;
}

/** A recording file: what it is of, and what it shows. */
export function OpenedView({ recording, results }: OpenedViewProps) {
  const app = useApp();
  const { summary, tab, hasTrees } = recording;
  const isSampled = !countsCalls(summary.clock); // a program that waits may be at work at any time
  return (
    <main className="recordView">
      <OpenedHeader recording={recording} />
      <ThreadsNowTools takenAtMs={summary.startedAtMs} />
      {hasTrees || isSampled
        ? null // they are among the numbers
        : summary.notes.map((note) => <Banner key={note} severity="warning" message={visibleLine(note)} />)}
      <ResultsPanel
        results={results}
        tabs={[...(hasTrees || isSampled ? RESULT_TABS : []), ...tableTabs(recording)]}
        tab={tab}
        onTab={(id) => app.files.showTab(id)}
        numbers={
          <>
            <RangeTrail narrowed={recording.narrowed} />
            <SuggestedRoots roots={recording.sampled.roots} startedAtMs={summary.startedAtMs} />
            <OpenedNumbers recording={recording} results={results} />
            {summary.timeline.length > 0 ? <Timeline samples={summary.timeline} /> : null}
            <SwapBanner results={results} isLive={false} />
          </>
        }
        empty={<NothingOpened results={results} clock={summary.clock} />}
      >
        <RecordedTable recording={recording} results={results} />
      </ResultsPanel>
    </main>
  );
}
