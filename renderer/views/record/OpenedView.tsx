import { switchText } from '../../../shared/recording/methodSwitch.ts';
import { useApp } from '../../state/appContext.ts';
import type { RecordingView } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { RecordedTable } from '../datasets/RecordedTable.tsx';
import { tableTabs } from '../datasets/tableTabs.ts';
import { RangeTrail } from '../timeline/RangeTrail.tsx';
import { ListedNumber } from './ListedNumber.tsx';
import { recordingItems } from './numberItems.ts';
import { NothingOpened } from './Nothing.tsx';
import { OpenedHeader } from './OpenedHeader.tsx';
import { RecordingNumbers } from './RecordingNumbers.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { RESULT_TABS } from './resultViews.tsx';
import { SuggestedRoots } from './SuggestedRoots.tsx';
import { SwapBanner } from './SwapBanner.tsx';
import { Timeline, TimelineFold } from './Timeline.tsx';
import './RecordView.css';

interface OpenedViewProps {
  readonly recording: RecordingView;
  readonly results: Results;
}

/** A recording file: what it is of, and what it shows. */
export function OpenedView({ recording, results }: OpenedViewProps) {
  const app = useApp();
  const { summary, tab } = recording;
  return (
    <main className="recordView">
      <OpenedHeader recording={recording} />
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
        empty={<NothingOpened results={results} clock={summary.clock} />}
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
