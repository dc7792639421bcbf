import type { DumpAccount } from './dumpAccount.ts';
import type { DumpedLock, DumpedThread, ThreadActivity } from './dumpedThread.ts';

/** What a thread has to do with a lock. waitsOn: by Object.wait, or its dump does not tell how. */
export type LockRole = 'holds' | 'waitsFor' | 'waitsOn';

/** A thread of a dump as far as it has been read, of any form of dumps. */
export class GrowingThread {
  name = '';
  id: number | null = null;
  isDaemon = false;
  isVirtual = false;
  cpuNs: number | null = null;
  aliveNs: number | null = null;
  /** As java.lang.Thread.State has it, and what HotSpot adds: "WAITING (parking)". '' where the dump does not tell. */
  state = '';
  readonly #account: DumpAccount;
  readonly #frames: string[] = [];
  readonly #holds: DumpedLock[] = [];
  /** Of Object.wait: its monitor is given back meanwhile, and stands among the locked ones all the same. */
  #waitsOn: DumpedLock | null = null;
  #waitsFor: DumpedLock | null = null;

  constructor(account: DumpAccount) {
    account.thread();
    this.#account = account;
  }

  frame(frame: string): void {
    this.#frames.push(this.#account.frame(frame));
  }

  lock(role: LockRole, address: string, className: string): void {
    this.#account.lock();
    const lock = { address: this.#account.text(address), className: this.#account.text(className) };
    if (role === 'holds') this.#holds.push(lock);
    else if (role === 'waitsOn') this.#waitsOn ??= lock;
    else this.#waitsFor ??= lock;
  }

  /** All of it is known. */
  thread(): DumpedThread {
    const released = this.#waitsOn?.address;
    return {
      name: this.#account.text(this.name),
      ...{ id: this.id, isDaemon: this.isDaemon, isVirtual: this.isVirtual },
      activity: this.#activity(),
      ...{ cpuNs: this.cpuNs, aliveNs: this.aliveNs },
      frames: this.#account.stack(this.#frames),
      waitsFor: this.#waitsFor ?? this.#waitsOn,
      holds: this.#holds.filter(({ address }) => address !== released),
    };
  }

  #activity(): ThreadActivity {
    const { state } = this;
    const [innermost = ''] = this.#frames;
    if (innermost === '' && !this.isVirtual) return 'internal';
    if (state === '') return 'unknown';
    if (state.startsWith('BLOCKED')) return 'blocked';
    if (!state.includes('WAITING')) return 'runnable';
    if (state.includes('(parking)') || PARKS.test(innermost)) return 'parked';
    if (state.includes('(sleeping)') || SLEEPS.test(innermost)) return 'sleeping';
    return 'waiting';
  }
}

/** HotSpot alone says how a thread waits; its innermost frame does too. */
const PARKS = /\b(Unsafe\.park|VirtualThread\.park)\(/;
const SLEEPS = /\bjava\.lang\.(Virtual)?Thread\.sleep/;
