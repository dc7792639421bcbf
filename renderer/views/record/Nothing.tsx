import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countsCalls, type TimeSource } from '../../../shared/events/clock.ts';
import { useAtom } from '../../state/atom.ts';

/** In place of a view whose threads or root calls were chosen so that none is left. */
export function NothingChosen({ results }: { readonly results: Results }) {
  return (
    <EmptyState title="Nothing of what is chosen">
      <p>No call was recorded of the threads and root calls that are chosen.</p>
      <Button kind="primary" onClick={() => results.choose('all', 'all')}>
        Show all threads and root calls
      </Button>
    </EmptyState>
  );
}

/** In place of a view whose tree was changed until nothing was left of it. */
export function NothingLeft({ results }: { readonly results: Results }) {
  return (
    <EmptyState title="Nothing is left">
      <p>What was done to the tree has taken everything out of it. The recording is as it was.</p>
      <Button kind="primary" onClick={() => results.changeTree({ kind: 'moveSteps', by: -1 })}>
        Undo the last step
      </Button>
    </EmptyState>
  );
}

/** In place of the views of a recording file that has no rows, or none yet. */
export function NothingOpened({ results, clock }: { readonly results: Results; readonly clock: TimeSource }) {
  const isReady = useAtom(results.moment, (moment) => moment !== null);
  if (isReady && !countsCalls(clock))
    return (
      <EmptyState title="No Java code was at work">
        <p>
          Threads that wait, sleep, read or write have no samples. Threads and Locks, of the JVM in the list,
          shows them.
        </p>
      </EmptyState>
    );
  return isReady ? (
    <EmptyState title="Nothing was recorded">
      <p>The roots were not called while this was recorded.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Opening" busy>
      <p>The call tree is being built.</p>
    </EmptyState>
  );
}
