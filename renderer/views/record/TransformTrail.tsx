import { useEffect } from 'react';
import { methodName, unknownMethod } from '../../../shared/naming/methodNames.ts';
import { transformText } from '../../../shared/rows/transform.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import './TransformTrail.css';

/** What was done to the tree before the views show it, step by step; a click goes back to a step. Nothing while nothing was. */
export function TransformTrail({ results }: { readonly results: Results }) {
  const { done, undone } = useAtom(results.history);
  useUndoKeys(results);
  if (done.length === 0 && undone.length === 0) return null;
  const nameOf = (id: number): string => methodName(results.methods.get(id) ?? unknownMethod(id), 'short');
  const steps = ['Whole tree', ...done.map((step) => transformText(step, nameOf))];
  return (
    <nav className="transformTrail" aria-label="Changes of the tree">
      <ol className="transformTrailSteps">
        {steps.map((text, i) => (
          <li key={i}>
            <button
              type="button"
              className="transformTrailStep"
              aria-current={i === done.length ? 'step' : undefined}
              title={visibleLine(text)}
              onClick={() => results.changeTree({ kind: 'goToStep', done: i })}
            >
              {visibleLine(text)}
            </button>
          </li>
        ))}
      </ol>
      <div className="transformTrailButtons">
        <Button
          kind="quiet"
          hint="Undo the last step (Backspace or Ctrl+Z)"
          whyNot={done.length === 0 ? 'Nothing is left to undo.' : ''}
          onClick={() => results.changeTree({ kind: 'moveSteps', by: -1 })}
        >
          Undo
        </Button>
        <Button
          kind="quiet"
          hint="Take the step again (Ctrl+Shift+Z)"
          whyNot={undone.length === 0 ? 'Nothing was undone.' : ''}
          onClick={() => results.changeTree({ kind: 'moveSteps', by: 1 })}
        >
          Redo
        </Button>
      </div>
    </nav>
  );
}

/** Wherever the focus is, except where text is typed, whose own undo it is then. */
function useUndoKeys(results: Results): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const target = event.target as Element;
      if (event.defaultPrevented || target.matches('input, textarea, select, [role=menuitem]')) return;
      const key = keyName(event);
      if (key === 'Backspace' || key === 'Ctrl+z') results.changeTree({ kind: 'moveSteps', by: -1 });
      else if (key === 'Ctrl+Shift+z') results.changeTree({ kind: 'moveSteps', by: 1 });
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [results]);
}
