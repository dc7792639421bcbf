import { expect, it } from 'vitest';
import { encodeUtf8 } from '../base/utf8.ts';
import { deadlocksIn } from './deadlocks.ts';
import type { DumpedThread, ThreadDump } from './dumpedThread.ts';
import { threadDumpsIn } from './threadDump.ts';

const dumpsIn = (text: string): readonly ThreadDump[] => threadDumpsIn(encodeUtf8(text));
const threadsOf = (text: string): readonly DumpedThread[] => dumpsIn(text)[0].threads;
const lineOf = ({ name, id, activity, isVirtual, frames }: DumpedThread): string =>
  `${name} ${id} ${isVirtual ? 'virtual ' : ''}${activity}: ${frames.join(' < ')}`;

/** Of two threads that wait for each other. */
const PRINTED = `2026-01-01 00:00:00
Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

"left ü" #20 [31430] daemon prio=5 os_prio=0 cpu=2.05ms elapsed=2.80s tid=0x00007f nid=7 waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat Dead.both(Dead.java:4)
\t- waiting to lock <0x000000070001> (a java.lang.StringBuilder)
\t- locked <0x000000070002> (a java.lang.Object)

"right" #21 daemon prio=5 os_prio=0 cpu=1.05ms elapsed=2.80s tid=0x00008f nid=8 waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat Dead.both(Dead.java:9)
\t- waiting to lock <0x000000070002> (a java.lang.Object)
\t- locked <0x000000070001> (a java.lang.StringBuilder)

JNI global refs: 12, weak refs: 0
`;
const PRINTED_LINES = [
  'left ü 20 blocked: Dead.both(Dead.java:4)',
  'right 21 blocked: Dead.both(Dead.java:9)',
];

function utf16(text: string, mark: boolean, isLittle: boolean): Uint8Array {
  const marked = mark ? `\ufeff${text}` : text;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < marked.length; i++) view.setUint16(2 * i, marked.charCodeAt(i), isLittle);
  return bytes;
}

const withReturns = PRINTED.replaceAll('\n', '\r\n');
it.each<readonly [string, Uint8Array]>([
  ['UTF-8', encodeUtf8(PRINTED)],
  ['UTF-8 with a mark', encodeUtf8(`\ufeff${PRINTED}`)],
  ['UTF-8 of Windows', encodeUtf8(withReturns)],
  ["what PowerShell's > writes", utf16(withReturns, true, true)],
  ['UTF-16, big-endian', utf16(PRINTED, true, false)],
  ['UTF-16 without a mark', utf16(PRINTED, false, true)],
  ['UTF-16, big-endian, without a mark', utf16(PRINTED, false, false)],
])('reads %s', (_, bytes) => {
  const [{ takenAt, threads }] = threadDumpsIn(bytes);
  expect(takenAt).toBe('2026-01-01 00:00:00');
  expect(threads.map(lineOf)).toEqual(PRINTED_LINES);
  expect(deadlocksIn(threads)).toHaveLength(1);
});

it('reads dumps between lines of a log, one after the other, with what the log has before each line', () => {
  const before = '12:00:01 INFO  starting\n"quoted" is no thread\n';
  const between = 'Heap\n garbage-first heap total 1\n12:00:02 WARN  late\n';
  const prefixed = PRINTED.slice(PRINTED.indexOf('Full')).replace(/^/gm, '2026-02-02T10:00:00Z stdout F ');
  const dumps = dumpsIn(
    before + PRINTED + between + PRINTED.replace('00:00:00', '00:00:09') + between + prefixed,
  );
  expect(dumps.map(({ takenAt }) => takenAt)).toEqual([
    ...['2026-01-01 00:00:00', '2026-01-01 00:00:09', '2026-02-02T10:00:00Z stdout F'],
  ]);
  for (const { threads } of dumps) expect(threads.map(lineOf)).toEqual(PRINTED_LINES);
});

it('reads those of JDK 6 to 8, which have no numbers and no modules', () => {
  const threads = threadsOf(`Full thread dump Java HotSpot(TM) 64-Bit Server VM (20.1-b02 mixed mode):

"main" prio=10 tid=0x00007f nid=0x1 waiting on condition [0x00007f]
   java.lang.Thread.State: TIMED_WAITING (sleeping)
\tat java.lang.Thread.sleep(Native Method)
\tat demo.Main.main(Main.java:3)

"GC task thread#0 (ParallelGC)" prio=10 tid=0x00007e nid=0x2 runnable 

JNI global references: 1
`);
  expect(threads.map(lineOf)).toEqual([
    'main null sleeping: java.lang.Thread.sleep(Native Method) < demo.Main.main(Main.java:3)',
    'GC task thread#0 (ParallelGC) null internal: ',
  ]);
});

