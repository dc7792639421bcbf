import { formatPercent } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { rootsOf, USED_ROOTS } from '../../state/drafts/usedRoots.ts';
import { Button } from '../../widgets/Button.tsx';
import './RootSuggestions.css';

const NO_ROOTS: readonly string[] = [];
const MOST_SHOWN = 5;

interface RootSuggestionsProps {
  readonly pid: number;
  readonly mainClass: string;
  readonly disabled: boolean;
}

/** Before anything is typed: what the last samples of the JVM showed to run, and the roots of earlier recordings of the program. */
export function RootSuggestions({ pid, mainClass, disabled }: RootSuggestionsProps) {
  const app = useApp();
  const chosen = useAppState((state) => state.session?.draft.roots ?? NO_ROOTS);
  const sampled = useAppState((state) => state.sampled);
  const used = rootsOf(useAtom(app.settings.of(USED_ROOTS)), mainClass);
  const running =
    sampled?.pid === pid && sampled.mainClass === mainClass
      ? sampled.roots.map(({ pattern, share }) => ({
          pattern,
          note: `${formatPercent(share, 1)} of samples`,
        }))
      : [];
  const before = used
    .filter((root) => !running.some(({ pattern }) => pattern === root))
    .map((pattern) => ({ pattern, note: 'used before' }));
  const offered = [...running, ...before].filter(({ pattern }) => !chosen.includes(pattern));
  if (offered.length === 0) return null;
  return (
    <ul className="rootSuggestions" aria-label="Suggested roots">
      {offered.slice(0, MOST_SHOWN).map(({ pattern, note }) => (
        <li key={pattern}>
          <Button
            label={`Add root ${visibleText(pattern)}, ${note}`}
            hint={visibleText(pattern)}
            whyNot={disabled ? 'The session is over.' : ''}
            onClick={() => app.session.toggleRoot(pattern)}
          >
            {visibleText(shortPattern(pattern))}
          </Button>
          <span className="rootSuggestionNote">{note}</span>
        </li>
      ))}
    </ul>
  );
}

/** Shop::order of com.acme.Shop::order(int); what has no class name of its own stays as it is. */
function shortPattern(pattern: string): string {
  return pattern.startsWith('re:') ? pattern : pattern.replace(/\(.*$/, '').replace(/^.*\.(?=[^.*]+$)/, '');
}
