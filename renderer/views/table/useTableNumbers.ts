import { useMemo } from 'react';
import { useSetting } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { furtherNamed } from '../../worker/table/furtherColumns.ts';
import type { FurtherColumn, TablePicture } from '../../worker/table/tableRow.ts';
import { TableNumbers, type PercentOf } from './tableNumbers.ts';
import { PERCENT_SETTING } from './tableSettings.ts';

interface NumbersOfPicture {
  readonly numbers: TableNumbers;
  /** Stays the same while it names the same. */
  readonly further: readonly FurtherColumn[];
  readonly percentOf: PercentOf;
}

/** How the numbers of a picture are written. */
export function useTableNumbers(
  picture: Omit<TablePicture, 'filter'>,
  { moment }: Pick<Results, 'moment'>,
): NumbersOfPicture {
  const { totalNs, allCalls, largestChange } = picture;
  const furtherText = picture.further.join(' ');
  const further = useMemo(() => furtherNamed(furtherText), [furtherText]);
  const periodNs = useAtom(moment, (now) => now?.periodNs ?? 0);
  const [percentOf] = useSetting(PERCENT_SETTING);
  const numbers = useMemo(
    () => new TableNumbers({ totalNs, allCalls, largestChange, further, periodNs }, percentOf),
    [totalNs, allCalls, largestChange, further, periodNs, percentOf],
  );
  return { numbers, further, percentOf };
}
