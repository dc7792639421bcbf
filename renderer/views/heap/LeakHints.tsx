import { useMemo } from 'react';
import { formatBytes } from '../../../shared/naming/formatNumbers.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { useApp } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Asking } from './Asking.tsx';
import { hintsOf, withoutParameters, type ShownHint } from './shownHints.ts';
import { PathLine } from './PathLine.tsx';
import { useAnswer } from './useAnswer.ts';
import './LeakHints.css';

const MOST_HINTS = 60;

/** What may be a leak, each with the path that keeps it. */
export function LeakHints() {
  const answer = useAnswer({ view: 'suspects', subject: null, top: MOST_HINTS });
  return answer.set ? <Hints set={answer.set} /> : <Asking answer={answer} />;
}

function Hints({ set }: { readonly set: DataSet }) {
  const hints = useMemo(() => hintsOf(set), [set]);
  return hints.length === 0 ? (
    <EmptyState title="No hint of a leak">
      <p>
        No collection, listener, ThreadLocal or class loader stands out. Look at what is biggest, or compare
        two dumps: sluice heap AFTER --against BEFORE.
      </p>
    </EmptyState>
  ) : (
    <ol className="leakHints" tabIndex={0} aria-label="Leak hints">
      {hints.map((hint) => (
        <HintCard key={`${hint.kind} ${hint.object} ${hint.what}`} hint={hint} />
      ))}
    </ol>
  );
}

/** Where it was made, and by whose call, the nearest first. */
function MadeBy({ names }: { readonly names: readonly string[] }) {
  return (
    <ol className="leakHintMakers" aria-label="Made by">
      {names.map((name, i) => (
        <li key={i}>
          <span className="muted">{i === 0 ? 'made by ' : 'called by '}</span>
          <span className="mono" title={visibleText(name)}>
            {visibleText(withoutParameters(name))}
          </span>
        </li>
      ))}
    </ol>
  );
}

function HintCard({ hint }: { readonly hint: ShownHint }) {
  const { dumps } = useApp();
  const { kind, sentence, object, retainedBytes, path, madeBy } = hint;
  return (
    <li className="leakHint">
      <div className="leakHintHead">
        <span className={`leakHintKind leakHintKind-${kind.replace(' ', '-')}`}>{kind}</span>
        <span className="leakHintSentence">{visibleLine(sentence)}</span>
        <span className="leakHintNumbers">{formatBytes(retainedBytes)} retained</span>
      </div>
      <PathLine steps={path} />
      {madeBy.length > 0 ? <MadeBy names={madeBy} /> : null}
      <div className="leakHintActions">
        <Button
          kind="quiet"
          label={`Paths to ${visibleText(object)}`}
          onClick={() => dumps.lookAt(object, 'paths')}
        >
          Paths
        </Button>
        <Button
          kind="quiet"
          label={`References of ${visibleText(object)}`}
          onClick={() => dumps.lookAt(object, 'references')}
        >
          References
        </Button>
      </div>
    </li>
  );
}
