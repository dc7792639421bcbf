import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deadlocks, holders } from './deadlocks.ts';
import { encodeUtf8 } from '../base/utf8.ts';
import type { DumpedThread } from './dumpedThread.ts';
import { threadDumpsIn } from './threadDump.ts';
import { stackLines, threadsText } from './threadsText.ts';
import { threadTable } from './threadTable.ts';

const DUMP = `a line of a log
"main" #1 prio=5 os_prio=0 cpu=41.52ms elapsed=2.91s tid=0x00007efed4017ea0 nid=0x5cf6 waiting on condition  [0x00007efeda91e000]
   java.lang.Thread.State: TIMED_WAITING (sleeping)
\tat Earlier.dump(Earlier.java:1)
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

"main" #1 prio=5 os_prio=0 cpu=41.52ms elapsed=2.91s tid=0x00007efed4017ea0 nid=0x5cf6 waiting on condition  [0x00007efeda91e000]
   java.lang.Thread.State: TIMED_WAITING (sleeping)
\tat java.lang.Thread.sleep(java.base@17.0.15/Native Method)
\tat Dead.main(Dead.java:13)

   Locked ownable synchronizers:
\t- None

"a "quoted" name
in two lines" #3 [4711] daemon prio=8 os_prio=0 cpu=0.12ms elapsed=2.88s tid=0x00007efed40f99b0 nid=0x5d07 in Object.wait()  [0x0]
   java.lang.Thread.State: WAITING (on object monitor)
\tat java.lang.Object.wait(java.base@17.0.15/Native Method)
\t- waiting on <0x000000069ec02f40> (a app.Queue)
\tat app.Queue.take(Queue.java:1)
\t- locked <0x000000069ec02f40> (a app.Queue)

   Locked ownable synchronizers:
\t- <0x000000069ec1b2e8> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

"worker" #14 prio=5 os_prio=0 cpu=0.26ms elapsed=2.81s tid=0x00007efed411c7d0 nid=0x5d2c waiting on condition  [0x00007efea1dfe000]
   java.lang.Thread.State: WAITING (parking)
\tat jdk.internal.misc.Unsafe.park(java.base@17.0.15/Native Method)
\t- parking to wait for  <0x000000069ec1b2e8> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

"C2 CompilerThread0" #7 daemon prio=9 os_prio=0 cpu=2.50ms elapsed=2.87s tid=0x00007efed41055b0 nid=0x5d0b waiting on condition  [0x0000000000000000]
   java.lang.Thread.State: RUNNABLE
   No compile task

"VM Thread" os_prio=0 cpu=1.97ms elapsed=2.89s tid=0x00007efed40f4a80 nid=0x5d05 runnable

JNI global refs: 12, weak refs: 0
`;

function lastOf(text: string): readonly DumpedThread[] {
  return threadDumpsIn(encodeUtf8(text)).at(-1)?.threads ?? [];
}

it('reads the last dump of a text: names of unusual characters, states, what each waits for and holds', () => {
  const threads = lastOf(DUMP);
  expect(threads.map(({ name, id, activity, cpuNs }) => [name, id, activity, cpuNs])).toEqual([
    ['main', 1, 'sleeping', 41_520_000],
    ['a "quoted" name\nin two lines', 3, 'waiting', 120_000],
    ['worker', 14, 'parked', 260_000],
    ['C2 CompilerThread0', 7, 'internal', 2_500_000],
    ['VM Thread', null, 'internal', 1_970_000],
  ]);
  // The monitor of Object.wait is given back while it waits: that thread holds the lock of java.util.concurrent only.
  expect(threads[1].holds.map(({ className }) => className)).toEqual([
    'java.util.concurrent.locks.ReentrantLock$NonfairSync',
  ]);
  expect([...holders(threads)]).toEqual([-1, -1, 1, -1, -1]);
  const view = { set: threadTable(threads.slice(0, 3)), value: null, filter: null };
  expect([...threadsText('threads', threads.slice(0, 3), view, null)]).toEqual([
    'Threads',
    'CPU Time [ms]  Alive [s]  Thread                             State     At                                            Waits For                                             Held By',
    '       41.520      2.910  main                               sleeping  Dead.main(Dead.java:13)',
    '        0.120      2.880  a "quoted" name\\u000ain two lines  waiting   app.Queue.take(Queue.java:1)                  app.Queue',
    '        0.260      2.810  worker                             parked    jdk.internal.misc.Unsafe.park(Native Method)  java.util.concurrent.locks.ReentrantLock$NonfairSync  a "quoted" name\\u000ain two lines',
    '',
    '1 thread waits for what others hold: --view waits has the stacks of both.',
  ]);
});

const thread = (
  name: string,
  waitsFor: string | null,
  holds: readonly string[],
  frames: readonly string[] = [],
): DumpedThread => ({
  ...{
    name,
    id: 1,
    isDaemon: false,
    isVirtual: false,
    activity: 'blocked',
    cpuNs: null,
    aliveNs: null,
    frames,
  },
  waitsFor: waitsFor === null ? null : { address: waitsFor, className: 'Lock' },
  holds: holds.map((address) => ({ address, className: 'Lock' })),
});

it('finds each circle once, and nobody who only waits for it', () => {
  const threads = [
    thread('behind', 'A', []),
    thread('t1', 'B', ['A']),
    thread('t2', 'A', ['B']),
    thread('t3', 'D', ['C']),
    thread('t4', 'E', ['D']),
    thread('t5', 'C', ['E']),
    thread('again', 'own', ['own']),
    thread('free', null, ['F']),
  ];
  const names = deadlocks(threads).map((circle) => circle.map((each) => threads[each].name).join(' '));
  expect(names).toEqual(['t1 t2', 't3 t4 t5']);
});

it('has in a circle exactly who comes back to itself', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12), { maxLength: 12 }), (waits) => {
      const threads = waits.map((lock, at) =>
        thread(`t${at}`, lock < waits.length ? `${lock}` : null, [`${at}`]),
      );
      const found = new Set(deadlocks(threads).flat());
      const next = [...holders(threads)];
      threads.forEach((_, first) => {
        let at = next[first];
        for (let steps = 0; steps < threads.length && at >= 0 && at !== first; steps++) at = next[at];
        expect(found.has(first)).toBe(at === first);
      });
    }),
  );
});

it('folds threads of one name, and names those that have none', () => {
  const threads = [
    ...Array.from({ length: 1500 }, () => thread('worker', null, [], ['a.A.a(A.java:1)'])),
    thread('main', null, [], ['a.A.a(A.java:1)']),
    { ...thread('', null, [], ['a.A.a(A.java:1)']), isVirtual: true, id: 22 },
    { ...thread('', null, [], ['a.A.a(A.java:1)']), isVirtual: true, id: null },
  ];
  const [line] = stackLines(threads, Int32Array.from(threads.keys()), null);
  expect(line).toBe(
    '1503 threads, blocked: worker × 1,500, main, virtual thread #22, virtual thread without a name',
  );
});

it('merges equal stacks, those of most threads first', () => {
  const threads = [
    thread('one', null, [], ['a.A.a(A.java:1)']),
    thread('two', null, [], ['b.B.b(B.java:2)']),
    thread('three', null, [], ['b.B.b(B.java:2)']),
  ];
  expect([...stackLines(threads, Int32Array.of(0, 1, 2), 1)]).toEqual([
    '2 threads, blocked: two, three',
    '  at b.B.b(B.java:2)',
    '',
    'and 1 more: --top 2 shows all',
  ]);
});
