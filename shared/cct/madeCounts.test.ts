import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { CONTROL_WORD, EXIT_BIT, highOfWord, lowOfWord } from '../events/eventWord.ts';
import { USUAL_LAYOUT, type ObjectLayout } from '../events/objectLayout.ts';
import { MADE_KIND, MADE_LENGTH_LIMIT, siteCode, siteOf, type MadeKind } from '../events/madeWord.ts';
import { CctBuilder } from './cctBuilder.ts';
import { ThreadCursor } from './threadCursor.ts';

const A = 16 as MethodId;
const B = 17 as MethodId;

type Word = readonly [low: number, high: number];

function control(id: number, payload: number): Word {
  return [lowOfWord(id, false, payload), highOfWord(payload)];
}

/** As SluiceProbe.made tells it. */
function made(site: number, kind: MadeKind, length = 0, times = 1): readonly Word[] {
  const low = length % MADE_LENGTH_LIMIT;
  const words = [control(CONTROL_WORD.made, siteCode(site, kind) * MADE_LENGTH_LIMIT + low)];
  if (length > low) words.push(control(CONTROL_WORD.longer, (length - low) / MADE_LENGTH_LIMIT));
  if (times > 1) words.push(control(CONTROL_WORD.again, times - 1));
  return words;
}

const enter = (id: MethodId): readonly Word[] => [[id, 0]];
const leave = (id: MethodId): readonly Word[] => [[EXIT_BIT | id, 0]];

function wordsOf(parts: readonly (readonly Word[])[]): Uint32Array {
  return Uint32Array.from(parts.flat(2));
}

/** "node site objects elements arrayBytes", of each row. */
function rowsOf(builder: CctBuilder): string[] {
  const table = builder.snapshot().made;
  if (table === undefined) return [];
  return Array.from(table.node, (node, row) =>
    [node, siteOf(table.code[row]), table.objects[row], table.elements[row], table.arrayBytes[row]].join(' '),
  ).sort();
}

function fed(parts: readonly (readonly Word[])[], layout?: ObjectLayout): string[] {
  const builder = new CctBuilder(layout);
  const words = wordsOf(parts);
  builder.feed(new ThreadCursor(), words, words.length / 2, false, 0, 0);
  return rowsOf(builder);
}

