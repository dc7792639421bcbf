import type { ThreadCursor } from './threadCursor.ts';

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

/** Grows while a tree does. */
export class GrowingAllocation {
  account: AllocationAccount = NO_ALLOCATION;

  /** A root call opens a subgraph. @param isWhole all of it is recorded, as far as is known */
  open(cursor: ThreadCursor, isWhole: boolean): void {
    this.account = { ...this.account, rootCalls: this.account.rootCalls + 1 };
    cursor.tellsWholeRoot = isWhole;
  }

  tell({ tellsWholeRoot }: ThreadCursor, bytes: number): void {
    if (!tellsWholeRoot) return;
    const { rootCalls, toldCalls, allocatedBytes } = this.account;
    this.account = { rootCalls, toldCalls: toldCalls + 1, allocatedBytes: allocatedBytes + bytes };
  }

  /** Begins anew. Calls that are open are recorded in part from here on. */
  reset(cursors: Iterable<ThreadCursor>): void {
    this.account = NO_ALLOCATION;
    for (const cursor of cursors) if (cursor.node > 0) this.open(cursor, false);
  }
}
