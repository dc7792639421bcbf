/** What the threads of a tree have allocated in calls of roots that opened a subgraph, as the JVM accounts for it. */
export interface AllocationAccount {
  /** Calls that opened a subgraph. */
  readonly rootCalls: number;
  /** Those of which all that was allocated in them is told: they have ended, and the recording was not paused or reset in them. */
  readonly toldCalls: number;
  readonly allocatedBytes: number;
}

export const NO_ALLOCATION: AllocationAccount = { rootCalls: 0, toldCalls: 0, allocatedBytes: 0 };

/** Whether it can be compared with what was counted in the tree: then it is of the same calls. */
export function isWhole({ rootCalls, toldCalls }: AllocationAccount): boolean {
  return rootCalls > 0 && rootCalls === toldCalls;
}
