import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_METHOD_ID } from '../base/ids.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../events/eventWord.ts';
import { arbitraryEvents, seededRandom, wordsOf } from '../testing/arbitraryEvents.ts';
import { eventScript } from '../testing/eventScript.ts';
import { tableOf } from '../testing/tableOf.ts';
import { CctBuilder } from './cctBuilder.ts';
import { NO_CALIBRATION, type Calibration, type CctTable } from './cctTable.ts';
import { mergeTrees } from './mergeTrees.ts';
import { exactTree } from './overhead.ts';
import { ThreadCursor } from './threadCursor.ts';
import { ThreadTrees } from './threadTrees.ts';

/** A: 2 stretches measured, each for 4; B: 1, and one for itself, in which the lane turns. Then a pause of 70 ns with 4 words, and a burst. */
const PAUSE = 'main: ^ @4 10>A 15>B 30<B 35>B @0 55<B >B <B >B @1 <B 125>B 130<B 140<A';

describe('a clock in bursts', () => {
  it('measures in bursts, and counts always', () => {
    const table = tableOf(PAUSE);
    expect([...table.calls]).toEqual([0, 1, 5]);
    // A: 10-15, 30-35, 130-140. B: 15-30, 35-55, 125-130.
    expect([...table.selfNs]).toEqual([0, 20, 40]);
    expect(table.samples).toEqual({
      timed: Float64Array.of(0, 3, 3),
      restWeight: Float64Array.of(0, 6, 3),
      restNs: Float64Array.of(0, 3 * 5 + 3 * 5, 3 * 15),
      restSquaredNs: Float64Array.of(0, 6 * 25, 3 * 225),
      pauses: { samples: 3, sampledWeight: 9, innerSpans: 1, innerStretches: 5, innerNs: 125 - 55 },
    });
  });

  it('leaves waits and halts out of a pause, and charges a halt to who was open', () => {
    const table = tableOf('main: ^ @1 10>A 15>B @0 20<B ~7 >B =30 @1 <B 100>B 105<B 110<A');
    expect([...table.selfNs]).toEqual([0, 10, 40]);
    expect(table.samples?.pauses).toMatchObject({
      innerSpans: 1,
      innerStretches: 3,
      innerNs: 100 - 20 - 7 - 30,
    });
    expect([...(table.samples?.timed ?? [])]).toEqual([0, 2, 3]);
  });

  it('does not take a pause for time of the subgraph in which the thread left it', () => {
    const table = tableOf('main: ^ @1 10>A 15>B @0 20<B <A ^ >A >B @1 <B 100>B 105<B 110<A');
    expect(table.samples?.pauses).toMatchObject({ innerSpans: 0, innerStretches: 0, innerNs: 0 });
  });

  it('knows the parts of a pause that were timed: up to the end of a root, of it, and from its beginning on', () => {
    const table = tableOf(`
      main: ^ @1 10>A @0 15>B <B §30 <A
      main: ^ §1000 >A >B ~4 <B §1020 <A
      main: ^ >A <A
      main: ^ §3000 >A >B @1 <B 3020>B 3030<B 3040<A`);
    expect(table.samples?.pauses).toMatchObject({
      innerSpans: 3,
      innerStretches: 2 + 3 + 3,
      innerNs: 15 + 20 - 4 + 20,
    });
    expect([...table.calls]).toEqual([0, 4, 4]);
  });

  it('does not take for a part of the pause what comes after the root with which it ended, be it in this block or the next', () => {
    for (const end of ['', '|']) {
      const table = tableOf(`main: ^ @1 10>A @0 15>B <B @1 <A ${end} ^ 1000>A 1010>B 1020<B 1030<A`);
      expect(table.samples?.pauses).toMatchObject({ innerSpans: 0, innerStretches: 0, innerNs: 0 });
      expect([...table.selfNs]).toEqual([0, 5 + 10 + 10, 10]);
    }
  });

  it('builds the same tree wherever its blocks end', () => {
    const whole = tableOf(PAUSE);
    const words = wordsOfScript(PAUSE);
    for (let cut = 1; cut < words.length / 2; cut++) {
      const builder = new CctBuilder();
      const cursor = new ThreadCursor();
      for (const part of [words.subarray(0, 2 * cut), words.subarray(2 * cut)])
        builder.feed(cursor, part, part.length / 2, true, 140, 0);
      expect(builder.snapshot()).toEqual(whole);
    }
  });

  it('takes no stretch for others away where a burst has one word with a time only, for the rest are counted calls', () => {
    for (const cut of ['', '|']) {
      const table = tableOf(`main: ^ @1 10>A @0 15>B <B @4 >B +C +C ${cut} @0 40<B >B <B @1 <A ^ 60>A 70<A`);
      expect([...table.calls]).toEqual([0, 2, 3, 2]);
      expect([...(table.samples?.timed ?? [])]).toEqual([0, 2, 0, 0]);
      expect([...(table.samples?.restWeight ?? [])]).toEqual([0, 0, 0, 0]);
      expect(table.samples?.pauses).toMatchObject({ samples: 0, sampledWeight: 0 });
    }
  });

  it('has no column that is negative, whatever is counted only and whatever is lost', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededRandom(seed);
        const words = inShortBursts(seed, random);
        const builder = new CctBuilder();
        const cursor = new ThreadCursor();
        let lost = 0;
        for (let at = 0; at < words.length;) {
          const block = words.slice(at, at + 1 + Math.floor(random() * 40));
          at += block.length;
          if (random() < 0.05) {
            lost += block.length;
            continue;
          }
          const pairs = Uint32Array.from(block.flatMap(({ pair }) => pair));
          builder.feed(cursor, pairs, block.length, true, block[block.length - 1].nowNs, lost);
          lost = 0;
        }
        const { calls, selfNs, samples } = builder.snapshot();
        for (const column of [calls, selfNs, samples?.timed, samples?.restWeight, samples?.restNs])
          expect(column?.subarray(1).every((value) => value >= 0)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('begins anew with a clock that runs when a thread comes again', () => {
    const trees = new ThreadTrees();
    eventScript(`virtual v: ^ @1 10>A @0 15>B <B end\n virtual v: ^ @1 40>A 50>B 52<B 60<A`).play(trees);
    const [{ table }] = trees.snapshot();
    expect([...table.selfNs]).toEqual([0, 5 + 10 + 8, 2]);
  });

  it('learns nothing from a pause of the clock in which the recording was paused, and goes on after it', () => {
    const trees = new ThreadTrees();
    eventScript(`
      main: ^ @1 10>A @0 15>B <B
      pause 40
      main: @1 >B
      resume 90
      main: 100<B 110<A`).play(trees);
    const [{ table }] = trees.snapshot();
    expect([...table.selfNs]).toEqual([0, 5 + 10, 0]);
    expect(table.samples?.pauses).toMatchObject({ innerStretches: 0, innerNs: 0 });
  });

  it('adds up the samples of equal contexts when trees are merged', () => {
    const table = tableOf(PAUSE);
    const merged = mergeTrees([table, table]);
    expect([...(merged.samples?.restNs ?? [])]).toEqual(
      [...(table.samples?.restNs ?? [])].map((ns) => 2 * ns),
    );
    expect(merged.samples?.pauses).toEqual({
      samples: 6,
      sampledWeight: 18,
      innerSpans: 2,
      innerStretches: 10,
      innerNs: 140,
    });
  });
});

describe('times estimated from bursts', () => {
  it('add up to what was measured of the pauses, less their probes', () => {
    const table = tableOf(PAUSE);
    const tree = exactTree(table, { ...NO_CALIBRATION, pausedPairNs: 5 }, 'bursts');
    // 60 ns measured; a pause of 70 ns, with 5 stretches of 2.5 ns of probes.
    expect(tree.totalNs[1]).toBeCloseTo(60 + 70 - 5 * 2.5);
  });

  it('are shared by the means of the stretches that were measured', () => {
    // In bursts a stretch of B takes 3 times one of A; each is met 20 times, and 100 times in pauses.
    const table = sampled({ measuredNs: [10, 30], samples: 20, rest: 100, pauseNs: 4_000 });
    const tree = exactTree(table, NO_CALIBRATION, 'bursts');
    expect(tree.selfNs[1]).toBeCloseTo(20 * 10 + 1_000);
    expect(tree.selfNs[2]).toBeCloseTo(20 * 30 + 3_000);
  });

  it('come near the truth for a simulated program, and their error bounds contain it', () => {
    let inside = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { table, trueNs, calibration } = simulated(seed);
        const tree = exactTree(table, calibration, 'bursts');
        const totalNs = trueNs.reduce((sum, ns) => sum + ns, 0);
        expect(Math.abs(tree.totalNs[1] / totalNs - 1)).toBeLessThan(0.005);
        for (let node = 1; node < table.length; node++) {
          const errorNs = Math.abs(tree.selfNs[node] - trueNs[table.method[node] - FIRST_METHOD_ID]);
          expect(errorNs).toBeLessThan(0.1 * totalNs);
          all++;
          if (errorNs <= tree.errorNs[node]) inside++;
        }
      }),
      { numRuns: 20, seed: 7 },
    );
    expect(inside / all).toBeGreaterThan(0.9);
  });
});

