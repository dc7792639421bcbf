import { ALLOCATOR } from './allocator.ts';
import { COLLECTOR_PAUSES } from './collectorPauses.ts';
import { CONTENDED_LOCK } from './contendedLock.ts';
import { DEAR_PROBES } from './dearProbes.ts';
import type { FindingRule } from './finding.ts';
import { GROWN_CALLS } from './grownCalls.ts';
import { REPEATED_STATEMENT } from './repeatedStatement.ts';
import { SLOW_ROOT_CALLS } from './slowRootCalls.ts';

/** Every rule, in the order in which findings are told: what the program does first, then what measuring it costs. */
export const FINDING_RULES: readonly FindingRule[] = [
  GROWN_CALLS,
  REPEATED_STATEMENT,
  SLOW_ROOT_CALLS,
  CONTENDED_LOCK,
  COLLECTOR_PAUSES,
  ALLOCATOR,
  DEAR_PROBES,
];
