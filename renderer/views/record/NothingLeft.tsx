import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';

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