function wordsOfScript(script: string): Uint32Array {
  const words: number[] = [];
  eventScript(script).play({
    events: (_thread, _timed, block) => words.push(...block),
    thread() {},
    threadEnd() {},
    recordingStart() {},
  });
  return Uint32Array.from(words);
}

interface TimedWord {
  readonly pair: [low: number, high: number];
  readonly nowNs: number;
}

/** The words of a random program, half of whose calls are counted only, by a clock that is read at a few of them in some dozen. */
function inShortBursts(seed: number, random: () => number): TimedWord[] {
  const shape = {
    seed,
    events: 3_000,
    methods: 4,
    maxDepth: 6,
    startNs: 2 ** 44 - 50_000,
    missingExits: 0.1,
  };
  const words: TimedWord[] = [];
  let nowNs = shape.startNs;
  let reads = false;
  let turnAt = 0;
  for (const event of arbitraryEvents({ ...shape, countedCalls: 0.5 })) {
    const hasTime = 'timeNs' in event;
    if (hasTime) nowNs = event.timeNs;
    const turns = hasTime && words.length >= turnAt;
    const weight: number = reads ? 0 : 1 + Math.floor(random() * 8);
    if (turns) words.push({ pair: [lowOfWord(CONTROL_WORD.turn, false, weight), highOfWord(weight)], nowNs });
    const [low, high] = wordsOf([reads || !hasTime ? event : { ...event, timeNs: 0 }]);
    words.push({ pair: [low, high], nowNs });
    if (!turns) continue;
    reads = weight > 0;
    turnAt = words.length + Math.floor(random() * (reads ? 6 : 40));
  }
  return words;
}

