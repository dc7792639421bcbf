import type { DumpAccount } from './dumpAccount.ts';
import type { ThreadDump } from './dumpedThread.ts';
import { GrowingDump } from './growingDump.ts';
import type { GrowingThread } from './growingThread.ts';
import { decodeUtf8 } from '../base/utf8.ts';

/** The most lines that a thread's name may take: a name may have line ends in it. */
const MOST_NAME_LINES = 20;
const BEGIN = 'Full thread dump ';
/** What comes behind the threads of a dump, and repeats some of them. */
const ENDS = ['JNI global ref', 'Found one ', 'Found a total', 'Heap'];

/** What a line tells of the thread that begins in it. */
interface Head {
  readonly name: string;
  /** Behind the name. */
  readonly rest: string;
  /** Before the name: "#12 " in a dump of Thread.dump_to_file. */
  readonly id: string;
  readonly state?: string;
  readonly lines: number;
}

/**
 * Thread dumps in a text, as logs have them between other lines
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
 * as `jcmd Thread.print`, jstack and kill -3 write it (HotSpot runtime/threads.cpp, Threads::print_on; runtime/vframe.cpp,
 * javaVFrame::print_lock_info_on), VisualVM and Spring Boot's /actuator/threaddump
 *
 *     "t1" - Thread t@12
 *
 * and `jcmd Thread.dump_to_file` (jdk.internal.vm.ThreadDumper), of which JDK 21 has neither states nor the word `at`
 *
 *     #12 "t1" virtual WAITING 2026-11-27T22:53:50.443340896Z
 *         at java.base/java.lang.Object.wait0(Native Method)
 *         - waiting on <java.lang.Object@3baf7016>
 *
 * Each line is looked at a bounded number of times, whatever it holds.
 */
export function textDumps(bytes: Uint8Array, account: DumpAccount): ThreadDump[] {
  const reader = new TextDumps(account);
  const lines = new LineWindow(new DumpLines(bytes));
  for (let line = lines.take(); line !== null; line = lines.take()) reader.line(line, lines);
  return reader.finish();
}

/** Lines, with a look at those that come. */
class LineWindow {
  readonly #lines: DumpLines;
  readonly #ahead: string[] = [];
  /** Lines so far. */
  taken = 0;

  constructor(lines: DumpLines) {
    this.#lines = lines;
  }

  take(): string | null {
    this.taken++;
    return this.#ahead.shift() ?? this.#lines.next();
  }

  /** @returns null: the text has ended before it */
  ahead(count: number): string | null {
    while (this.#ahead.length < count) {
      const line = this.#lines.next();
      if (line === null) return null;
      this.#ahead.push(line);
    }
    return this.#ahead[count - 1];
  }
}

class TextDumps {
  readonly #account: DumpAccount;
  readonly #dumps: GrowingDump[] = [];
  #thread: GrowingThread | null = null;
  /** Of the dump that is read: what a log has before each line of it. */
  #prefixLength = 0;
  /** Behind the threads of a dump. */
  #isOver = false;
  #before = '';
  /** Of each form of heads: the last line in which none is known to end. */
  readonly #searched = { printed: -1, dumped: -1 };

  constructor(account: DumpAccount) {
    this.#account = account;
  }

