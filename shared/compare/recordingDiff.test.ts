import { describe, expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { threadsNamed } from '../recording/chosenThreads.ts';
import { stableClassName } from './stableClassName.ts';
import { hotComparison } from './hotComparison.ts';
import { comparedList } from './comparedList.ts';
import { RecordingDiff } from './recordingDiff.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { threadChange, threadComparison } from './threadComparison.ts';

const compared = (a: Snapshot, b: Snapshot): RecordingDiff =>
  new RecordingDiff({ name: 'a', snapshot: a }, { name: 'b', snapshot: b });
const METHOD = (className: string) => ({ className, name: 'run', descriptor: '()V' });

describe('RecordingDiff', () => {
  it('compares methods by name, whatever ids the files give them', () => {
    const before = exampleSnapshot('main: 0>A 1>B 3<B 9<A');
    const after = exampleSnapshot('main: 0>C 5<C ^ 5>B 6<B ^ 6>A 7>B 8>C 9<C 9<B 15<A');
    const diff = compared(before, after);
    const { methods, timed } = diff;
    const { tree } = diff.compared();
    const lines = Array.from(tree.a.method, (id, node) =>
      node === 0 ? 'all' : `${methods.get(tree.a.method[tree.a.parent[node]]).name}>${methods.get(id).name}`,
    ).map((name, node) => `${name} ${tree.a.totalNs[node]} -> ${tree.b.totalNs[node]}`);
    expect(lines.map((line) => line.replace(/^method -1/, ''))).toEqual([
      'all 9 -> 15',
      '>A 9 -> 9',
      'A>B 2 -> 2',
      '>C 0 -> 5',
      '>B 0 -> 1',
      'B>C 0 -> 1',
    ]);
    expect(timed).toBe(true);
  });

  it('takes lambdas for the same whatever the JVM numbered them', () => {
    const before = exampleSnapshot('main: 0>A 2<A', {}, { A: METHOD('a.B$$Lambda$14/0x00000008000c1840') });
    const after = exampleSnapshot('main: 0>A 3<A', {}, { A: METHOD('a.B$$Lambda/0x00007f1244') });
    const diff = compared(before, after);
    const { methods } = diff;
    const { tree } = diff.compared();
    expect(tree.a.length).toBe(2);
    expect(methods.get(tree.a.method[1]).className).toBe('a.B$$Lambda');
  });

  it('has the methods of both sides in equal rows', () => {
    const before = exampleSnapshot('main: 0>A 1>B 3<B 9<A');
    const after = exampleSnapshot('main: 0>C 5<C ^ 6>A 7>A 8<A 15<A');
    const diff = compared(before, after);
    const { methods } = diff;
    const { table, columns } = hotComparison(diff.compared(), methods, 'methods');
    const { a, b } = columns;
    expect(
      Array.from(table.ids, (id, row) => [
        methods.get(id).name,
        a.calls[row],
        b.calls[row],
        a.totalNs[row],
        b.totalNs[row],
      ]),
    ).toEqual([
      ['A', 1, 2, 9, 9],
      ['B', 1, 0, 2, 0],
      ['C', 0, 1, 0, 5],
    ]);
  });

  it('tells of a thread what has changed either way, though its total has not', () => {
    const before = exampleSnapshot('main: 0>A 1>B 3<B 9<A');
    const after = exampleSnapshot('main: 0>A 1>B 7<B 9<A');
    const diff = compared(before, after);
    const change = threadChange(diff.comparedThread(diff.threads[0], []), true);
    expect([change.sides.a, change.sides.b].map(({ totalNs }) => totalNs[0])).toEqual([9, 9]);
    expect(change.changed).toBe(8);
    const { numbers } = comparedList(threadComparison([change]), [0], [0], { a: 9, b: 9 }, true);
    expect([0, 1].map((row) => numbers.of('changed', row))).toEqual([8, 8]);
  });

  it('compares single threads by name, and calls only where a clock is missing', () => {
    const before = exampleSnapshot('one: 0>A 5<A\ntwo: 0>A 7<A');
    const after = exampleSnapshot('two: 0>A 8<A\none: 0>A 9<A', { clock: 'none' });
    const [a, b] = [before, after].map((snapshot) => ({
      name: 'file',
      snapshot,
      threads: threadsNamed(snapshot, 'two'),
    }));
    const diff = new RecordingDiff(a, b);
    const { tree } = diff.compared();
    expect([tree.a.totalNs[1], tree.b.totalNs[1], tree.a.calls[1], tree.b.calls[1]]).toEqual([7, 0, 1, 1]);
    expect(diff.timed).toBe(false);
  });
});

describe('threadsNamed', () => {
  it('finds threads by name or id, all of one name', () => {
    const { threads } = exampleSnapshot('one: 0>A 5<A\ntwo: 0>A 7<A');
    expect(threadsNamed({ threads }, 'two')).toEqual([2]);
    expect(threadsNamed({ threads }, '1')).toEqual([1]);
    expect(threadsNamed({ threads: threads.map((thread) => ({ ...thread, name: 'pool' })) }, 'pool')).toEqual(
      [1, 2],
    );
    expect(() => threadsNamed({ threads }, 'three')).toThrow('The recording has no thread "three".');
  });
});

describe('stableClassName', () => {
  it('leaves out what differs from run to run, and nothing else', () => {
    expect(stableClassName('a.Foo$$Lambda$14/0x00000008000c1840')).toBe('a.Foo$$Lambda');
    expect(stableClassName('a.Foo$$Lambda/0x7f12')).toBe('a.Foo$$Lambda');
    expect(stableClassName('jdk.internal.reflect.GeneratedMethodAccessor12')).toBe(
      'jdk.internal.reflect.GeneratedMethodAccessor',
    );
    expect(stableClassName('a.Foo$1')).toBe('a.Foo$1');
    expect(stableClassName('a.Hidden/0x0000001')).toBe('a.Hidden');
  });
});