it('reads virtual threads that are mounted as threads of their own', () => {
  const threads = threadsOf(`Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

"ForkJoinPool-1-worker-1" #23 [9] daemon prio=5 os_prio=0 cpu=2.05ms elapsed=2.80s tid=0x00007f  [0x00007f]
   Carrying virtual thread #22
\tat jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:248)

   Mounted virtual thread #22
\tat demo.Main.work(Main.java:3)
`);
  expect(threads.map(lineOf)).toEqual([
    'ForkJoinPool-1-worker-1 23 unknown: jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:248)',
    ' 22 virtual runnable: demo.Main.work(Main.java:3)',
  ]);
});

it("reads VisualVM's form and that of Spring Boot's /actuator/threaddump", () => {
  const threads = threadsOf(`2026-01-01 00:00:00
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

"left" - Thread t@20
   java.lang.Thread.State: BLOCKED
\tat app//Dead.both(Dead.java:4)
\t- waiting to lock <5e91993f> (a java.lang.StringBuilder) owned by "right" t@21
\t- locked <1c4af82c> (a java.lang.Object)

   Locked ownable synchronizers:
\t- None

"right" - Thread t@21
   java.lang.Thread.State: WAITING
\tat java.base@17.0.15/jdk.internal.misc.Unsafe.park(Native Method)
\t- parking to wait for <379619aa> (a java.util.concurrent.locks.ReentrantLock$NonfairSync) owned by "left" t@20

   Locked ownable synchronizers:
\t- Locked <5e91993f> (a java.lang.StringBuilder)

"idle" - Thread t@22
   java.lang.Thread.State: TIMED_WAITING
\tat java.base@17.0.15/java.lang.Thread.sleep(Native Method)
`);
  expect(threads.map(lineOf)).toEqual([
    'left 20 blocked: app//Dead.both(Dead.java:4)',
    'right 21 parked: java.base@17.0.15/jdk.internal.misc.Unsafe.park(Native Method)',
    'idle 22 sleeping: java.base@17.0.15/java.lang.Thread.sleep(Native Method)',
  ]);
  expect(threads[0].waitsFor).toEqual({ address: '5e91993f', className: 'java.lang.StringBuilder' });
  expect(threads[1].holds).toEqual([threads[0].waitsFor]);
});

it('reads the JSON of /actuator/threaddump', () => {
  const lock = { className: 'java.lang.Object', identityHashCode: 0x1c4af82c };
  const frame = {
    ...{
      classLoaderName: 'app',
      moduleName: null,
      moduleVersion: null,
      className: 'Dead',
      methodName: 'both',
    },
    ...{ fileName: 'Dead.java', lineNumber: 4, nativeMethod: false },
  };
  const native = {
    ...frame,
    moduleName: 'java.base',
    moduleVersion: '17.0.15',
    className: 'java.lang.Object',
  };
  const [left, right] = [
    {
      ...{
        threadName: 'left "1"\n',
        threadId: 20,
        lockName: 'java.lang.Object@1c4af82c',
        lockOwnerId: 21,
        daemon: true,
      },
      ...{
        threadState: 'BLOCKED',
        stackTrace: [frame],
        lockedMonitors: [],
        lockedSynchronizers: [],
        lockInfo: lock,
      },
    },
    {
      ...{
        threadName: 'right',
        threadId: 21,
        lockName: null,
        lockOwnerId: -1,
        daemon: false,
        threadState: 'RUNNABLE',
      },
      stackTrace: [{ ...native, methodName: 'wait0', nativeMethod: true, lineNumber: -2 }, frame],
      ...{
        lockedMonitors: [{ ...lock, lockedStackDepth: 1, lockedStackFrame: frame }],
        lockedSynchronizers: [],
      },
    },
  ];
  for (const text of [JSON.stringify({ threads: [left, right] }), JSON.stringify([left, right], null, 2)]) {
    const threads = threadsOf(text);
    expect(threads.map(lineOf)).toEqual([
      'left "1"\n 20 blocked: Dead.both(Dead.java:4)',
      'right 21 runnable: java.base@17.0.15/java.lang.Object.wait0(Native Method) < Dead.both(Dead.java:4)',
    ]);
    expect(threads[0]).toMatchObject({ isDaemon: true, waitsFor: threads[1].holds[0] });
  }
});