  line(whole: string, lines: LineWindow): void {
    const begin = whole.indexOf(BEGIN);
    if (begin >= 0 && (begin === 0 || this.#thread === null)) {
      this.#begin(begin > 0 ? whole.slice(0, begin).trim() : this.#before);
      this.#prefixLength = begin;
    } else if (isInstant(whole) && isNumber(this.#before)) {
      this.#begin(whole);
    } else if (!this.#isOver) {
      const line = whole.slice(this.#prefixLength);
      const head = this.#headAt(line, lines) ?? headOfDebugger(line);
      if (head !== null) this.#beginThread(head, lines);
      else if (ENDS.some((end) => line.startsWith(end))) this.#end();
      else this.#add(line);
    }
    this.#before = whole;
  }

  finish(): ThreadDump[] {
    this.#end();
    return this.#dumps.filter(({ threads }) => threads.length > 0).map((dump) => dump.finish());
  }

  #begin(before: string): void {
    this.#end();
    this.#dumps.push(new GrowingDump(this.#account, isDate(before) ? before : ''));
    this.#isOver = false;
    this.#prefixLength = 0;
  }

  #end(): void {
    this.#thread = null;
    if (this.#dumps.length > 0) this.#isOver = true;
  }

  #beginThread(head: Head, lines: LineWindow): void {
    for (let line = 1; line < head.lines; line++) lines.take();
    if (this.#dumps.length === 0) this.#begin('');
    headOf(head, this.#nextThread());
  }

  /** What the JVM names last of a thread stands behind its name, whatever that is. */
  #headAt(line: string, lines: LineWindow): Head | null {
    const [id = ''] = /^#\d{1,15} (?=")/.exec(line) ?? [];
    if (line[id.length] !== '"') return null;
    const form = id === '' ? 'printed' : 'dumped';
    // No line is looked at again for who begins before it: many lines may begin with a quote.
    for (let count = Math.max(0, this.#searched[form] + 1 - lines.taken); count < MOST_NAME_LINES; count++) {
      const last = count === 0 ? line : lines.ahead(count)?.slice(this.#prefixLength);
      if (last === undefined || (this.#dumps.length === 0 && last.startsWith(BEGIN))) return null;
      const quote = FORMS[form](last, count === 0 ? id.length + 1 : 0);
      if (quote >= 0) {
        const more = Array.from({ length: Math.max(0, count - 1) }, (_, i) =>
          lines.ahead(i + 1)?.slice(this.#prefixLength),
        );
        const name = count === 0 ? '' : `${[line.slice(id.length + 1), ...more].join('\n')}\n`;
        const end = count === 0 ? line.slice(id.length + 1, quote) : last.slice(0, quote);
        return { id, name: name + end, rest: last.slice(quote + 1), lines: count + 1 };
      }
      this.#searched[form] = lines.taken + count;
    }
    return null;
  }

  #add(line: string): void {
    const indent = indentOf(line);
    if (this.#thread === null || indent === 0) return;
    const text = line.slice(indent);
    if (text.startsWith('at ')) this.#thread.frame(text.slice(3));
    else if (text.startsWith('java.lang.Thread.State: ')) this.#thread.state = text.slice(24);
    else if (text.startsWith('- ') && text.includes(' @bci=')) this.#thread.frame(frameOfDebugger(text));
    else if (text.startsWith('- ')) this.#addLock(this.#thread, text);
    else if (text.startsWith('Mounted virtual thread #')) this.#beginMounted(text);
    else if (/^[^ ]+\(/.test(text) && text.endsWith(')')) this.#thread.frame(text); // of JDK 21
  }

  /**
   *     - waiting to lock <0x000000069ec1ad38> (a java.lang.StringBuilder)
   *     - parking to wait for <java.util.concurrent.ForkJoinPool@48b48a7c>, owner #25
   */
  #addLock(thread: GrowingThread, text: string): void {
    const open = text.indexOf('<');
    const close = text.indexOf('>', open);
    if (open < 0 || close < 0) return;
    const what = text.slice(2, open).trim().toLowerCase();
    const role =
      what === 'locked' || what === ''
        ? 'holds'
        : what === 'waiting on'
          ? 'waitsOn'
          : /^(waiting to (re-)?lock|parking to wait for)/.test(what)
            ? 'waitsFor'
            : null;
    if (role === null) return;
    const lock = text.slice(open + 1, close);
    const hash = lock.indexOf('@');
    if (hash > 0) {
      const [, owner] = /^>, owner #(\d{1,15})/.exec(text.slice(close)) ?? [];
      thread.lock(role, lock, lock.slice(0, hash));
      if (owner !== undefined) this.#dumps[this.#dumps.length - 1].owned(Number(owner), lock);
      return;
    }
    const [, className] = /^> \(an? ([^)]*)\)/.exec(text.slice(close)) ?? [];
    if (className !== undefined && /^(0x)?[0-9a-f]+$/.test(lock)) thread.lock(role, lock, className);
  }

  /** JDK 24 and later: its frames stand behind those of its carrier. */
  #beginMounted(text: string): void {
    const thread = this.#nextThread();
    thread.isVirtual = true;
    thread.state = 'RUNNABLE';
    thread.id = Number(/#(\d{1,15})/.exec(text)?.[1] ?? NaN) || null;
  }

  #nextThread(): GrowingThread {
    this.#thread = this.#dumps[this.#dumps.length - 1].next();
    return this.#thread;
  }
}

/** `Thread 4711: (state = BLOCKED)`: `jstack -F` knows no names. */
function headOfDebugger(line: string): Head | null {
  const [, number, state] = /^Thread (\d{1,15}): \(state = ([A-Z_]{1,20})\)$/.exec(line) ?? [];
  if (state === undefined) return null;
  return { id: '', name: `Thread ${number}`, rest: '', state, lines: 1 };
}

/** Where the name ends in a line, behind the place from which it may; -1: it goes on, or it is no thread. */
const FORMS = {
  printed: (line: string, from: number): number => {
    const quote = line.lastIndexOf('" ');
    if (quote < from) return -1;
    return line.startsWith('- Thread t@', quote + 2) || line.includes('tid=0x', quote + 2) ? quote : -1;
  },
  dumped: (line: string, from: number): number => {
    const quote = line.lastIndexOf('"');
    if (quote < from) return -1;
    return /^( virtual)?( [A-Z_]{3,13} [\d:.TZ-]{1,40})?$/.test(line.slice(quote + 1)) ? quote : -1;
  },
};

function headOf({ id, name, rest, state = '' }: Head, thread: GrowingThread): void {
  thread.name = name;
  thread.state = state;
  if (id !== '') {
    thread.id = Number(id.slice(1));
    thread.isVirtual = rest.startsWith(' virtual');
    thread.state = / ([A-Z_]+) /.exec(rest)?.[1] ?? '';
    return;
  }
  const [, number] = /^ (?:#|- Thread t@)(\d{1,15})/.exec(rest) ?? [];
  if (number !== undefined) thread.id = Number(number);
  thread.isDaemon = rest.includes(' daemon ');
  thread.cpuNs = spanNs(/ cpu=([\d.]+)(ms|s) /.exec(rest));
  thread.aliveNs = spanNs(/ elapsed=([\d.]+)(ms|s) /.exec(rest));
}

/** ` - java.lang.Object.wait(long) @bci=0, line=12 (Compiled frame)`: of `jhsdb jstack` and `jstack -F`. */
function frameOfDebugger(text: string): string {
  const at = text.indexOf(' @bci=');
  const method = text.slice(2, at);
  const parameters = method.indexOf('(');
  const [, line] = /^ @bci=\d{1,5}, line=(\d{1,6})/.exec(text.slice(at, at + 40)) ?? [];
  return `${parameters < 0 ? method : method.slice(0, parameters)}(${line === undefined ? 'Unknown Source' : `line ${line}`})`;
}

function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ' || line[indent] === '\t') indent++;
  return indent;
}

function isNumber(line: string): boolean {
  return /^\d{1,15}$/.test(line);
}

function isInstant(line: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]{1,30}Z$/.test(line);
}

function isDate(line: string): boolean {
  return line.length < 60 && /^\d{4}-\d\d-\d\d/.test(line);
}

function spanNs(found: RegExpExecArray | null): number | null {
  if (found === null) return null;
  return Math.round(Number(found[1]) * (found[2] === 's' ? 1e9 : 1e6));
}

/** Of a line that is looked at: its two ends, as what a JVM tells of a thread stands behind the name, whatever that is. */
const MOST_LINE_BYTES = 4096;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The lines of a text in UTF-8, one after the other. O(bytes), whatever the lines hold. */
class DumpLines {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Without its end; the middle of one of more than 4,096 bytes is left out. Null: there is none any more. */
  next(): string | null {
    const bytes = this.#bytes;
    const start = this.#at;
    if (start >= bytes.length) return null;
    const found = bytes.indexOf(LINE_FEED, start);
    let end = found < 0 ? bytes.length : found;
    this.#at = end + 1;
    if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end--;
    if (end - start <= MOST_LINE_BYTES) return textOf(bytes.subarray(start, end));
    const half = MOST_LINE_BYTES / 2;
    return `${textOf(bytes.subarray(start, start + half))}…${textOf(bytes.subarray(end - half, end))}`;
  }
}

/** Nearly all is ASCII, which needs no decoding. */
function textOf(bytes: Uint8Array): string {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] >= 0x80) return decodeUtf8(bytes);
  return String.fromCharCode(...bytes);
}