describe('MadeCounts', () => {
  it('counts what the open frame makes, by site', () => {
    const object = made(7, MADE_KIND.object);
    const parts = [enter(A), object, enter(B), object, object, made(500_000, MADE_KIND.bytes4, 5)];
    expect(fed([...parts, leave(B), object, leave(A), enter(B), leave(B)])).toEqual([
      '1 7 2 0 0',
      '2 500000 1 5 40',
      '2 7 2 0 0',
    ]);
  });

  it('adds up to what each array takes, by the layout', () => {
    const parts = [enter(A), made(1, MADE_KIND.bytes1, 1), made(1, MADE_KIND.bytes1, 9)];
    const all = [...parts, made(2, MADE_KIND.references, 3), made(3, MADE_KIND.bytes8, 1)];
    expect(fed(all)).toEqual(['1 1 2 10 56', '1 2 1 3 32', '1 3 1 1 24']);
    const wide = { alignmentBytes: 16, referenceBytes: 8, arrayBaseBytes: 20, wideArrayBaseBytes: 24 };
    expect(fed(all, wide)).toEqual(['1 1 2 10 64', '1 2 1 3 48', '1 3 1 1 32']);
  });

  it('takes arrays that are longer than a word can tell, and many of one length', () => {
    const length = 3 * MADE_LENGTH_LIMIT + 5;
    expect(fed([enter(A), made(1, MADE_KIND.bytes2, length, 3)])).toEqual([
      `1 1 3 ${3 * length} ${3 * 8 * Math.ceil((16 + 2 * length) / 8)}`,
    ]);
    expect(fed([enter(A), made(1, MADE_KIND.references, MADE_LENGTH_LIMIT)])).toEqual([
      `1 1 1 ${MADE_LENGTH_LIMIT} ${16 + 4 * MADE_LENGTH_LIMIT}`,
    ]);
  });

  it('takes what a loop has counted: so many objects in one word, arrays and what they have together in two', () => {
    const object = control(CONTROL_WORD.made, siteCode(7, MADE_KIND.object) * MADE_LENGTH_LIMIT + 999);
    const arrays = control(CONTROL_WORD.arrays, siteCode(8, MADE_KIND.bytes4) * MADE_LENGTH_LIMIT + 4);
    const elements = control(CONTROL_WORD.elements, 6 * 2 ** 17 + 20); // of lengths 0 to 3
    expect(fed([enter(A), [object, arrays, elements]])).toEqual(['1 7 1000 0 0', '1 8 4 6 96']);
    expect(fed([enter(A), [arrays], [arrays, elements]])).toEqual(['1 8 4 6 96']);
  });

  it('counts nothing outside of all roots, nor in a pause, nor what goes on with a word that was lost', () => {
    const builder = new CctBuilder();
    const cursor = new ThreadCursor();
    const feed = (parts: readonly (readonly Word[])[], dropped = 0): void => {
      const words = wordsOf(parts);
      builder.feed(cursor, words, words.length / 2, false, 0, dropped);
    };
    feed([made(1, MADE_KIND.object), enter(A), made(1, MADE_KIND.bytes1, 2)]);
    feed([[control(CONTROL_WORD.again, 5), control(CONTROL_WORD.elements, 2 ** 20)]], 3);
    const paused = wordsOf([made(2, MADE_KIND.object)]);
    builder.feedPaused(cursor, paused, 1, false, 0, 0);
    feed([made(3, MADE_KIND.object)]);
    expect(rowsOf(builder)).toEqual(['1 1 1 2 24', '1 3 1 0 0']);
  });

  it('begins anew at a reset', () => {
    const builder = new CctBuilder();
    const cursor = new ThreadCursor();
    const first = wordsOf([enter(A), made(1, MADE_KIND.bytes1, 2)]);
    builder.feed(cursor, first, 2, false, 0, 0);
    builder.reset([cursor], 0);
    const second = wordsOf([[control(CONTROL_WORD.again, 5)], made(2, MADE_KIND.object)]);
    builder.feed(cursor, second, 2, false, 0, 0);
    expect(rowsOf(builder)).toEqual(['1 2 1 0 0']);
  });

  it('is what a slow reference counts, of any events in any pieces', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('enter' as const), method: fc.integer({ min: 16, max: 19 }) }),
      fc.constant({ kind: 'leave' as const }),
      fc.record({
        kind: fc.constant('made' as const),
        site: fc.integer({ min: 0, max: 5 }),
        length: fc.integer({ min: 0, max: 3 * MADE_LENGTH_LIMIT }),
        times: fc.integer({ min: 1, max: 3 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (steps, piece) => {
        const parts: (readonly Word[])[] = [enter(A)];
        const path: number[] = [A];
        const sums = new Map<string, [number, number, number]>();
        for (const one of steps) {
          if (one.kind === 'enter') {
            parts.push(enter(one.method as MethodId));
            path.push(one.method);
          } else if (one.kind === 'leave' && path.length > 1) {
            parts.push(leave(path.pop() as MethodId));
          } else if (one.kind === 'made') {
            const kind = (one.site % 6) as MadeKind;
            const length = kind === MADE_KIND.object ? 0 : one.length;
            parts.push(made(one.site, kind, length, one.times));
            const key = `${path.join('.')} ${one.site}`;
            const elementBytes = [0, 1, 2, 4, 8, 4][kind];
            const bytes = kind === MADE_KIND.object ? 0 : Math.ceil((16 + length * elementBytes) / 8) * 8;
            const [objects, elements, all] = sums.get(key) ?? [0, 0, 0];
            sums.set(key, [objects + one.times, elements + one.times * length, all + one.times * bytes]);
          }
        }
        const builder = new CctBuilder(USUAL_LAYOUT);
        const cursor = new ThreadCursor();
        const words = wordsOf(parts);
        for (let at = 0; at < words.length; at += 2 * piece) {
          const some = words.slice(at, at + 2 * piece);
          builder.feed(cursor, some, some.length / 2, false, 0, 0);
        }
        const { made: table, method, parent } = builder.snapshot();
        const pathOf = (node: number): string =>
          parent[node] === 0 ? String(method[node]) : `${pathOf(parent[node])}.${method[node]}`;
        const found = Array.from(table?.node ?? [], (node, row) => [
          `${pathOf(node)} ${siteOf(table?.code[row] ?? 0)}`,
          [table?.objects[row], table?.elements[row], table?.arrayBytes[row]],
        ]);
        expect(new Map(found as [string, number[]][])).toEqual(sums);
      }),
    );
  });
});
