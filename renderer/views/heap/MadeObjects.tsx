import type { ReactNode } from 'react';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { JoinedMakers } from '../../worker/heap/heapProtocol.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { ChosenContext } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { Asking } from './Asking.tsx';
import { AnsweredTable } from './HeapTable.tsx';
import { useAnswer } from './useAnswer.ts';
import './MadeObjects.css';

const MOST_ROWS = 1_000;

interface MadeObjectsProps {
  readonly makers: JoinedMakers | null;
  readonly madeBy: ChosenContext | null;
}

/** What each context of a recording has made of the objects in the dump: who made it, and what holds it. */
export function MadeObjects({ makers, madeBy }: MadeObjectsProps) {
  return makers === null ? (
    <EmptyState title="Who made these objects?">
      <p>
        A recording that followed objects (Live) while the dump was made tells it. Open that recording, or let
        it go on, and ask it.
      </p>
      <CommandButton command="joinDump" />
    </EmptyState>
  ) : (
    <JoinedObjects key={makers.objects} makers={makers} madeBy={madeBy} />
  );
}

function JoinedObjects({ makers, madeBy }: MadeObjectsProps & { readonly makers: JoinedMakers }) {
  const { dumps, makersOfDump } = useApp();
  const answer = useAnswer({
    ...{ view: 'made', subject: null, top: MOST_ROWS },
    ...(madeBy === null ? {} : { madeBy: madeBy.path }),
  });
  const tools = (row: number): ReactNode => (
    <Button
      whyNot={row < 0 ? 'Select a row first.' : ''}
      hint="The context that has made them, in the recording"
      onClick={() => answer.set && makersOfDump.showInTree(pathOf(makers, answer.set, row))}
    >
      Show in Call Tree
    </Button>
  );
  return (
    <>
      {madeBy === null ? null : (
        <div className="recordViewTools madeBy" role="toolbar" aria-label="The context that made them">
          <span className="muted">Made by</span>
          <span className="madeBy-name mono" title={visibleText(madeBy.name)}>
            {visibleText(madeBy.name)}
          </span>
          <span className="muted">or what it called</span>
          <Button onClick={() => dumps.lookAtMade(null)}>Show All Contexts</Button>
        </div>
      )}
      {answer.set ? <AnsweredTable set={answer.set} moreTools={tools} /> : <Asking answer={answer} />}
    </>
  );
}

/** Rows name their context as Makers.textOf does. */
function pathOf({ contexts }: JoinedMakers, set: DataSet, row: number): readonly number[] {
  const textOf = (id: string): string => set.texts.find((column) => column.id === id)?.texts[row] ?? '';
  const [made, by] = [textOf('made'), textOf('by')];
  const found = contexts.find(
    (each) => each.made === made && [each.place, ...each.callers].join(' < ') === by,
  );
  return found?.path ?? [];
}
