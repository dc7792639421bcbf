import type { MethodId } from '../../../shared/base/ids.ts';
import { ThreadTrees } from '../../../shared/cct/threadTrees.ts';
import type { EngineUpdate, SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { objectBytesBySite } from '../../../shared/naming/allocationSite.ts';
import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import { recordedSnapshot } from '../../../shared/ipc/recordedSnapshot.ts';
import type { RecordedFacts } from '../../../shared/ipc/recordedFacts.ts';
import { withStatus } from '../../../shared/ipc/statusTimeline.ts';
import type { AccountUse } from '../../../shared/recording/options/accountLimits.ts';
import type { Account } from '../../../shared/recording/options/accounts.ts';
import { accountUses } from '../../../shared/recording/sets/accountUse.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { EMPTY_TIMELINE, type Timeline } from '../../../shared/recording/timeline.ts';
import { BlockDecoder } from '../../../shared/wire/blockDecoder.ts';

/** Builds the trees of a session in this process: the command line's counterpart of the window's CCT worker. */
export class Recorder {
  readonly trees = new ThreadTrees();
  readonly #methods = new Map<MethodId, MethodInfo>();
  readonly #sessionId: string;
  #timeline: Timeline = EMPTY_TIMELINE;
  #facts: RecordedFacts | null = null;
  #lastStatus: SessionStatus | null = null;
  readonly #decoder = new BlockDecoder(this.trees);

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** Takes blocks; throws SluiceError('protocol') for bytes that are none. */
  readonly take = (bytes: Uint8Array): void => this.#decoder.feed(bytes);

  /** Learns the methods that got an id, and how the recording goes. Other sessions are none of its business. */
  readonly learn = (update: EngineUpdate): void => {
    if (update.kind === 'status' && update.status.sessionId === this.#sessionId) {
      this.#timeline = withStatus(this.#timeline, update.status);
      this.#lastStatus = update.status;
    }
    if (update.kind === 'recorded' && update.sessionId === this.#sessionId) this.#facts = update.facts;
    if (update.kind !== 'methods' || update.sessionId !== this.#sessionId) return;
    this.trees.learnSizes(objectBytesBySite(update.methods));
    for (const method of update.methods) this.#methods.set(method.id, method);
  };

  /** What accounts have made by now, and what of that is still there. */
  accountUses(accounts: readonly Account[]): ReadonlyMap<string, AccountUse> {
    const tables = this.trees.windows().map(({ table }) => table);
    return accountUses(tables, accounts, [...this.#methods.values()]);
  }

  /** As it was told last, at most a moment ago: to be had without asking the engine. null: never. */
  get lastStatus(): SessionStatus | null {
    return this.#lastStatus;
  }

  /** Of the JVM, as far as objects are followed. */
  get collections(): number {
    return this.trees.live?.collections ?? 0;
  }

  /** A root call is recorded. */
  get hasEvents(): boolean {
    return this.trees.totals().events > 0;
  }

  /** A method was found that is a root. */
  get hasRoots(): boolean {
    return [...this.#methods.values()].some(({ root }) => root);
  }

  /**
   * Its trees are those of now until more is taken: to be used at once.
   * @param status of the session after its recording
   */
  snapshot(status: SessionStatus): Snapshot {
    return recordedSnapshot(
      { status, timeline: this.#timeline, facts: this.#facts },
      this.#methods.values(),
      {
        decideGroups: () => this.trees.decideGroups(),
        totals: () => this.trees.totals(),
        threadsInside: () => this.trees.threadsInside(),
        rootDurations: () => this.trees.rootDurations(),
        callsWithoutRoom: this.trees.callsWithoutRoom,
        layout: this.trees.layout,
        live: this.trees.live,
        snapshot: () => this.trees.windows(),
      },
    );
  }
}
