import type { RootRequests } from '../../../shared/bytecode/rootRequests.ts';
import { parseCondition, parseSplit } from '../../../shared/classfile/argumentCondition.ts';
import { opcodeWeightsOf } from '../../../shared/classfile/opcodeWeights.ts';
import { AccountProbes } from '../../../shared/instrument/accountProbes.ts';
import { LIVE_CLASS, REQUEST_CLASS } from '../../../shared/instrument/probeClass.ts';
import type { SiteIds } from '../../../shared/instrument/siteIds.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { accountsOf } from '../../../shared/recording/accounts.ts';
import { hasPart } from '../../../shared/recording/chosenMetrics.ts';
import { countsObjects } from '../../../shared/recording/countedObjects.ts';
import { followed, parseLiveChoice } from '../../../shared/recording/liveChoice.ts';
import type { SubgraphOptions } from './revelationSubgraph.ts';

/** What methods tell beside their calls, by what is asked for. @throws SluiceError 'usage' */
export function requestedProbes(
  request: RecordingRequest,
  siteIds: SiteIds,
): Pick<
  SubgraphOptions,
  | 'accountProbes'
  | 'countsBytecodes'
  | 'weights'
  | 'countsWholeBlocks'
  | 'isTimed'
  | 'sites'
  | 'live'
  | 'requests'
> {
  const live = parseLiveChoice(request.live);
  return {
    accountProbes: request.accountsOnly
      ? new AccountProbes(
          accountsOf(request.accounts).flatMap(({ patterns }) => patterns),
          (className) => siteIds.isMeasured(className),
        )
      : null,
    countsBytecodes: hasPart(request.metrics, 'bytecodes'),
    weights: opcodeWeightsOf(request.weights),
    countsWholeBlocks: request.bytecodes === 'fast',
    isTimed: request.clock !== 'none',
    sites: countsObjects(request) ? siteIds : null,
    requests: askedOf(request),
    live: live && { liveClass: LIVE_CLASS, followed: (made) => followed(live, made) },
  };
}

/** What roots are asked; null: nothing. */
function askedOf({ when, split }: RecordingRequest): RootRequests | null {
  if (when.length === 0 && split.length === 0) return null;
  return { requestClass: REQUEST_CLASS, conditions: when.map(parseCondition), split: parseSplit(split) };
}
