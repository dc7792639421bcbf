import { useMemo } from 'react';
import { useSetting } from '../../state/appContext.ts';
import type { Results } from '../../state/results.ts';
import { MethodLabels } from './methodLabels.ts';
import { FULL_NAMES } from './tableSettings.ts';

/** The names of methods as the user wants them. */
export function useMethodLabels(results: Results): MethodLabels {
  const [full] = useSetting(FULL_NAMES);
  return useMemo(() => new MethodLabels(results.methods, full), [results, full]);
}
