import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BYTECODES } from '../events/amounts.ts';
import { endedField } from '../events/endedFrames.ts';
import { highOfWord, lowOfWord } from '../events/eventWord.ts';
import { arbitraryEvents, seededRandom, untimedWordsOf } from '../testing/arbitraryEvents.ts';
import { eventScript } from '../testing/eventScript.ts';
import { formatTree } from '../testing/formatTree.ts';
import { SlowCct } from '../testing/slowCct.ts';
import { tableOf } from '../testing/tableOf.ts';
import { CctBuilder } from './cctBuilder.ts';
import { ThreadCursor } from './threadCursor.ts';

describe('a tree of words that tell which frames have ended before them', () => {
  it('closes, without times, the frames that have ended before an entry or a counted call', () => {
    const script = 'main: ^ >A >B >C 2»B +G 1+H >D 1»E <A';
    expect(formatTree(tableOf(script), eventScript(script).methodNames)).toEqual([
      'A calls 1 total 0 self 0',
      '  B calls 2 total 0 self 0',
      '    C calls 1 total 0 self 0',
      '    G calls 1 counted',
      '  H calls 1 counted',
      '  D calls 1 total 0 self 0',
      '  E calls 1 total 0 self 0',
    ]);
  });

  it('equals the slow tree, without a clock, where words tell how many frames have ended before them', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer(),
          events: fc.integer({ min: 1, max: 4_000 }),
          methods: fc.constantFrom(2, 12, 2_000),
          maxDepth: fc.constantFrom(1, 5, 200),
          startNs: fc.constant(0),
          missingExits: fc.constant(0),
          countedCalls: fc.constantFrom(0, 0.3),
        }),
        (shape) => {
          const events = arbitraryEvents(shape);
          const slow = new SlowCct();
          for (const event of events) slow.take('timeNs' in event ? { ...event, timeNs: 0 } : event);
          const words = untimedWordsOf(events);
          const builder = new CctBuilder();
          const cursor = new ThreadCursor();
          const random = seededRandom(shape.seed);
          for (let at = 0; at < words.length;) {
            const block = words.subarray(at, at + 2 * (1 + Math.floor(random() * 700)));
            builder.feed(cursor, block, block.length / 2, false, 0, 0);
            at += block.length;
          }
          expect(formatTree(builder.snapshot(), new Map())).toEqual(slow.format(new Map()));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('adds, without a clock, the bytecodes that entries and ENDED tell of frames to their contexts, and not in a pause', () => {
    const ended = (...bytecodes: number[]): number => endedField(bytecodes);
    const word = (id: number, field: number): number[] => [lowOfWord(id, false, field), highOfWord(field)];
    const last = 2 ** 21 - 1;
    const words = Uint32Array.from([
      ...word(16, 0), // root
      ...word(17, 0),
      ...word(18, 0),
      ...word(18, ended(last)), // of 18
      ...word(19, ended(5, last)), // of 18 and 17
      ...word(20, 0),
      ...[lowOfWord(5, true, ended(7, 8)), highOfWord(ended(7, 8))], // of 20 and 19
      ...word(20, 0),
    ]);
    const builder = new CctBuilder();
    const cursor = new ThreadCursor();
    builder.feed(cursor, words, words.length / 2, false, 0, 0);
    const bytecodes = (): (readonly number[])[] => {
      const { method, parent, more } = builder.snapshot();
      return [...(more?.get(BYTECODES) ?? [])].map((count, node) => [
        method[parent[node]],
        method[node],
        count,
      ]);
    };
    const expected = [
      [16, 17, last],
      [17, 18, last + 5],
      [16, 19, 8],
      [19, 20, 7],
      [16, 20, 0],
    ];
    expect(bytecodes().slice(2)).toEqual(expected);
    builder.feedPaused(cursor, Uint32Array.from(word(21, ended(9))), 1, false, 0, 0);
    expect(bytecodes().slice(2)).toEqual([...expected, [16, 21, 0]]);
  });
});
