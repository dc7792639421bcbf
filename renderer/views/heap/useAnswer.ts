import { useEffect, useState } from 'react';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { messageOf, SluiceError } from '../../../shared/base/errors.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { AskedHeapView } from '../../worker/heap/heapProtocol.ts';

/** What the worker says of a question: nothing yet, a table, or why there is none. */
export interface HeapAnswer {
  readonly set: DataSet | null;
  /** A sentence and its remedy; null: none. */
  readonly whyNot: string | null;
}

const NOTHING: HeapAnswer = { set: null, whyNot: null };

/** @param question null: nothing is asked */
export function useAnswer(question: AskedHeapView | null): HeapAnswer {
  const { dumps } = useApp();
  const key = JSON.stringify(question);
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: HeapAnswer } | null>(null);
  useEffect(() => {
    const asked = JSON.parse(key) as AskedHeapView | null;
    if (asked === null) return;
    let isWanted = true;
    dumps.ask(asked).then(
      (set) => isWanted && setKnown({ key, answer: { set, whyNot: null } }),
      (thrown: unknown) => {
        const remedy = thrown instanceof SluiceError ? ` ${thrown.remedy}` : '';
        if (isWanted) setKnown({ key, answer: { set: null, whyNot: messageOf(thrown) + remedy } });
      },
    );
    return () => void (isWanted = false);
  }, [dumps, key]);
  return known?.key === key ? known.answer : NOTHING;
}
