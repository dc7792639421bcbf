import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { FIRST_METHOD_ID, METHOD_ID_LIMIT } from '../base/ids.ts';
import { arbitraryEvents, lastTimeOf, seededRandom, wordsOf } from '../testing/arbitraryEvents.ts';
import { eventScript } from '../testing/eventScript.ts';
import { formatTree } from '../testing/formatTree.ts';
import { SlowCct, type SlowEvent } from '../testing/slowCct.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../events/eventWord.ts';
import { CctBuilder } from './cctBuilder.ts';
import { AMOUNTS, amountField, BYTECODES, BYTECODES_ERROR } from '../events/amounts.ts';
import { ThreadCursor } from './threadCursor.ts';

/** The u32s of a word AMOUNT. */
const amountWord = (timeField: number): number[] => [
  lowOfWord(CONTROL_WORD.amount, false, timeField),
  highOfWord(timeField),
];

describe('CctBuilder', () => {
  it('charges the time between two events to the frame that was open', () => {
    expect(tree('main: 0>A 10>B 20<B 25>B 40<B 45<A')).toEqual([
      'A calls 1 total 45 self 20',
      '  B calls 2 total 25 self 25',
    ]);
  });

  it('keeps contexts apart', () => {
    expect(tree('main: 0>A 1>C 3<C 4>B 5>C 9<C 10<B 11<A')).toEqual([
      'A calls 1 total 11 self 3',
      '  C calls 1 total 2 self 2',
      '  B calls 1 total 6 self 2',
      '    C calls 1 total 4 self 4',
    ]);
  });

  it('nests recursion, also that of a root', () => {
    expect(tree('main: ^ 0>A 1>A 3>A 6<A 10<A 15<A')).toEqual([
      'A calls 1 total 15 self 6',
      '  A calls 1 total 9 self 6',
      '    A calls 1 total 3 self 3',
    ]);
  });

  it('counts calls that have no times below the frame that is open, whose clock goes on', () => {
    expect(tree('main: ^ 0>A +G 10>B +G +G 20<B +G 25<A')).toEqual([
      'A calls 1 total 25 self 15',
      '  G calls 2 counted',
      '  B calls 1 total 10 self 10',
      '    G calls 2 counted',
    ]);
    expect(tree('main: ^ >A +G +H +G <A')).toEqual([
      'A calls 1 total 0 self 0',
      '  G calls 2 counted',
      '  H calls 1 counted',
    ]);
  });

  it('takes a method for timed once one call of it was, as when another agent has changed its code', () => {
    expect(tree('main: ^ 0>A +G +G 10>G 14<G 25<A')).toEqual([
      'A calls 1 total 25 self 21',
      '  G calls 3 total 4 self 4',
    ]);
    expect(tree('main: ^ 0>A 10>G 14<G +G 25<A')).toEqual([
      'A calls 1 total 25 self 21',
      '  G calls 2 total 4 self 4',
    ]);
  });

  it('charges nobody for the time between two roots', () => {
    expect(tree('main: ^ 0>A 5<A ^ 1000>B 1003<B ^ 2000>A 2001<A')).toEqual([
      'A calls 2 total 6 self 6',
      'B calls 1 total 3 self 3',
    ]);
  });

  it('charges nobody for the time spent waiting for Sluice', () => {
    expect(tree('main: 0>A 10>B ~1000 1030<B 1040<A')).toEqual([
      'A calls 1 total 40 self 20',
      '  B calls 1 total 20 self 20',
    ]);
    expect(tree('main: 4090>A ~6 4100<A')).toEqual(['A calls 1 total 4 self 4']);
  });

  it('counts without times', () => {
    expect(tree('main: ^ >A >B ~7 <B >B <B <A')).toEqual([
      'A calls 1 total 0 self 0',
      '  B calls 2 total 0 self 0',
    ]);
  });

  it('closes the frames whose exits are missing when their caller exits', () => {
    const { lines, builder } = build('main: 0>A 1>B 2>C 7<B 9<A');
    expect(lines).toEqual([
      'A calls 1 total 9 self 3',
      '  B calls 1 total 6 self 1',
      '    C calls 1 total 5 self 5',
    ]);
    expect(builder.missingExits).toBe(1);
  });

  it('closes the innermost frames that are told to have missed their exits, of a recursion too', () => {
    const { lines, builder } = build('main: 0>A 1>B 2>B 3>B ?2 5>C 7<C 8<B 9<A ?5 | ?1 ^ 12>A 13<A');
    expect(lines).toEqual([
      'A calls 2 total 10 self 3',
      '  B calls 1 total 7 self 4',
      '    B calls 1 total 1 self 1',
      '      B calls 1 total 0 self 0',
      '    C calls 1 total 2 self 2',
    ]);
    expect(builder.missingExits).toBe(0);
  });

  it('closes all frames at ROOT_IN, and charges nobody since the last event', () => {
    const { lines, builder } = build('main: 0>A 1>B ^ 5>A 6<A');
    expect(lines).toEqual(['A calls 2 total 2 self 2', '  B calls 1 total 0 self 0']);
    expect(builder.missingExits).toBe(2);
  });

  it('ignores an exit that matches no open frame', () => {
    const { lines, builder } = build('main: 0<B 1>A 3<B 5<A');
    expect(lines).toEqual(['A calls 1 total 4 self 4']);
    expect(builder.unmatchedExits).toBe(2);
  });

  it('charges an open frame up to the last event', () => {
    expect(tree('main: 0>A 10>B 20<B')).toEqual([
      'A calls 1 total 20 self 10',
      '  B calls 1 total 10 self 10',
    ]);
  });

  it('never charges a negative time', () => {
    expect(tree('main: 0>A 10>B 5<B 7<A')).toEqual([
      'A calls 1 total 12 self 12',
      '  B calls 1 total 0 self 0',
    ]);
  });

  it('goes on across the wrap of the 44 bits, and across hours without events', () => {
    const wrap = 2 ** 44;
    expect(tree(`main: ${wrap - 10}>A ${wrap + 5}>B ${wrap + 6}<B ${wrap + 20}<A`)).toEqual([
      'A calls 1 total 30 self 29',
      '  B calls 1 total 1 self 1',
    ]);
    expect(tree(`main: 7>A | ${3 * wrap + 9}>B ${3 * wrap + 10}<B`)).toEqual([
      `A calls 1 total ${3 * wrap + 3} self ${3 * wrap + 2}`,
      '  B calls 1 total 1 self 1',
    ]);
    expect(tree(`main: -20>A -10>B 30<B 31<A`)).toEqual([
      'A calls 1 total 51 self 11',
      '  B calls 1 total 40 self 40',
    ]);
  });

  it('charges the root for the hours before its exit, also where that begins a block and tells what was allocated', () => {
    const hours = 3 * 2 ** 44;
    expect(tree(`main: ^ 7>A | ¤64 ${hours + 9}<A`)).toEqual([
      `A calls 1 total ${hours + 2} self ${hours + 2}`,
    ]);
  });

  it('knows only the root after a loss, and charges nobody for the gap', () => {
    const { lines, builder } = build('main: ^ 0>A 1>B 2>C !9 1000>D 1001<D 1002<C 1005<A ^ 1010>A 1011<A');
    expect(lines).toEqual([
      'A calls 2 total 8 self 6',
      '  B calls 1 total 1 self 1',
      '    C calls 1 total 0 self 0',
      '  D calls 1 total 1 self 1',
    ]);
    expect(builder.droppedEvents).toBe(9);
  });

  it('adds bytecodes that words tell to the open frame, with times and without, and not in a pause', () => {
    const executed = (number: number): number[] => amountWord(amountField(BYTECODES, number));
    const words = Uint32Array.from([
      ...wordsOf([{ kind: 'entry', method: 16, timeNs: 10 }]),
      ...executed(2 ** 35),
      ...wordsOf([{ kind: 'entry', method: 17, timeNs: 20 }]),
      ...executed(7),
      ...wordsOf([{ kind: 'exit', method: 17, timeNs: 50 }]),
      ...executed(3),
    ]);
    const builder = new CctBuilder();
    const cursor = new ThreadCursor();
    builder.feed(cursor, words, 6, true, 50, 0);
    const table = builder.snapshot();
    expect([...(table.more?.get(BYTECODES) ?? [])]).toEqual([0, 2 ** 35 + 3, 7]);
    expect([...table.selfNs]).toEqual([0, 10, 30]);
    builder.feedPaused(cursor, Uint32Array.from(executed(5)), 1, true, 60, 0);
    expect([...(builder.snapshot().more?.get(BYTECODES) ?? [])]).toEqual([0, 2 ** 35 + 3, 7]);
  });

  it('refuses control words that are not defined', () => {
    const feed = (low: number) => () =>
      new CctBuilder().feed(new ThreadCursor(), Uint32Array.of(low, 0), 1, true, 0, 0);
    expect(feed(0)).toThrow('Event word 0x0000000000000000: control word 0 is not defined');
    expect(feed(0x80000)).toThrow('Event word 0x0000000000080000');
  });

  it('refuses an amount of what is not known', () => {
    const words = Uint32Array.from(amountWord(AMOUNTS.length * 2 ** 36 + 7));
    const feed = (): void => new CctBuilder().feed(new ThreadCursor(), words, 1, true, 0, 0);
    expect(feed).toThrow('Event word 0x0200000000700009: control word 9 is not defined');
  });

  it('refuses counted calls of what is no method', () => {
    const feed = (method: number) => () =>
      new CctBuilder().feed(new ThreadCursor(), wordsOf([{ kind: 'counted', method }]), 1, true, 0, 0);
    for (const method of [0, 15, METHOD_ID_LIMIT, METHOD_ID_LIMIT + 15, 2 ** 32 + 16, 2 ** 40]) {
      expect(feed(method)).toThrow('control word 6 is not defined, or names no method');
    }
    for (const method of [FIRST_METHOD_ID, 4095, 4096, METHOD_ID_LIMIT - 1])
      expect(feed(method)).not.toThrow();
  });

  it('adds the bytecodes that counted calls tell, and apart what is in doubt of those of frames', () => {
    const word = (id: number, timeField: number, exit = false): number[] => [
      lowOfWord(id, exit, timeField),
      highOfWord(timeField),
    ];
    const getter = FIRST_METHOD_ID + 1;
    const words = Uint32Array.from([
      ...word(FIRST_METHOD_ID, 0),
      ...word(CONTROL_WORD.counted, 3 * METHOD_ID_LIMIT + getter),
      ...word(CONTROL_WORD.counted, 3 * METHOD_ID_LIMIT + getter),
      ...word(CONTROL_WORD.counted, 8191 * METHOD_ID_LIMIT + METHOD_ID_LIMIT - 1),
      ...amountWord(amountField(BYTECODES_ERROR, 5)),
      ...word(FIRST_METHOD_ID, 40, true),
    ]);
    for (const timed of [false, true]) {
      const builder = new CctBuilder();
      builder.feed(new ThreadCursor(), words, words.length / 2, timed, 0, 0);
      const { method, calls, more } = builder.snapshot();
      expect([...method].slice(1)).toEqual([FIRST_METHOD_ID, getter, METHOD_ID_LIMIT - 1]);
      expect([...calls].slice(1)).toEqual([1, 2, 1]);
      expect([...(more?.get(BYTECODES) ?? [])].slice(1)).toEqual([timed ? 0 : 40, 6, 8191]);
      expect([...(more?.get(BYTECODES_ERROR) ?? [])].slice(1)).toEqual([5, 0, 0]);
    }
  });

  it('knows how long ago the last time was when whole blocks hold counted calls', () => {
    const builder = new CctBuilder();
    const cursor = new ThreadCursor();
    const hoursNs = 2 ** 43 - 1;
    const feed = (event: SlowEvent, baseTimeNs: number): void =>
      builder.feed(cursor, wordsOf([event]), 1, true, baseTimeNs, 0);
    feed({ kind: 'entry', method: 16, timeNs: 7 }, 7);
    for (let block = 1; block <= 5; block++) feed({ kind: 'counted', method: 17 }, block * hoursNs);
    feed({ kind: 'exit', method: 16, timeNs: 6 * hoursNs }, 6 * hoursNs);
    expect(formatTree(builder.snapshot(), new Map())).toEqual([
      `#16 calls 1 total ${6 * hoursNs - 7} self ${6 * hoursNs - 7}`,
      '  #17 calls 5 counted',
    ]);
  });

  it('counts and times frames that were open at a reset from there on', () => {
    const script = eventScript('main: 0>A 10>B 20>C | 60<C 70<B 80>B 90<B 100<A');
    const builder = new CctBuilder();
    const cursor = new ThreadCursor();
    let block = 0;
    script.play({
      events: (_id, timed, words, eventCount, baseTimeNs, dropped) => {
        if (block++ === 1) builder.reset([cursor], 50);
        builder.feed(cursor, words, eventCount, timed, baseTimeNs, dropped);
      },
      thread() {},
      threadEnd() {},
      recordingStart() {},
    });
    expect(formatTree(builder.snapshot(), script.methodNames)).toEqual([
      'A calls 0 total 50 self 20',
      '  B calls 1 total 30 self 20',
      '    C calls 0 total 10 self 10',
    ]);
  });

  it('goes on after its memory was given back', () => {
    const builder = new CctBuilder();
    const cursor = new ThreadCursor();
    const script = eventScript('main: 0>A 1>B 2<B | 3>B 4<B 5>C 7<C 9<A');
    script.play({
      events: (_id, timed, words, eventCount, baseTimeNs, dropped) => {
        builder.feed(cursor, words, eventCount, timed, baseTimeNs, dropped);
        builder.compact();
      },
      thread() {},
      threadEnd() {},
      recordingStart() {},
    });
    expect(builder.byteLength).toBe(4 * 29);
    expect(formatTree(builder.snapshot(), script.methodNames)).toEqual([
      'A calls 1 total 9 self 5',
      '  B calls 2 total 2 self 2',
      '  C calls 1 total 2 self 2',
    ]);
  });

  it('equals the slow tree, whatever the stream and its blocks', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer(),
          events: fc.integer({ min: 1, max: 4_000 }),
          methods: fc.constantFrom(2, 12, 2_000),
          maxDepth: fc.constantFrom(1, 5, 200),
          startNs: fc.constantFrom(0, -(2 ** 41), 2 ** 44 - 1_000, 2 ** 50 + 12_345),
          missingExits: fc.constantFrom(0, 0, 0.05),
          countedCalls: fc.constantFrom(0, 0.3),
        }),
        (shape) => {
          const events = arbitraryEvents(shape);
          const slow = new SlowCct();
          for (const event of events) slow.take(event);
          const builder = new CctBuilder();
          const cursor = new ThreadCursor();
          const random = seededRandom(shape.seed);
          for (let at = 0; at < events.length;) {
            const block = events.slice(at, at + 1 + Math.floor(random() * 700));
            const baseTimeNs = lastTimeOf(events.slice(0, at + block.length), shape.startNs);
            builder.feed(cursor, wordsOf(block), block.length, true, baseTimeNs, 0);
            at += block.length;
          }
          expect(formatTree(builder.snapshot(), new Map())).toEqual(slow.format(new Map()));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('adds, without a clock, the bytecodes of each word to its own context', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(2, 12, 2_000), (seed, methods) => {
        const random = seededRandom(seed);
        const shape = { seed, events: 2_000, methods, maxDepth: 20, startNs: 0, missingExits: 0 };
        const events = arbitraryEvents({ ...shape, countedCalls: 0.4 });
        const words = wordsOf(events);
        const expected = new Map<string, number>();
        const open: number[] = [];
        events.forEach((event, i) => {
          if (event.kind !== 'entry' && event.kind !== 'exit' && event.kind !== 'counted') return;
          const isExit = event.kind === 'exit';
          const bytecodes = event.kind === 'entry' ? 0 : Math.floor(random() * 8_000);
          const path = [...open, ...(isExit ? [] : [event.method])].join(' ');
          if (bytecodes > 0) expected.set(path, (expected.get(path) ?? 0) + bytecodes);
          const field = event.kind === 'counted' ? bytecodes * METHOD_ID_LIMIT + event.method : bytecodes;
          const id = event.kind === 'counted' ? CONTROL_WORD.counted : event.method;
          words[2 * i] = lowOfWord(id, isExit, field);
          words[2 * i + 1] = highOfWord(field);
          if (event.kind === 'entry') open.push(event.method);
          if (isExit) open.pop();
        });
        const builder = new CctBuilder();
        builder.feed(new ThreadCursor(), words, events.length, false, 0, 0);
        const { length, method, parent, more } = builder.snapshot();
        const found = new Map<string, number>();
        const paths = [''];
        for (let node = 1; node < length; node++) {
          paths[node] = `${paths[parent[node]]} ${method[node]}`.trim();
          const bytecodes = more?.get(BYTECODES)?.[node] ?? 0;
          if (bytecodes > 0) found.set(paths[node], bytecodes);
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('survives any loss of events: nothing negative, not deeper than the program, right again at ROOT_IN', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededRandom(seed);
        const shape = { events: 3_000, methods: 6, maxDepth: 8, startNs: 2 ** 44 - 50_000, missingExits: 0 };
        const events = arbitraryEvents({ ...shape, seed });
        const builder = new CctBuilder();
        const cursor = new ThreadCursor();
        let lost = 0;
        let allLost = 0;
        for (let at = 0; at < events.length;) {
          const block = events.slice(at, at + 1 + Math.floor(random() * 40));
          at += block.length;
          if (random() < 0.3) {
            lost += block.length;
            continue;
          }
          builder.feed(cursor, wordsOf(block), block.length, true, lastTimeOf(events.slice(0, at), 0), lost);
          allLost += lost;
          lost = 0;
        }
        const table = builder.snapshot();
        const depth = new Int32Array(table.length);
        for (let row = 1; row < table.length; row++) {
          depth[row] = depth[table.parent[row]] + 1;
          expect(depth[row]).toBeLessThanOrEqual(1 + shape.maxDepth);
          expect(table.selfNs[row]).toBeGreaterThanOrEqual(0);
        }
        expect(builder.droppedEvents).toBe(allLost);

        const before = table.calls.reduce((sum, calls) => sum + calls, 0);
        const whole = arbitraryEvents({ ...shape, seed: seed + 1 }); // begins with ROOT_IN
        builder.feed(cursor, wordsOf(whole), whole.length, true, lastTimeOf(whole, 0), 0);
        const entries = whole.filter(({ kind }) => kind === 'entry').length;
        expect(builder.snapshot().calls.reduce((sum, calls) => sum + calls, 0)).toBe(before + entries);
      }),
      { numRuns: 40 },
    );
  });
});

function tree(text: string): string[] {
  return build(text).lines;
}

function build(text: string): { lines: string[]; builder: CctBuilder } {
  const script = eventScript(text);
  const builder = new CctBuilder();
  const cursor = new ThreadCursor();
  script.play({
    events: (_id, timed, words, eventCount, baseTimeNs, dropped) =>
      builder.feed(cursor, words, eventCount, timed, baseTimeNs, dropped),
    thread() {},
    threadEnd() {},
    recordingStart() {},
  });
  return { lines: formatTree(builder.snapshot(), script.methodNames), builder };
}
