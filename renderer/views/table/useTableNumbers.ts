import { useMemo } from 'react';
import { useSetting } from '../../state/app/appContext.ts';
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
export function useTableNumbers(picture: Omit<TablePicture, 'filter'>): NumbersOfPicture {
  const { totalNs, allCalls, largestChange } = picture;
  const furtherText = picture.further.join(' ');
  const further = useMemo(() => furtherNamed(furtherText), [furtherText]);
  const [percentOf] = useSetting(PERCENT_SETTING);
  const numbers = useMemo(
    () => new TableNumbers({ totalNs, allCalls, largestChange, further }, percentOf),
    [totalNs, allCalls, largestChange, further, percentOf],
  );
  return { numbers, further, percentOf };
}
