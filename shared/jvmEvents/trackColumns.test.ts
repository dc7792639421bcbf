import { describe, expect, it } from 'vitest';
import { ensure } from '../base/assert.ts';
import { eventSets, NO_EVENT_FACTS, type JvmEvent } from './eventSet.ts';
import { countColumns, levelColumns, nextStart, shareColumns, spanAt } from './trackColumns.ts';
import { timelineOf, type LevelTrack, type SpanTrack } from './tracks.ts';

/** `--` is a pause of the JVM, a letter each ns; numbers are levels of its heap. */
function pauses(picture: string): SpanTrack {
  const events = [...picture.matchAll(/-+/g)].map((found) => ({
    ...NO_EVENT_FACTS,
    kind: 'GC pause' as const,
    startNs: found.index,
    durationNs: found[0].length,
  }));
  return ensure(timelineOf(eventSets(events), 0).tracks.at(0), 'a track') as SpanTrack;
}

function heap(picture: string): LevelTrack {
  const events: JvmEvent[] = [...picture.matchAll(/\d/g)].map((found) => ({
    ...NO_EVENT_FACTS,
    ...{ kind: 'heap', startNs: found.index, bytes: Number(found[0]) },
  }));
  return ensure(timelineOf(eventSets(events), 0).tracks.at(0), 'a track') as LevelTrack;
}

function columnsOf(fill: (columns: Float32Array) => void, columns: number): number[] {
  const values = new Float32Array(columns);
  fill(values);
  return [...values];
}

describe('a track as columns', () => {
  const track = pauses('  ----    -- -   ');
  const window = { fromNs: 0, toNs: 16, columns: 4 };

  it('has the share that spans take of each', () => {
    expect(columnsOf((values) => shareColumns(track.spans, window, values), 4)).toEqual([
      0.5, 0.5, 0.5, 0.25,
    ]);
    const zoomed = { fromNs: 3, toNs: 7, columns: 4 };
    expect(columnsOf((values) => shareColumns(track.spans, zoomed, values), 4)).toEqual([1, 1, 1, 0]);
  });

  it('has how many begin in each', () => {
    expect(columnsOf((values) => countColumns(track.spans, window, values), 4)).toEqual([1, 0, 1, 1]);
  });

  it('has the most of a level, which holds until the next', () => {
    const level = heap(' 5  92   1   ');
    expect(columnsOf((values) => levelColumns(level, { ...window, toNs: 16 }, values), 4)).toEqual([
      5, 9, 1, 1,
    ]);
    expect(columnsOf((values) => levelColumns(level, { fromNs: 0, toNs: 1, columns: 1 }, values), 1)).toEqual(
      [NaN],
    );
  });

  it('agrees with counting each ns of made-up spans', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below;
    const picture = Array.from({ length: 2_000 }, () => (random(3) === 0 ? '-' : ' ')).join('');
    const { spans } = pauses(picture);
    for (let round = 0; round < 50; round++) {
      const fromNs = random(1_500);
      const columns = 1 + random(40);
      const width = 1 + random(12);
      const part = { fromNs, toNs: fromNs + columns * width, columns };
      const slow = Array.from({ length: columns }, (_, column) => {
        const begin = fromNs + column * width;
        return [...picture.slice(begin, begin + width)].filter((one) => one === '-').length / width;
      });
      const fast = columnsOf((values) => shareColumns(spans, part, values), columns);
      fast.forEach((share, column) => expect(share).toBeCloseTo(slow[column], 5));
    }
  });
});

describe('what lies under the pointer', () => {
  const track = pauses('  ----    -- -   ');

  it('is the span there, or the nearest within reach', () => {
    const at = (ns: number, reachNs: number): number => spanAt(track.spans, ns, reachNs);
    expect([at(3, 0.5), at(8.5, 0.5), at(8.5, 2), at(13.5, 0.5), at(0, 1)]).toEqual([0, -1, 1, 2, -1]);
  });

  it('is found by keys from one to the next, and back', () => {
    expect([nextStart(track, 0, 1), nextStart(track, 2, 1), nextStart(track, 10, -1)]).toEqual([2, 10, 2]);
    expect([nextStart(track, 13, 1), nextStart(track, 2, -1)]).toEqual([null, null]);
  });
});
