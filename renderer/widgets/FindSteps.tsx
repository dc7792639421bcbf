import type { KeyboardEvent } from 'react';
import { Button } from './Button.tsx';
import { keyName } from './keyName.ts';

export type FindStep = 'findNext' | 'findPrevious';

interface FindStepsProps {
  /** How many are found; 0 disables both. */
  readonly count: number;
  /** "F3": the key of the next match; with Shift it is the one before. */
  readonly nextKey: string;
  readonly step: (action: FindStep) => void;
}

/** To the match before and to the next one. */
export function FindSteps({ count, nextKey, step }: FindStepsProps) {
  const whyNot = count > 0 ? '' : 'Nothing is found.';
  return (
    <>
      <Button
        kind="quiet"
        hint={`Previous match (Shift+${nextKey})`}
        label="Previous match"
        whyNot={whyNot}
        onClick={() => step('findPrevious')}
      >
        ↑
      </Button>
      <Button
        kind="quiet"
        hint={`Next match (${nextKey})`}
        label="Next match"
        whyNot={whyNot}
        onClick={() => step('findNext')}
      >
        ↓
      </Button>
    </>
  );
}

/**
 * The keys of a field that finds: Enter and Shift+Enter go through the matches, ↓ leaves for what is searched, Escape empties
 * the field and leaves.
 */
export function findFieldKeys(
  step: (action: FindStep) => void,
  empty: () => void,
  leave: () => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    const key = keyName(event);
    if (key === 'Enter') step('findNext');
    else if (key === 'Shift+Enter') step('findPrevious');
    else if (key === 'ArrowDown') leave();
    else if (key === 'Escape') {
      empty();
      leave();
    } else return;
    event.preventDefault();
  };
}
