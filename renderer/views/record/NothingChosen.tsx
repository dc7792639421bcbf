import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';

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
