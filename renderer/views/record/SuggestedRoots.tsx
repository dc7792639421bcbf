import { useState } from 'react';
import { formatPercent } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { whyNoRoot } from '../../state/shownJvm.ts';
import { Button } from '../../widgets/Button.tsx';
import type { SuggestedPattern } from '../../worker/cctProtocol.ts';
import { takeAsRoot } from '../../state/commands/shownJvmActions.ts';
import './SuggestedRoots.css';

interface SuggestedRootsProps {
  readonly roots: readonly SuggestedPattern[];
  /** Of the recording that they are of: closed, they come back with another one. */
  readonly startedAtMs: number;
}

/** Above samples: methods that a recording of calls could begin with, and the way there. They can be closed. */
export function SuggestedRoots({ roots, startedAtMs }: SuggestedRootsProps) {
  const app = useApp();
  const whyNot = useAppState(whyNoRoot);
  const [closedOfMs, setClosedOfMs] = useState<number | null>(null);
  if (roots.length === 0 || closedOfMs === startedAtMs) return null;
  return (
    <section className="suggestedRoots" aria-label="Suggested roots">
      <Button
        kind="quiet"
        label="Close suggested roots"
        hint="Close suggested roots: they come back with the next recording"
        onClick={() => setClosedOfMs(startedAtMs)}
      >
        ✕
      </Button>
      <p>
        Samples show proportions only. To count every call below one of these methods, record it; or select
        any row and press U.
      </p>
      <ul>
        {roots.map(({ pattern, share }) => (
          <li key={pattern}>
            <Button
              label={`Use as Root: ${visibleText(pattern)}`}
              whyNot={whyNot}
              hint="Attaches if need be, and puts it into the form of the recording: nothing is recorded before Start"
              onClick={() => void takeAsRoot(app, pattern)}
            >
              Use as Root
            </Button>
            <span className="suggestedRootsShare">{formatPercent(share, 1)}</span>
            <span className="mono suggestedRootsName">{visibleText(pattern)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
