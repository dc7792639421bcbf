import { visibleLine } from '../../../shared/naming/visibleText.ts';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import type { HeapAnswer } from './useAnswer.ts';

/** In place of what the worker has not answered yet, or cannot. */
export function Asking({ answer }: { readonly answer: HeapAnswer }) {
  const { dumps } = useApp();
  const doing = useAtom(dumps.doing);
  return answer.whyNot === null ? (
    <EmptyState title="Looking" busy>
      <p>{doing || 'Looking through the heap'}.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing to show">
      <p>{visibleLine(answer.whyNot)}</p>
    </EmptyState>
  );
}
