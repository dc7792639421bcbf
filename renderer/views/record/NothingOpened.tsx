import { countsCalls, type TimeSource } from '../../../shared/events/clock.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';

/** In place of the views of a recording file that has no rows, or none yet. */
export function NothingOpened({ results, clock }: { readonly results: Results; readonly clock: TimeSource }) {
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
