import { useState, type ReactNode } from 'react';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { TableTab } from '../../state/heapTabs.ts';
import { DataSetView } from '../datasets/DataSetView.tsx';
import { Asking } from './Asking.tsx';
import { SubjectButtons } from './SubjectButtons.tsx';
import { useAnswer } from './useAnswer.ts';

/** Rows that are asked for: nobody reads more, and each may need its path. */
const MOST_ROWS: Readonly<Record<TableTab, number>> = {
  suspects: 60,
  histogram: 100_000,
  biggest: 1_000,
  dominators: 1,
  paths: 300,
  strings: 1_000,
  arrays: 500,
  loaders: 200,
  made: 1_000,
};
/** Of tables, the columns that name an object or a class. */
const NAMES = ['object', 'class', 'loader', 'holder'];

/** One table of a heap dump; a row leads to the paths and references of what it is about. */
export function HeapTable({ view }: { readonly view: TableTab }) {
  const answer = useAnswer({ view, subject: null, top: MOST_ROWS[view] });
  return answer.set ? <AnsweredTable key={view} set={answer.set} /> : <Asking answer={answer} />;
}

interface AnsweredTableProps {
  readonly set: DataSet;
  /** Behind the buttons that all tables have. */
  readonly moreTools?: (row: number) => ReactNode;
}

export function AnsweredTable({ set, moreTools }: AnsweredTableProps) {
  const { dumps } = useApp();
  const [selectedRow, setSelectedRow] = useState(-1);
  const names = set.texts.find(({ id }) => NAMES.includes(id));
  const nameOf = (row: number): string | null => names?.texts[row] ?? null;
  return (
    <DataSetView
      set={set}
      onSelect={setSelectedRow}
      onOpen={(row) => {
        const name = nameOf(row);
        if (name !== null) dumps.lookAt(name, 'paths');
      }}
      tools={
        names ? (
          <>
            <SubjectButtons name={nameOf(selectedRow)} whyNot="Select a row first." />
            {moreTools?.(selectedRow)}
          </>
        ) : null
      }
    />
  );
}
