import { formatCount, formatTime } from '../../../shared/naming/formatNumbers.ts';
import {
  namedTimes,
  passesPerSecond,
  regionNotes,
  regionTitle,
  type RegionResults,
} from '../../../shared/report/regionReport.ts';
import type { SessionView } from '../../state/appState.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { PassChart } from './PassChart.tsx';
import { RegionForm } from './RegionForm.tsx';
import './RegionView.css';

/** Wall-clock times of one method, or of some of its lines: what is timed on top, its numbers and their histogram below. */
export function RegionView({ session }: { readonly session: SessionView }) {
  const { region } = session.status.measurement;
  return (
    <section className="regionView" aria-label="Timed region">
      <RegionForm session={session} />
      {region === null ? (
        <p className="regionViewHint muted">
          Times one method, or some lines of one, and nothing else: each pass costs little more than its two
          clock reads. Choose a root first, or type a method. Calls already in progress are not timed.
        </p>
      ) : (
        <RegionNumbers
          results={{ ...region, lines: region.request.lines }}
          isWaiting={session.status.phase === 'timing'}
        />
      )}
    </section>
  );
}

interface RegionNumbersProps {
  readonly results: RegionResults;
  readonly isWaiting: boolean;
}

function RegionNumbers({ results, isWaiting }: RegionNumbersProps) {
  const { summary, elapsedMs } = results;
  const { passes, timed } = summary;
  const counts = [
    { name: 'Passes', text: formatCount(passes), isBad: false },
    { name: 'Timed', text: formatCount(timed), isBad: timed < passes },
    { name: 'Per second', text: formatCount(Math.round(passesPerSecond(results))), isBad: false },
    { name: 'Elapsed', text: `${(elapsedMs / 1000).toFixed(1)} s`, isBad: false },
  ];
  return (
    <>
      <h3 className="regionViewTitle mono">{visibleText(regionTitle(results))}</h3>
      <dl className="regionViewNumbers">
        {counts.map(({ name, text, isBad }) => (
          <div key={name} className={isBad ? 'regionViewNumber-few' : undefined}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {timed > 0
          ? namedTimes(summary).map(({ name, ns }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatTime(ns)}</dd>
              </div>
            ))
          : null}
      </dl>
      {timed > 0 ? (
        <PassChart summary={summary} />
      ) : (
        <p className="regionViewHint muted">
          {isWaiting
            ? 'No pass has ended yet: use the part of the program that calls it.'
            : 'No pass ended while it was timed. Time it again and use the part of the program that calls it.'}
        </p>
      )}
      <ul className="regionViewNotes muted">
        {regionNotes(results).map((note) => (
          <li key={note}>{note.replace('± ', '±\u00a0')}</li>
        ))}
      </ul>
    </>
  );
}
