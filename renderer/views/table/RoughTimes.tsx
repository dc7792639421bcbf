import { countsCalls } from '../../../shared/events/clock.ts';
import { roughTimes } from '../../../shared/recording/roughTimes.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Banner } from '../../widgets/Banner.tsx';

interface RoughTimesProps {
  readonly results: Results;
  /** See TablePicture. */
  readonly notableError: number;
}

/** Says in words what the columns of errors say in numbers, where the largest times are hardly known. */
export function RoughTimes({ results, notableError }: RoughTimesProps) {
  const isByProbes = useAtom(results.moment, (moment) => moment !== null && countsCalls(moment.clock));
  const waitedNs = useAtom(results.moment, (moment) => moment?.coreWaits?.leftOutNs ?? 0);
  const dropped = useAtom(results.moment, (moment) => moment?.droppedEvents ?? 0);
  const told = isByProbes ? roughTimes(notableError, waitedNs, dropped) : null;
  return told ? <Banner severity="note" {...told} /> : null;
}
