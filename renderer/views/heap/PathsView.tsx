import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Asking } from './Asking.tsx';
import { PathPicture } from './PathPicture.tsx';
import { SubjectField } from './SubjectField.tsx';
import { useAnswer } from './useAnswer.ts';

const MOST_STEPS = 300;

/** What keeps an object, or all objects of a class: their shortest paths from roots, laid over each other. */
export function PathsView({ subject }: { readonly subject: string | null }) {
  const answer = useAnswer(subject === null ? null : { view: 'paths', subject, top: MOST_STEPS });
  return (
    <>
      <div className="recordViewTools" role="toolbar" aria-label="Paths, tools">
        <SubjectField subject={subject} tab="paths" />
      </div>
      {subject === null ? (
        <EmptyState title="Paths of what?">
          <p>Choose an object or a class in another tab and press Paths to Roots, or type its name above.</p>
        </EmptyState>
      ) : answer.set === null ? (
        <Asking answer={answer} />
      ) : answer.set.rows === 0 ? (
        <EmptyState title="Nothing holds them">
          <p>No root reaches these objects but by weak or soft references: they are garbage, or will be.</p>
        </EmptyState>
      ) : (
        <PathPicture set={answer.set} />
      )}
    </>
  );
}
