import { formatPercent } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { whyNoRoot } from '../../state/shownJvm.ts';
import { Button } from '../../widgets/Button.tsx';
import type { SuggestedPattern } from '../../worker/cctProtocol.ts';
import { takeAsRoot } from '../../state/commands/shownJvmActions.ts';
import './SuggestedRoots.css';

/** Above samples: methods that a recording of calls could begin with, and the way there. */
export function SuggestedRoots({ roots }: { readonly roots: readonly SuggestedPattern[] }) {
  const app = useApp();
  const whyNot = useAppState(whyNoRoot);
  if (roots.length === 0) return null;
  return (
    <section className="suggestedRoots" aria-label="Suggested roots">
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
