import { EmptyState } from '../../widgets/EmptyState.tsx';
import { AnsweredTable } from './HeapTable.tsx';
import { Asking } from './Asking.tsx';
import { SubjectField } from './SubjectField.tsx';
import { useAnswer } from './useAnswer.ts';
import './HeapDumpView.css';

const MOST_ROWS = 500;

/** What refers to an object or the objects of a class, and what they refer to. */
export function ReferencesView({ subject }: { readonly subject: string | null }) {
  return (
    <>
      <div className="recordViewTools" role="toolbar" aria-label="References, tools">
        <SubjectField subject={subject} tab="references" />
      </div>
      {subject === null ? (
        <EmptyState title="References of what?">
          <p>Choose an object or a class in another tab and press References, or type its name above.</p>
        </EmptyState>
      ) : (
        <div className="referencesBoth">
          <Side subject={subject} view="incoming" />
          <Side subject={subject} view="outgoing" />
        </div>
      )}
    </>
  );
}

function Side({ subject, view }: { readonly subject: string; readonly view: 'incoming' | 'outgoing' }) {
  const answer = useAnswer({ view, subject, top: MOST_ROWS });
  return (
    <section
      className="referencesSide"
      aria-label={view === 'incoming' ? 'Incoming references' : 'Outgoing references'}
    >
      {answer.set ? <AnsweredTable key={subject} set={answer.set} /> : <Asking answer={answer} />}
    </section>
  );
}