it('reads Thread.dump_to_file of JDK 25, as text and as JSON: the same threads and locks', () => {
  const text = `28642
2026-11-27T22:53:50.414606207Z
25.0.3+9-LTS

#3 "main" BLOCKED 2026-11-27T22:53:50.436739926Z
    at Dead.both(Dead.java:4)
    - waiting to lock <java.lang.Object@3baf7016>

#64 "vt "0"" virtual WAITING 2026-11-27T22:53:50.443340896Z
    at java.base/java.lang.VirtualThread.park(VirtualThread.java:738)
    - parking to wait for <java.util.concurrent.locks.ReentrantLock$NonfairSync@1b2c>, owner #3
    at Dead.both(Dead.java:9)
    - locked <java.lang.Object@3baf7016>

#65 "" virtual RUNNABLE 2026-11-27T22:53:50.443340896Z
    at Dead.run(Dead.java:1)

`;
  const threads = [
    {
      tid: '3',
      time: '2026',
      name: 'main',
      state: 'BLOCKED',
      blockedOn: 'java.lang.Object@3baf7016',
      stack: ['Dead.both(Dead.java:4)'],
    },
    {
      ...{ tid: '64', virtual: true, name: 'vt "0"', state: 'WAITING' },
      parkBlocker: { object: 'java.util.concurrent.locks.ReentrantLock$NonfairSync@1b2c', owner: '3' },
      stack: ['java.base/java.lang.VirtualThread.park(VirtualThread.java:738)', 'Dead.both(Dead.java:9)'],
      monitorsOwned: [{ depth: 1, locks: ['java.lang.Object@3baf7016', null] }],
    },
    { tid: 65, virtual: true, name: '', state: 'RUNNABLE', stack: ['Dead.run(Dead.java:1)'] },
  ];
  const json = JSON.stringify({
    threadDump: {
      processId: '1',
      time: '2026-11-27T22:53:50.414606207Z',
      threadContainers: [{ container: '<root>', parent: null, threads }],
    },
  }).replaceAll('/', '\\/');
  const dumps = [text, json].map((each) => dumpsIn(each));
  for (const [{ takenAt, threads: read }] of dumps) {
    expect(takenAt).toBe('2026-11-27T22:53:50.414606207Z');
    expect(read.map(lineOf)).toEqual([
      'main 3 blocked: Dead.both(Dead.java:4)',
      'vt "0" 64 virtual parked: java.base/java.lang.VirtualThread.park(VirtualThread.java:738) < Dead.both(Dead.java:9)',
      ' 65 virtual runnable: Dead.run(Dead.java:1)',
    ]);
    // Who holds a lock of java.util.concurrent is told where it is waited for.
    expect(deadlocksIn(read)).toHaveLength(1);
  }
  expect(dumps[1][0].threads).toEqual(dumps[0][0].threads);
});

it('reads Thread.dump_to_file of JDK 21, which tells no states: they are unknown', () => {
  const text = `1\n2023-09-19T00:00:00.1Z\n21+35\n\n#1 "main"\n      java.base/java.lang.Thread.sleep(Thread.java:509)\n      A.main(A.java:1)\n\n#22 "" virtual\n      A.run(A.java:2)\n\n#9 "Signal Dispatcher"\n\n`;
  const json = `{"threadDump":{"time":"2023-09-19T00:00:00.1Z","threadContainers":[{"threads":[{"tid":"1","name":"main","stack":["java.base\\/java.lang.Thread.sleep(Thread.java:509)","A.main(A.java:1)"]},{"tid":"22","name":"","stack":["A.run(A.java:2)"]},{"tid":"9","name":"Signal Dispatcher","stack":[]}]}]}}`;
  const lines = [
    'main 1 unknown: java.base/java.lang.Thread.sleep(Thread.java:509) < A.main(A.java:1)',
    ' 22 unknown: A.run(A.java:2)',
    'Signal Dispatcher 9 internal: ',
  ];
  expect(threadsOf(json).map(lineOf)).toEqual(lines);
  expect(threadsOf(text).map(lineOf)).toEqual([lines[0], ' 22 virtual unknown: A.run(A.java:2)', lines[2]]);
  expect(dumpsIn(text + text)).toHaveLength(2);
});

it("reads what the JDK's debugger prints of a JVM that does not answer", () => {
  const threads = threadsOf(`Attaching to process ID 7, please wait...
Thread 4711: (state = BLOCKED)
 - java.lang.Object.wait(long) @bci=0 (Compiled frame; information may be imprecise)
 - demo.Main.main(java.lang.String[]) @bci=12, line=3 (Interpreted frame)
`);
  expect(threads.map(lineOf)).toEqual([
    'Thread 4711 null blocked: java.lang.Object.wait(Unknown Source) < demo.Main.main(line 3)',
  ]);
});

it.each([
  ['0SECTION       TITLE subcomponent dump routine\nNULL\n', 'it is a javacore of OpenJ9'],
  ['PK\x03\x04zip', 'it is a ZIP or jar file'],
  ['FLR\0', 'it is a recording of the JDK Flight Recorder (.jfr)'],
  ['JAVA PROFILE 1.0.2\0', 'it is a heap dump or another hprof file'],
  ['<html><body>', 'it is a page of HTML'],
  ['{"a":[1,{"threads":true}]}', 'it is a JSON text, of none of the forms that are read'],
  ['', 'it is empty'],
])('names what has no dump in it: %j', (text, what) => {
  expect(() => dumpsIn(text)).toThrow(`The file has no thread dump in it: ${what}.`);
});

it('says of other text that there is none, and what is read', () => {
  expect(() => dumpsIn('a line of a log\n')).toThrow('The file has no thread dump in it.');
  expect(() => dumpsIn('Full thread dump of nothing\n')).toThrow('The file has no thread dump in it.');
});
