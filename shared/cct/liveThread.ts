import type { ThreadId } from '../base/ids.ts';
import type { CctBuilder } from './cctBuilder.ts';
import type { CoreWaitAccount } from './coreWaitAccount.ts';
import type { CoreWaits } from './coreWaits.ts';
import type { RootCallRouter } from './rootCallRouter.ts';
import { ThreadCursor } from './threadCursor.ts';
import type { TickerAccount } from './tickerAccount.ts';

/** One of the trees of a recording, as it grows. */
export interface Tree {
  readonly threadId: ThreadId;
  name: string;
  readonly virtual: boolean;
  /** Of more than one thread. */
  readonly shared: boolean;
  /** null: of all root calls. */
  readonly group: string | null;
  readonly builder: CctBuilder;
  ticks: TickerAccount;
  /** The recording's clock has no time of its threads. */
  timeless: boolean;
  coreWaits: CoreWaitAccount;
  /** Of its root calls whose threads have told; 0: none has a duration. */
  longestRootCallNs: number;
}

/** A thread whose events come. */
export interface LiveThread {
  readonly cursor: ThreadCursor;
  /** null while nothing is told of it. */
  coreWaits: CoreWaits | null;
  name: string;
  readonly virtual: boolean;
  /** In which the cursor stands; null until the thread records something: most never do. */
  tree: Tree | null;
  /** null: all root calls are of one tree. */
  groups: ThreadGroups | null;
  /** The recording's clock has no time of it. */
  timeless: boolean;
  /** It stays for its tree, which a thread whose lane was given back may continue, until the next recording. */
  ended: boolean;
}

/** Of a thread whose root calls are told apart. */
interface ThreadGroups {
  readonly router: RootCallRouter;
  /** Group -> its tree. */
  readonly trees: Map<string, Tree>;
}

/** All that hold calls of the thread, some perhaps of others too. */
export function treesOf({ groups, tree }: LiveThread): readonly Tree[] {
  if (groups !== null) return [...groups.trees.values()];
  return tree === null ? [] : [tree];
}

export function newThread(name: string, virtual: boolean): LiveThread {
  return {
    cursor: new ThreadCursor(),
    coreWaits: null,
    name,
    virtual,
    tree: null,
    groups: null,
    timeless: false,
    ended: false,
  };
}
