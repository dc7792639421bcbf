import { useApp, useAppState } from '../state/app/appContext.ts';
import type { Problem } from '../state/appState.ts';
import { Banner } from '../widgets/Banner.tsx';
import { Button } from '../widgets/Button.tsx';
import { visibleLine, visibleText } from '../../shared/naming/visibleText.ts';
import './Problems.css';

/** What went wrong or should be known, each with what to do, until dismissed. */
export function Problems() {
  const app = useApp();
  const problems = useAppState((state) => state.problems);
  const lost = useAppState((state) => state.connection === 'lost');
  return (
    <section className="problems" aria-label="Problems">
      {lost ? (
        <Banner
          severity="error"
          message="The engine is gone: start Sluice again."
          remedy="The target is safe: the agent restores its classes by itself within seconds. What is on this page stays until you close it."
        />
      ) : null}
      {problems.map((problem) => (
        <Banner
          key={problem.id}
          severity={problem.severity}
          message={visibleLine(problem.message)}
          remedy={visibleLine(problem.remedy)}
        >
          {problem.offer ? (
            <Button
              hint={`In place of ${visibleText(problem.offer.root)}`}
              onClick={() => app.session.takeOffer(problem)}
            >
              Use {visibleText(problem.offer.meant)}
            </Button>
          ) : null}
          {problem.undo ? (
            <Button
              label="Undo Restart"
              hint="Stops this recording, which is kept too, and shows the one before"
              onClick={() => void app.restarts.undo(problem)}
            >
              Undo
            </Button>
          ) : null}
          {problem.severity === 'note' ? null : (
            <Button kind="quiet" onClick={() => void navigator.clipboard.writeText(detailsOf(problem))}>
              Copy details
            </Button>
          )}
          <Button kind="quiet" label="Dismiss" hint="Dismiss" onClick={() => app.dismiss(problem.id)}>
            ✕
          </Button>
        </Banner>
      ))}
    </section>
  );
}

function detailsOf({ severity, code, message, remedy }: Problem): string {
  return [`Sluice ${severity}${code ? ` ${code}` : ''}: ${message}`, remedy]
    .filter(Boolean)
    .map(visibleLine)
    .join('\n');
}
