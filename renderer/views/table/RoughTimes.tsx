import { countsCalls } from '../../../shared/events/clock.ts';
import { roughTimes } from '../../../shared/recording/roughTimes.ts';
import { useAppState } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';

interface RoughTimesProps {
  readonly results: Results;
  /** See TablePicture. */
  readonly notableError: number;
}

/** Above the table, in the row of its tools, as a row of its own would push it down: says in words what the columns of errors say in numbers, where the largest times are hardly known. */
export function RoughTimes({ results, notableError }: RoughTimesProps) {
  const isByProbes = useAtom(results.moment, (moment) => moment !== null && countsCalls(moment.clock));
  const waitedNs = useAtom(results.moment, (moment) => moment?.coreWaits?.leftOutNs ?? 0);
  const dropped = useAtom(results.moment, (moment) => moment?.droppedEvents ?? 0);
  // Whoever sees the first recording ever has its hints to read.
  const isIntroduced = useAppState(({ showsDemoHints, screen }) => showsDemoHints && screen === 'session');
  const told = isByProbes && !isIntroduced ? roughTimes(notableError, waitedNs, dropped) : null;
  if (told === null) return null;
  return (
    <span className="roughTimes" role="note" title={`${told.message} ${told.remedy}`}>
      {told.message}
      <span className="visuallyHidden">{told.remedy}</span>
    </span>
  );
}