/** A tree A, B with `samples` measured stretches each of the given length, and `rest` more in pauses. */
function sampled(shape: {
  readonly measuredNs: readonly [number, number];
  readonly samples: number;
  readonly rest: number;
  readonly pauseNs: number;
}): CctTable {
  const { samples, rest } = shape;
  const per = rest / samples;
  const columns = (of: (ns: number) => number): Float64Array =>
    Float64Array.of(0, ...shape.measuredNs.map(of));
  return {
    ...tableOf('main: 0>A 1>B 2<B 3<A'),
    calls: Float64Array.of(0, samples + rest - 1, 1), // with the calls of B: stretches of A
    parent: Int32Array.of(-1, 0, 1),
    selfNs: columns((ns) => samples * ns),
    samples: {
      timed: Float64Array.of(0, samples, 1 - rest),
      restWeight: columns(() => per * samples),
      restNs: columns((ns) => per * samples * ns),
      restSquaredNs: columns((ns) => per * samples * ns * ns),
      pauses: {
        samples: 2 * samples,
        sampledWeight: 2 * rest,
        innerSpans: 1,
        innerStretches: 2 * rest,
        innerNs: shape.pauseNs,
      },
    },
  };
}

/**
 * A program of one root that calls five methods in random order 60,000 times, each with its own mean and scatter, under a clock
 * that is read at 64 words in some 2,048, and probes that cost what the calibration says.
 */
function simulated(seed: number): { table: CctTable; trueNs: number[]; calibration: Calibration } {
  const random = seededRandom(seed);
  const calibration = { ...NO_CALIBRATION, innerNs: 25, outerNs: 25, pausedPairNs: 5 };
  const means = [8, 3, 40, 15, 100, 5].map((ns) => ns * (0.5 + random()));
  const trueNs = means.map(() => 0);
  const words: number[] = [];
  let nowNs = 1_000;
  let reads = true;
  let turnAt = 64;
  let pausedWords = 0;
  let count = 0;
  const word = (id: number, exit: boolean): void => {
    let turn = -1;
    if (count++ === 0) turn = 1;
    else if (count >= turnAt) {
      turn = reads ? 0 : Math.round(1 + pausedWords / 64);
      turnAt = count + (reads ? Math.floor(992 + 1984 * random()) : 64);
    }
    if (turn >= 0) words.push(lowOfWord(CONTROL_WORD.turn, false, turn), highOfWord(turn));
    const timeNs = reads ? Math.round(nowNs) : 0;
    words.push(lowOfWord(id, exit, timeNs), highOfWord(timeNs));
    if (!reads) pausedWords++;
    if (turn >= 0) reads = turn > 0;
    if (turn === 0) pausedWords = 0;
  };
  const work = (method: number): void => {
    const ns = means[method] * 2 * random();
    trueNs[method] += ns;
    nowNs += ns + (reads ? 25 : 2.5);
  };
  word(FIRST_METHOD_ID, false);
  work(0);
  for (let i = 0; i < 60_000; i++) {
    const method = 1 + Math.floor(5 * random());
    word(FIRST_METHOD_ID + method, false);
    work(method);
    word(FIRST_METHOD_ID + method, true);
    work(0);
  }
  word(FIRST_METHOD_ID, true);
  const builder = new CctBuilder();
  builder.feed(new ThreadCursor(), Uint32Array.from(words), words.length / 2, true, Math.round(nowNs), 0);
  return { table: builder.snapshot(), trueNs, calibration };
}
