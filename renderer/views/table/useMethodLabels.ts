import { useMemo } from 'react';
import { useSetting } from '../../state/app/appContext.ts';
import type { Results } from '../../state/results.ts';
import { MethodLabels } from './methodLabels.ts';
import { FULL_NAMES } from './tableSettings.ts';

/** The names of methods as the user wants them. @param hasFreeTitles see MethodLabels */
export function useMethodLabels(results: Results, hasFreeTitles = false): MethodLabels {
  const [full] = useSetting(FULL_NAMES);
  return useMemo(
    () => new MethodLabels(results.methods, full, hasFreeTitles),
    [results, full, hasFreeTitles],
  );
}
