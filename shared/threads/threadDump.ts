/** A lock as a dump names it: `<0x000000069ec1ad38> (a java.lang.StringBuilder)`. */
export interface DumpedLock {
  /** The same lock has the same address within one dump. */
  readonly address: string;
  readonly className: string;
}

export type ThreadActivity = 'runnable' | 'blocked' | 'waiting' | 'parked' | 'sleeping' | 'internal';

export interface DumpedThread {
  readonly name: string;
  /** Thread.threadId(); null: a thread of the JVM itself. */
  readonly id: number | null;
  readonly isDaemon: boolean;
  /** internal: a thread without a frame of Java code, as those of the JVM itself */
  readonly activity: ThreadActivity;
  /** null: the JVM does not say */
  readonly cpuNs: number | null;
  readonly aliveNs: number | null;
  /** Innermost first, `at` left out: `demo.Cart.add(Cart.java:12)`. */
  readonly frames: readonly string[];
  /** What it needs to go on; null: nothing that has an address. */
  readonly waitsFor: DumpedLock | null;
  readonly holds: readonly DumpedLock[];
}

/** The most lines that a thread's name may take: a name may have line ends in it. */
const MOST_NAME_LINES = 20;

/**
 * Threads of a dump as `jcmd Thread.print -l`, jstack and kill -3 write it (HotSpot runtime/threads.cpp, Threads::print_on;
 * runtime/vframe.cpp, javaVFrame::print_lock_info_on)
 *
 *     "t1" #12 [4711] daemon prio=5 os_prio=0 cpu=2.05ms elapsed=2.80s tid=0x00007efe nid=0x5d26 waiting for monitor entry
 *        java.lang.Thread.State: BLOCKED (on object monitor)
 *         at Dead.both(Dead.java:4)
 *         - waiting to lock <0x000000069ec1ad38> (a java.lang.StringBuilder)
 *         - locked <0x000000069ec1acc8> (a java.lang.StringBuilder)
 *
 *        Locked ownable synchronizers:
 *         - <0x000000069ec1b2e8> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
 *
 * @param text with several dumps, as the log of a program has them: the last one counts
 */
export function threadsIn(text: string): readonly DumpedThread[] {
  const begin = text.lastIndexOf('Full thread dump ');
  const threads: DumpedThread[] = [];
  let thread: ThreadLines | null = null;
  const lines = text.slice(Math.max(0, begin)).split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const head = lines[at].startsWith('"') ? headAt(lines, at) : null;
    if (head !== null) {
      if (thread !== null) threads.push(thread.thread());
      thread = new ThreadLines(head.text);
      at += head.lines - 1;
    } else if (/^(JNI global refs|Found (one|a total|\d+) |Heap$)/.test(lines[at])) break;
    else thread?.add(lines[at]);
  }
  if (thread !== null) threads.push(thread.thread());
  return threads;
}

/** What the JVM names last of a thread stands behind its name, whatever that is. */
function headAt(
  lines: readonly string[],
  at: number,
): { readonly text: string; readonly lines: number } | null {
  let text = lines[at];
  for (let count = 1; count <= MOST_NAME_LINES; count++) {
    if (/" .*\btid=0x[0-9a-f]+/.test(text)) return { text, lines: count };
    if (at + count >= lines.length) return null;
    text += `\n${lines[at + count]}`;
  }
  return null;
}

class ThreadLines {
  readonly #head: string;
  readonly #frames: string[] = [];
  readonly #holds: DumpedLock[] = [];
  /** Of Object.wait: its monitor is given back meanwhile, and stands among the locked ones all the same. */
  #waitsOn: DumpedLock | null = null;
  #waitsFor: DumpedLock | null = null;
  #state = '';

  constructor(head: string) {
    this.#head = head;
  }

  add(line: string): void {
    const frame = /^\s+at (.*)$/.exec(line);
    if (frame !== null) {
      this.#frames.push(frame[1]);
      return;
    }
    const state = /^\s+java\.lang\.Thread\.State: (.*)$/.exec(line);
    if (state !== null) this.#state = state[1];
    const lock = /^\s+- (.*?)\s*<(0x[0-9a-f]+)> \(an? (.*)\)$/.exec(line);
    if (lock !== null) this.#addLock(lock[1], { address: lock[2], className: lock[3] });
  }

  #addLock(what: string, lock: DumpedLock): void {
    if (what === 'locked' || what === '') this.#holds.push(lock);
    else if (what === 'waiting on') this.#waitsOn ??= lock;
    else if (/^waiting to (re-)?lock|^parking to wait for/.test(what)) this.#waitsFor ??= lock;
  }

  thread(): DumpedThread {
    // Greedy: a name may have quotes in it, and what stands behind it has none.
    const [, name, rest] = /^"([^]*)" ([^"]*)$/.exec(this.#head) ?? ['', this.#head, ''];
    const id = /^#(\d+) /.exec(rest);
    const released = this.#waitsOn?.address;
    return {
      name,
      id: id === null ? null : Number(id[1]),
      isDaemon: / daemon /.test(` ${rest}`),
      activity: this.#frames.length === 0 ? 'internal' : activityOf(this.#state),
      cpuNs: spanNs(/ cpu=([\d.]+)(ms|s) /.exec(rest)),
      aliveNs: spanNs(/ elapsed=([\d.]+)(ms|s) /.exec(rest)),
      frames: this.#frames,
      waitsFor: this.#waitsFor ?? this.#waitsOn,
      holds: this.#holds.filter(({ address }) => address !== released),
    };
  }
}

function activityOf(state: string): ThreadActivity {
  if (state.startsWith('BLOCKED')) return 'blocked';
  if (state.includes('(parking)')) return 'parked';
  if (state.includes('(sleeping)')) return 'sleeping';
  if (state.includes('WAITING')) return 'waiting';
  return 'runnable';
}

function spanNs(found: RegExpExecArray | null): number | null {
  if (found === null) return null;
  return Math.round(Number(found[1]) * (found[2] === 's' ? 1e9 : 1e6));
}
