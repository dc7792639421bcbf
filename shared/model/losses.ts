import { formatCount } from './formatNumbers.ts';

/** Why a recording may have counted too few calls. */
export interface Losses {
  readonly droppedEvents: number;
  /** First calls that went on before all that the method calls was instrumented. */
  readonly firstWaitTimeouts: number;
  /** Classes that were defined before Sluice answered. */
  readonly loadTimeouts: number;
  /** Calls of roots, and threads to follow, that got no lane. */
  readonly refusedLanes: number;
  /** A swap failed, or came after the class that had needed it. */
  readonly swapsFailed: boolean;
  /** Events that no reader took, or that could not be read. */
  readonly eventsUnread: boolean;
  /** The target was let go in the middle of the recording. */
  readonly cutShort: boolean;
}

/** One clause for each cause that there is, with its count; none: every count is exact. */
export function lossTexts(losses: Losses): readonly string[] {
  const { droppedEvents, firstWaitTimeouts, loadTimeouts, refusedLanes } = losses;
  const { swapsFailed, eventsUnread, cutShort } = losses;
  return [
    ...counted(droppedEvents, 'event was dropped', 'events were dropped'),
    ...counted(firstWaitTimeouts, 'wait at a first call ran out', 'waits at first calls ran out'),
    ...counted(loadTimeouts, 'class load did not get its answer', 'class loads did not get their answers'),
    ...counted(refusedLanes, 'root call or thread got no lane', 'root calls or threads got no lane'),
    ...(swapsFailed ? ['a swap failed or came too late'] : []),
    ...(eventsUnread ? ['events could not be read'] : []),
    ...(cutShort ? ['it was cut short'] : []),
  ];
}

function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${formatCount(count, ',')} ${count === 1 ? one : many}`];
}
