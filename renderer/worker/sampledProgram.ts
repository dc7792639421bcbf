import { countsCalls } from '../../shared/events/clock.ts';
import { isCoreName } from '../../shared/instrument/instrumentationFilter.ts';
import { methodPattern } from '../../shared/naming/methodNames.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { suggestedRoots } from '../../shared/recording/suggestedRoots.ts';
import type { SampledProgram } from './cctProtocol.ts';

const MOST_ROOTS = 3;

/** What a recording of samples tells of the program for a recording of calls. */
export function sampledProgram(snapshot: Snapshot): SampledProgram {
  if (countsCalls(snapshot.clock)) return { roots: [], classes: [] };
  const { all, methods } = recordingResults(snapshot);
  const roots = suggestedRoots(all, (id) => isCoreName(methods.get(id).className))
    .slice(0, MOST_ROOTS)
    .map(({ methodId, share }) => ({ pattern: methodPattern(methods.get(methodId)), share }));
  return { roots, classes: [...new Set(snapshot.methods.map(({ className }) => className))] };
}
