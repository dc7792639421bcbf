import { visibleLine } from '../../../shared/naming/visibleText.ts';
import { switchText } from '../../../shared/recording/methodSwitch.ts';
import type { RecordingView } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { ListedNumber } from './ListedNumber.tsx';
import { recordingItems } from './numberItems.ts';
import { RecordingNumbers } from './RecordingNumbers.tsx';
import { TimelineFold } from './Timeline.tsx';

interface OpenedNumbersProps {
  readonly recording: RecordingView;
  readonly results: Results;
}

/** What is known of a recording file as a whole, above its views. */
export function OpenedNumbers({ recording: { summary }, results }: OpenedNumbersProps) {
  const moment = useAtom(results.moment);
  const { notes } = summary;
  return (
    <RecordingNumbers
      roots={summary.roots}
      refusals={summary.refusals}
      items={recordingItems(summary, moment)}
      note={notes.at(0)}
      end={summary.timeline.length > 0 ? <TimelineFold samples={summary.timeline} /> : null}
    >
      {notes.length > 0 ? (
        <ListedNumber
          label="Notes"
          count={notes.length}
          hint="What has to be known of these numbers"
          isWarning
          title="Notes"
          explanation="They were told while it was recorded, or as its file was read."
        >
          {notes.map((note) => (
            <li key={note}>{visibleLine(note)}</li>
          ))}
        </ListedNumber>
      ) : null}
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
              {visibleLine(switchText(entry))}
            </li>
          ))}
        </ListedNumber>
      ) : null}
    </RecordingNumbers>
  );
}
