import { countsCalls } from '../../shared/events/clock.ts';
import { isCoreName } from '../../shared/instrument/instrumentationFilter.ts';
import { methodPattern } from '../../shared/naming/methodNames.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { suggestedRoots } from '../../shared/recording/suggestedRoots.ts';
import type { SuggestedPattern } from './cctProtocol.ts';

const MOST_ROOTS = 3;

/** What a recording of calls could begin with, by a recording of samples; one of calls has begun with something. */
export function suggestedPatterns(snapshot: Snapshot): readonly SuggestedPattern[] {
  if (countsCalls(snapshot.clock)) return [];
  const { all, methods } = recordingResults(snapshot);
  return suggestedRoots(all, (id) => isCoreName(methods.get(id).className))
    .slice(0, MOST_ROOTS)
    .map(({ methodId, share }) => ({ pattern: methodPattern(methods.get(methodId)), share }));
}
