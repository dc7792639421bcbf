import { useMemo } from 'react';
import { useAtom } from '../../state/atom.ts';
import { isMyCode, ownRowsOf, type OwnRows } from '../../state/commands/myCode.ts';
import type { Results } from '../../state/results.ts';

/** What stands out as the program's own code; null: nothing. */
export function useOwnRows(results: Results): OwnRows | null {
  const packages = useAtom(results.ownPackages);
  const isOn = useAtom(results.history, isMyCode);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- it reads these two
  return useMemo(() => ownRowsOf(results), [results, packages, isOn]);
}
