import type { ProbeSelection } from '../../../shared/bytecode/rewriteOptions.ts';
import type { RootRequests } from '../../../shared/bytecode/rootRequests.ts';
import type { MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import { parseCondition, parseSplit } from '../../../shared/classfile/argumentCondition.ts';
import { opcodeWeightsOf } from '../../../shared/classfile/opcodeWeights.ts';
import { AccountProbes } from '../../../shared/instrument/accountProbes.ts';
import { CountingPolicy } from '../../../shared/instrument/countingPolicy.ts';
import { LIVE_CLASS, REQUEST_CLASS } from '../../../shared/instrument/probeClass.ts';
import type { SiteIds } from '../../../shared/instrument/siteIds.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { accountsOf } from '../../../shared/recording/options/accounts.ts';
import { hasPart, partsOf } from '../../../shared/recording/options/chosenMetrics.ts';
import { countsObjects } from '../../../shared/recording/options/countedObjects.ts';
import { followed, parseLiveChoice } from '../../../shared/recording/options/liveChoice.ts';

export interface RequestedProbes extends ProbeSelection {
  /** null: objects are not counted. */
  readonly sites: SiteIds | null;
  readonly requests: RootRequests | null;
}

/** @throws SluiceError 'usage' */
export function requestedProbes(request: RecordingRequest, siteIds: SiteIds): RequestedProbes {
  const live = parseLiveChoice(request.live);
  return {
    counts: partsOf(request.metrics),
    weights: opcodeWeightsOf(request.weights),
    countsWholeBlocks: request.bytecodes === 'fast',
    isTimed: request.clock !== 'none',
    sites: countsObjects(request) ? siteIds : null,
    requests: askedOf(request),
    live: live && { liveClass: LIVE_CLASS, followed: (made) => followed(live, made) },
  };
}

/** Which methods have probes for accounts alone; null: all that are not left out have probes. */
export function requestedAccounts(
  { accountsOnly, accounts }: RecordingRequest,
  siteIds: SiteIds,
): AccountProbes | null {
  if (!accountsOnly) return null;
  const patterns = accountsOf(accounts).flatMap((account) => account.patterns);
  return new AccountProbes(patterns, (className) => siteIds.isMeasured(className));
}

/** Parts of a choice of which a counted call tells all, or which trivial methods have nothing of. */
const TOLD_BY_COUNTED: readonly string[] = ['calls', 'time', 'bytecodes', 'objects'];

/** Which methods are only counted. */
export function requestedCounting(
  { countTrivial, includeCore, metrics }: RecordingRequest,
  roots: readonly MethodPattern[],
): CountingPolicy {
  const tellsAll = partsOf(metrics).every((part) => TOLD_BY_COUNTED.includes(part));
  return new CountingPolicy(countTrivial && tellsAll, includeCore, roots, hasPart(metrics, 'bytecodes'));
}

/** What roots are asked; null: nothing. */
function askedOf({ when, split }: RecordingRequest): RootRequests | null {
  if (when.length === 0 && split.length === 0) return null;
  return { requestClass: REQUEST_CLASS, conditions: when.map(parseCondition), split: parseSplit(split) };
}
