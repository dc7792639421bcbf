import { describe, expect, it } from 'vitest';
import type { ThreadId } from '../base/ids.ts';
import { EXIT_BIT } from '../events/eventWord.ts';
import { concat, cut } from '../testing/chunks.ts';
import { eventScript } from '../testing/eventScript.ts';
import { formatTree } from '../testing/formatTree.ts';
import { BlockDecoder } from '../wire/blockDecoder.ts';
import { ThreadTrees } from './threadTrees.ts';

describe('ThreadTrees', () => {
  it('keeps a tree for each thread, under its newest name', () => {
    const trees = new ThreadTrees();
    eventScript(`
      main: 0>A 10<A
      worker: 3>A
      main: 20>A
      worker: 5<A`).play(trees);
    trees.thread(2 as ThreadId, 'worker, renamed', false);
    expect(trees.snapshot().map(({ threadId, name, virtual }) => [threadId, name, virtual])).toEqual([
      [1, 'main', false],
      [2, 'worker, renamed', false],
    ]);
    expect(linesOf(trees)).toEqual([
      'main',
      '  #16 calls 2 total 10 self 10',
      'worker, renamed',
      '  #16 calls 1 total 2 self 2',
    ]);
  });

  it('puts all virtual threads into one tree and forgets them when they end', () => {
    const trees = new ThreadTrees();
    eventScript(`
      virtual v1: ^ 0>A 10>B
      virtual v2: ^ 3>A 5>C 7<C
      virtual v1: 30<B 31<A end
      virtual v2: 9<A end
      virtual v1: ^ 100>A 104<A`).play(trees);
    expect(linesOf(trees)).toEqual([
      'virtual threads',
      '  #16 calls 3 total 41 self 19',
      '    #17 calls 1 total 20 self 20',
      '    #18 calls 1 total 2 self 2',
    ]);
  });

  it('puts threads beyond the first 5,000 into one tree, with exact counts, and forgets them when they end', () => {
    const trees = new ThreadTrees();
    const called = Uint32Array.of(16, 0, 16 | EXIT_BIT, 0);
    for (let id = 1; id <= 5_300; id++) {
      trees.thread(id as ThreadId, `T${id}`, false);
      trees.events(id as ThreadId, false, called, 2, 0, 0);
      if (id % 2 === 0) trees.threadEnd(id as ThreadId);
    }
    trees.thread(5_299 as ThreadId, 'renamed', false);
    trees.mark('reset', 0);
    trees.events(5_299 as ThreadId, false, called, 2, 0, 0);
    trees.events(4_999 as ThreadId, false, called, 2, 0, 0);
    expect(linesOf(trees)).toEqual([
      'T4999',
      '  #16 calls 1 total 0 self 0',
      'further threads, after the first 5,000',
      '  #16 calls 1 total 0 self 0',
    ]);
  });

  it('counts every call of further threads', () => {
    const trees = new ThreadTrees();
    for (let id = 1; id <= 5_300; id++) trees.events(id as ThreadId, false, Uint32Array.of(16, 0), 1, 0, 0);
    const found = trees.snapshot();
    expect(found).toHaveLength(5_001);
    expect(found.at(-1)?.table.calls[1]).toBe(300);
  });

  it('leaves out threads that recorded nothing', () => {
    const trees = new ThreadTrees();
    trees.thread(9 as ThreadId, 'idle', false);
    trees.threadEnd(9 as ThreadId);
    expect(trees.snapshot()).toEqual([]);
  });

  it('takes events of a thread that was never announced', () => {
    const trees = new ThreadTrees();
    trees.events(77 as ThreadId, false, Uint32Array.of(16, 0), 1, 0, 0);
    expect(linesOf(trees)).toEqual(['thread 77', '  #16 calls 1 total 0 self 0']);
  });

  it('begins new trees with a new recording, and still knows the names', () => {
    const trees = new ThreadTrees();
    eventScript(`
      main: 0>A 10>B !5 11<B
      short: 0>A 1<A end
      recording
      main: 50>B 51<B`).play(trees);
    expect(linesOf(trees)).toEqual(['main', '  #17 calls 1 total 1 self 1']);
    expect(trees.totals()).toMatchObject({ events: 2, droppedEvents: 0, nodes: 1 });
  });

  it('clears the results and goes on with the frames that are open', () => {
    const trees = new ThreadTrees();
    eventScript(`
      main: 0>A 10>B
      other: 40>A`).play(trees);
    trees.mark('reset', 40);
    eventScript('main: 60<B 65<A').play({
      ...silent,
      events: (_id, timed, words, count, base, dropped) =>
        trees.events(1 as ThreadId, timed, Uint32Array.from(words, swapIds), count, base, dropped),
    });
    expect(linesOf(trees)).toEqual([
      'main',
      '  #16 calls 0 total 25 self 5',
      '    #17 calls 0 total 20 self 20',
      'other',
      '  #16 calls 0 total 0 self 0',
    ]);
  });

  it('pauses: frames that are open end in it or stay open, and its time is nowhere', () => {
    const trees = new ThreadTrees();
    eventScript(`
      main: ^ 0>A 10>B 12>C
      other: ^ 5>A 30>B
      untimed: ^ >A >B
      pause 50
      main: 60<C ~3 70<B
      untimed: <B
      late: ^ 80>D
      resume 100
      main: 110>B 115<B 120<A
      other: 103<B 110<A
      untimed: >B <B <A
      late: 101<D
      pause 130
      resume 150
      main: ^ 160>A 161<A`).play(trees);
    expect(linesOf(trees)).toEqual([
      'main',
      '  #16 calls 2 total 71 self 26', //  0..10, 100..110, 115..120, 160..161
      '    #17 calls 2 total 45 self 7', // 10..12, 110..115
      '      #18 calls 1 total 38 self 38', // 12..50
      'other',
      '  #16 calls 1 total 55 self 32',
      '    #17 calls 1 total 23 self 23',
      'untimed',
      '  #16 calls 1 total 0 self 0',
      '    #17 calls 2 total 0 self 0',
      'late', // it was on its way when the pause began
      '  #19 calls 1 total 0 self 0',
    ]);
  });

  it('marks say nothing of the threads’ own clocks: those are told before them', () => {
    const trees = new ThreadTrees();
    eventScript(`
      main: ^ 5>A 10>B
      ended: ^ 3>A 4<A
      main: %30
      pause 1000
      main: 40<B
      main: %70
      resume 2000
      main: 75>C 80<C
      main: %82
      reset 3000
      main: 90<A`).play(trees);
    expect(linesOf(trees)).toEqual(['main', '  #16 calls 0 total 8 self 8']);
  });

  it('counts only, where the clock has no time of a thread', () => {
    const trees = new ThreadTrees();
    eventScript(`
      timeless v1: ^ >A >B <B <A
      main: ^ 5>A 10<A`).play(trees);
    const [virtual, main] = trees.snapshot();
    expect([...virtual.table.counted]).toEqual([0, 1, 1]);
    expect([...main.table.counted]).toEqual([0, 0]);
    expect([...virtual.table.calls]).toEqual([0, 1, 1]);
  });

  it('begins its results anew at a mark, paused or not', () => {
    const trees = new ThreadTrees();
    eventScript(`
      main: ^ 0>A 10>B
      pause 20
      reset 30
      resume 40
      main: 45<B 50>B
      reset 60
      main: 65<B 70<A`).play(trees);
    expect(linesOf(trees)).toEqual([
      'main',
      '  #16 calls 0 total 10 self 5',
      '    #17 calls 0 total 5 self 5',
    ]);
    expect(trees.totals().events).toBe(2);
  });

  it('builds the same trees from a stream cut anywhere', () => {
    const script = eventScript(`
      main: ^ 0>A 10>B 20<B
      pause 22
      resume 25
      virtual v: ^ 1>C 2>A
      main: 30>B 35<B 45<A
      virtual v: 3<A 4<C end`);
    const direct = new ThreadTrees();
    script.play(direct);
    const stream = concat(...script.encode());
    for (let size = 1; size < 100; size += 7) {
      const trees = new ThreadTrees();
      const decoder = new BlockDecoder(trees);
      for (const chunk of cut(stream, [size])) decoder.feed(chunk);
      expect(linesOf(trees)).toEqual(linesOf(direct));
    }
  });

  it('gives back the spare memory of threads that ended', () => {
    const trees = new ThreadTrees();
    for (let i = 0; i < 100; i++) {
      trees.events((i + 1) as ThreadId, false, Uint32Array.of(16, 0, 16 | 0x80000, 0), 2, 0, 0);
      trees.threadEnd((i + 1) as ThreadId);
    }
    expect(trees.totals()).toMatchObject({ events: 200, nodes: 100, bytes: 100 * 2 * 29 });
  });
});

const silent = { events() {}, thread() {}, threadEnd() {}, recordingStart() {} };

/** The script above names B first: its ids 16 (B) and 17 (A) are the other way round in the trees. */
function swapIds(word: number, i: number): number {
  return i % 2 === 0 ? word ^ 1 : word;
}

function linesOf(trees: ThreadTrees): string[] {
  return trees
    .snapshot()
    .flatMap(({ name, table }) => [name, ...formatTree(table, new Map()).map((line) => `  ${line}`)]);
}
