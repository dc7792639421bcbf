import { describe, expect, it } from 'vitest';
import type { MethodId, ThreadId } from '../base/ids.ts';
import { CONTROL_WORD, EXIT_BIT, highOfWord, lowOfWord } from '../events/eventWord.ts';
import { MADE_KIND, MADE_LENGTH_LIMIT, siteCode, siteOf } from '../events/madeWord.ts';
import { USUAL_LAYOUT } from '../events/objectLayout.ts';
import type { TrackedBirth } from '../events/trackedBirth.ts';
import { LiveObjects } from './liveObjects.ts';
import { liveWeight } from './liveWeight.ts';
import { ThreadTrees } from './threadTrees.ts';

const A = 16 as MethodId;
const B = 17 as MethodId;
const MAIN = 1 as ThreadId;
const WORKER = 2 as ThreadId;

const enter = (id: MethodId): readonly number[] => [id, 0];
const leave = (id: MethodId): readonly number[] => [EXIT_BIT | id, 0];

/** An object is made and followed. */
function follow(serial: number, site: number): readonly number[] {
  const made = siteCode(site, MADE_KIND.object) * MADE_LENGTH_LIMIT;
  const word = (id: number, payload: number): readonly number[] => [
    lowOfWord(id, false, payload),
    highOfWord(payload),
  ];
  return [...word(CONTROL_WORD.made, made), ...word(CONTROL_WORD.tracked, serial)];
}

function birth(serial: number, site: number, bornAt = 0, bytes = 24, isExact = true): TrackedBirth {
  return { serial, code: siteCode(site, MADE_KIND.object), isExact, bornAt, bytes };
}

class Stream {
  readonly trees = new ThreadTrees();

  constructor() {
    this.trees.recordingStart(USUAL_LAYOUT);
  }

  feed(thread: ThreadId, ...parts: readonly (readonly number[])[]): void {
    const words = Uint32Array.from(parts.flat());
    this.trees.events(thread, false, words, words.length / 2, 0, 0);
  }

  /** "thread node site objects bytes ages", of each row. */
  rows(): string[] {
    return this.trees
      .snapshot()
      .flatMap(({ threadId, table: { live } }) =>
        Array.from(live?.node ?? [], (node, row) =>
          [threadId, node, siteOf(live?.code[row] ?? 0), live?.objects[row], live?.bytes[row]]
            .concat(live?.births[row].length)
            .join(' '),
        ),
      )
      .sort();
  }
}

