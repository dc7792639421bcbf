import { IdMap } from '../base/idMap.ts';
import type { DumpAccount } from './dumpAccount.ts';
import type { ThreadDump } from './dumpedThread.ts';
import { GrowingThread } from './growingThread.ts';

/** A dump as far as it has been read, of any form. */
export class GrowingDump {
  takenAt: string;
  readonly threads: GrowingThread[] = [];
  readonly #account: DumpAccount;
  /** Locks of which it is told who holds them, where they are waited for. */
  readonly #owned: { readonly owner: number; readonly lock: string }[] = [];

  constructor(account: DumpAccount, takenAt = '') {
    this.#account = account;
    this.takenAt = takenAt;
  }

  /** The thread that begins. */
  next(): GrowingThread {
    const thread = new GrowingThread(this.#account);
    this.threads.push(thread);
    return thread;
  }

  /** @param owner id of a thread @param lock `java.lang.Object@3baf7016`, class and identity hash */
  owned(owner: number, lock: string): void {
    this.#account.lock();
    this.#owned.push({ owner, lock: this.#account.text(lock) });
  }

  finish(): ThreadDump {
    const byId = new IdMap<GrowingThread>();
    for (const thread of this.threads) if (thread.id !== null) byId.set(thread.id, thread);
    for (const { owner, lock } of this.#owned)
      byId.get(owner)?.lock('holds', lock, lock.slice(0, lock.indexOf('@')));
    return { takenAt: this.takenAt, threads: this.threads.map((thread) => thread.thread()) };
  }
}
