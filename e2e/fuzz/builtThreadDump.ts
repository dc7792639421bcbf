import { BugError } from '../../shared/base/errors.ts';
import { encodeUtf8 } from '../../shared/base/utf8.ts';
import { deadlocks, holders } from '../../shared/threads/deadlocks.ts';
import { threadDumpsIn } from '../../shared/threads/threadDump.ts';
import { stackLines } from '../../shared/threads/threadsText.ts';
import { threadTable } from '../../shared/threads/threadTable.ts';
import { Choices } from './hostileBytes.ts';

/** What dumps of all forms are made of, and what looks like it. */
const PIECES = [
  ...[
    'Full thread dump X:\n\n',
    '2026-01-01 00:00:00\n',
    '4711\n2026-01-01T00:00:00.1Z\n25\n\n',
    'JNI global refs: 1\n',
    'Heap\n',
  ],
  ...[
    '"main" #1 prio=5 cpu=1.00ms elapsed=1.00s tid=0x1 nid=0x1 runnable\n',
    '"t" - Thread t@12\n',
    '#12 "t" virtual WAITING 2026-01-01T00:00:00.1Z\n',
  ],
  ...[
    '#1 "x',
    '"',
    '" ',
    '" #1 ',
    'tid=0x1',
    ' - Thread t@1',
    ' virtual',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '#',
    '<',
    '>',
    '@',
    '(',
    ')',
  ],
  ...[
    '   java.lang.Thread.State: BLOCKED (on object monitor)\n',
    '\tat a.B.c(B.java:1)\n',
    '      a.B.c(B.java:1)\n',
  ],
  ...[
    '\t- waiting to lock <0x01> (a a.B)\n',
    '\t- locked <0x01> (a a.B)\n',
    '    - parking to wait for <a.B@1>, owner #1\n',
    '   Mounted virtual thread #1\n',
  ],
  ...['Thread 1: (state = BLOCKED)\n', ' - a.B.c() @bci=1, line=1 (Interpreted frame)\n'],
  ...[
    '{"threadDump":{"time":"x","threadContainers":[{"threads":[',
    '{"tid":"1","name":"n","state":"WAITING","stack":["a.B.c()"],"blockedOn":"a.B@1"}',
  ],
  ...[
    '{"threads":[',
    '{"threadId":1,"lockName":"a.B@1","stackTrace":[{"className":"a.B"}]}',
    '"parkBlocker":{"object":"a.B@1","owner":1}',
    'null',
  ],
  ...[']', '}', '[', '{', ',', ':', '\\', '\\u00e4', 'ü', '\0'],
] as const;
/** Whole ones, to be changed byte by byte. */
export const THREAD_DUMPS: readonly string[] = [
  'Full thread dump X:\n\n"main" #1 daemon cpu=1.00ms elapsed=1.00s tid=0x1 nid=0x1\n   java.lang.Thread.State: BLOCKED\n\tat a.B.c(B.java:1)\n\t- waiting to lock <0x01> (a a.B)\n',
  '4711\n2026-01-01T00:00:00.1Z\n25\n\n#12 "t" virtual WAITING 2026-01-01T00:00:00.1Z\n    at a.B.c(B.java:1)\n    - parking to wait for <a.B@1>, owner #1\n',
  '{"threadDump":{"time":"x","threadContainers":[{"threads":[{"tid":"1","name":"n","state":"WAITING","stack":["a.B.c()"],"parkBlocker":{"object":"a.B@1","owner":"1"}}]}]}}',
  '{"threads":[{"threadName":"n","threadId":1,"threadState":"BLOCKED","lockName":"a.B@1","stackTrace":[{"className":"a.B","methodName":"c","lineNumber":1}]}]}',
];
/** Far less than the memory of a test, far more than an honest text of some kilobytes takes. */
const MEMORY_BYTES = 8 << 20;
const MOST_CHARS = 1 << 16;

/** A text made of pieces of dumps, each some times; in UTF-8 or UTF-16. */
export function builtThreadDump(recipe: Uint8Array): Uint8Array {
  const choices = new Choices(recipe);
  const isWide = choices.byte() < 32;
  let text = '';
  while (choices.areLeft && text.length < MOST_CHARS)
    text += choices.of(PIECES).repeat(choices.byte() < 16 ? choices.byte() : 1);
  if (!isWide) return encodeUtf8(text);
  return Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
}

/** What is read can be shown, has names and numbers that are some, and no thread in two circles. */
export function decodeThreadDump(bytes: Uint8Array): void {
  const mayNameIt = Buffer.from(bytes).includes('undefined'); // what is changed may say so itself
  for (const { threads } of threadDumpsIn(bytes, MEMORY_BYTES)) {
    if (threads.length === 0) throw new BugError('a dump has no thread');
    threadTable(threads);
    for (const line of stackLines(threads, Int32Array.from(threads.keys()), null))
      if (!mayNameIt && line.includes('undefined')) throw new BugError(line);
    const inCircles = deadlocks(threads).flat();
    if (new Set(inCircles).size !== inCircles.length) throw new BugError('a thread is in two circles');
    if (holders(threads).length !== threads.length)
      throw new BugError('a thread has no place for its holder');
    for (const { id } of threads)
      if (id !== null && !Number.isSafeInteger(id)) throw new BugError(`a thread has the id ${id}`);
  }
}