describe('LiveObjects', () => {
  it('are counted where they were made, by thread, context and site, until they are gone', () => {
    const stream = new Stream();
    stream.feed(MAIN, enter(A), follow(1, 7), enter(B), follow(2, 7), follow(3, 7), follow(4, 8));
    stream.feed(WORKER, enter(B), follow(5, 7));
    stream.trees.liveBorn([birth(1, 7), birth(2, 7), birth(3, 7, 4), birth(4, 8, 4, 16), birth(5, 7)], 0, 4);
    expect(stream.rows()).toEqual(['1 1 7 1 24 1', '1 2 7 2 48 2', '1 2 8 1 16 1', '2 1 7 1 24 1']);
    stream.trees.liveGone([2, 4], 5);
    stream.trees.liveGone([], 6);
    expect(stream.rows()).toEqual(['1 1 7 1 24 1', '1 2 7 1 24 1', '2 1 7 1 24 1']);
    expect(stream.trees.live?.collections).toBe(6);
    const [{ table }] = stream.trees.snapshot();
    expect(table.more?.get('liveObjects')).toEqual(Float64Array.of(0, 1, 1));
    expect(table.more?.get('liveBytes')).toEqual(Float64Array.of(0, 24, 24));
  });

  it('may be told of before their words, and be gone before', () => {
    const stream = new Stream();
    stream.trees.liveBorn([birth(1, 7), birth(2, 7)], 0, 0);
    stream.trees.liveGone([1], 1);
    stream.feed(MAIN, enter(A), follow(1, 7), follow(2, 7), leave(A));
    expect(stream.rows()).toEqual(['1 1 7 1 24 1']);
    expect(stream.trees.live?.size).toBe(1);
  });

  it('are nobody’s that were made before the results began anew, in a pause, or outside of all roots', () => {
    const stream = new Stream();
    stream.feed(MAIN, follow(1, 7), enter(A), follow(2, 7));
    stream.trees.liveBorn([birth(1, 7), birth(2, 7), birth(3, 7), birth(4, 7), birth(5, 7)], 0, 0);
    stream.trees.mark('reset', 0);
    stream.trees.mark('pause', 0);
    stream.feed(MAIN, follow(3, 7));
    stream.trees.mark('resume', 0);
    stream.feed(MAIN, follow(4, 7));
    expect(stream.rows()).toEqual(['1 1 7 1 24 1']);
  });

  it('begin anew with a recording, and are not there where none is followed', () => {
    const stream = new Stream();
    stream.feed(MAIN, enter(A), follow(1, 7));
    stream.trees.liveBorn([birth(1, 7)], 0, 0);
    stream.trees.recordingStart(USUAL_LAYOUT);
    stream.feed(MAIN, enter(A), leave(A));
    expect(stream.trees.live).toBeNull();
    expect(stream.trees.snapshot()[0].table.more?.has('liveObjects')).toBe(false);
  });

  it('stand for as many as their size says, where one in so many bytes is followed', () => {
    const live = new LiveObjects();
    const owner = {};
    live.born([birth(1, 7, 0, 24, false), birth(2, 7, 0, 24, true)], 2400, 0);
    live.at(1, owner, 3);
    live.at(2, owner, 3);
    const table = live.tables().get(owner);
    expect(table?.objects[0]).toBeCloseTo(1 / (1 - Math.exp(-0.01)) + 1, 9);
    expect(table?.bytes[0]).toBeCloseTo(24 * (1 / (1 - Math.exp(-0.01)) + 1), 9);
  });
});

/** As SluiceLive does it: each byte as likely as any other. */
function sampled(sizes: readonly number[], everyBytes: number, random: () => number): number[] {
  const draw = (): number => 1 + Math.floor(-Math.log(random()) * everyBytes);
  let left = draw();
  return sizes.filter((bytes) => {
    left -= bytes;
    if (left > 0) return false;
    left = draw();
    return true;
  });
}

/** The same numbers on each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

describe('liveWeight', () => {
  const RUNS = 200;
  it.each([
    ['many small objects', 16_384, Array.from({ length: 100_000 }, () => 24)],
    ['arrays as large as the distance', 65_536, Array.from({ length: 500 }, () => 65_552)],
    ['all sizes', 32_768, Array.from({ length: 20_000 }, (_, i) => 16 + 8 * ((i * 7919) % 500))],
    ['arrays of which each is followed', 1_024, Array.from({ length: 50 }, () => 1_048_592)],
  ])('%s: no bias, and within three standard errors of what there is', (_, everyBytes, sizes) => {
    const random = randomNumbers(41);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    let within = 0;
    let sumBytes = 0;
    let sumObjects = 0;
    for (let run = 0; run < RUNS; run++) {
      const found = { objects: 0, bytes: 0, variance: 0 };
      for (const size of sampled(sizes, everyBytes, random)) {
        const { objects, variance } = liveWeight(size, everyBytes);
        found.objects += objects;
        found.bytes += objects * size;
        found.variance += variance;
      }
      if (Math.abs(found.bytes - bytes) <= 3 * Math.sqrt(found.variance) + 1e-6) within++;
      sumBytes += found.bytes;
      sumObjects += found.objects;
    }
    expect(within).toBeGreaterThanOrEqual(0.99 * RUNS);
    // Of one run: sqrt of the sum of s^2 (1 - p) / p.
    const trueError = Math.sqrt(
      sizes.reduce((sum, size) => {
        const chance = -Math.expm1(-size / everyBytes);
        return sum + (size * size * (1 - chance)) / chance;
      }, 0),
    );
    const meanError = trueError / Math.sqrt(RUNS);
    expect(Math.abs(sumBytes / RUNS - bytes)).toBeLessThanOrEqual(3 * meanError + 1e-6);
    expect(Math.abs(sumObjects / RUNS / sizes.length - 1)).toBeLessThanOrEqual(0.1);
  });
});
