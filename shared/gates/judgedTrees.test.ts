import { describe, expect, it } from 'vitest';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { BYTECODES, BYTECODES_ERROR } from '../events/amounts.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import { RecordingDiff } from '../compare/recordingDiff.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { madeSnapshot } from '../testing/madeSnapshot.ts';
import { parseTreeGate } from './treeGate.ts';
import { judgeTrees } from './judgedTrees.ts';

/** B is called 3 times instead of 2, each 20 µs instead of 10; D instead of C. Errors are some ns. */
const before = exampleSnapshot('main: 0>A 10000>B 20000<B 20000>B 30000<B 40000>C 60000<C 100000<A');
const after = exampleSnapshot(
  'main: 0>A 10000>B 30000<B 30000>B 50000<B 50000>B 70000<B 80000>D 85000<D 145000<A',
);

/** As many live as were made. */
const withLiveColumns = (made: DataSet): DataSet => ({
  ...made,
  values: [
    ...made.values,
    ...[
      { id: LIVE_OBJECTS, of: 'objects' },
      { id: LIVE_BYTES, of: 'bytes' },
    ].flatMap(({ id, of }) =>
      made.values.filter((column) => column.id === of).map((column) => ({ ...column, id, title: id })),
    ),
  ],
});

const compared = (a: Snapshot, b: Snapshot): RecordingDiff =>
  new RecordingDiff({ name: 'a', snapshot: a }, { name: 'b', snapshot: b });

describe('a gate', () => {
  it.each([
    ['calls>0', ['the recording as a whole: Invocations 4 -> 5 (+25.0 %)']],
    ['calls > 25%', []],
    ['calls>24%', ['the recording as a whole: Invocations 4 -> 5 (+25.0 %)']],
    [
      'calls:**>0',
      ['demo.Demo.B(): Invocations 2 -> 3 (+50.0 %)', 'demo.Demo.D(): Invocations 0 -> 1 (new)'],
    ],
    ['calls:demo.*<0', ['demo.Demo.C(): Invocations 1 -> 0 (-100.0 %)']],
    ['calls:demo.Demo::B>1', []],
    ['self:demo.Demo::B>40.1us', []],
    ['self:demo.Demo::B>39us', ['demo.Demo.B(): Self Time 20.0 µs -> 60.0 µs (+200.0 %, ± 3 ns)']],
    ['self:demo.Demo::B>200%', []],
    [
      'per-call:demo.Demo::B>9us',
      ['demo.Demo.B(): Self Time / Invocations 10.0 µs -> 20.0 µs (+100.0 %, ± 1 ns)'],
    ],
    ['per-call:demo.Demo::D>0%', []],
    ['total>40us', ['the recording as a whole: Total Time 100 µs -> 145 µs (+45.0 %, ± 9 ns)']],
    ['total:demo.Demo::A>45%', []],
    ['total:demo.Demo::A>-10%', ['demo.Demo.A(): Total Time 100 µs -> 145 µs (+45.0 %, ± 9 ns)']],
  ])('%s fails %j', (text, sentences) => {
    const failures = judgeTrees(compared(before, after), [parseTreeGate(text)]);
    expect(failures.map(({ sentence }) => sentence)).toEqual(sentences.map((rest) => `${text}: ${rest}`));
  });

  it.each([
    ['bytecodes>10', [], 'as many as the blocks that were left early may be too many'],
    [
      'bytecodes>9',
      ['the recording as a whole: Self Bytecodes 100 -> 120 (+20.0 %, ± 10)'],
      'more than that',
    ],
  ])('%s on bytecodes counted by whole blocks fails %j: %s', (text, sentences) => {
    const counted = (snapshot: Snapshot, bytecodes: number, doubted: number): Snapshot => ({
      ...snapshot,
      threads: snapshot.threads.map((thread) => {
        const inRoot = (value: number): Float64Array =>
          new Float64Array(thread.table.calls.length).fill(value, 1, 2);
        const more = new Map([
          [BYTECODES, inRoot(bytecodes)],
          [BYTECODES_ERROR, inRoot(doubted)],
        ]);
        return { ...thread, table: { ...thread.table, more } };
      }),
    });
    const diff = compared(counted(before, 100, 10), counted(after, 120, 0));
    const failures = judgeTrees(diff, [parseTreeGate(text)]);
    expect(failures.map(({ sentence }) => sentence)).toEqual(sentences.map((rest) => `${text}: ${rest}`));
  });

  it('on bytecodes works where none is in doubt, and no error was recorded', () => {
    const counted = (snapshot: Snapshot): Snapshot => ({
      ...snapshot,
      threads: snapshot.threads.map((thread) => {
        const more = new Map([[BYTECODES, new Float64Array(thread.table.calls.length).fill(7, 1)]]);
        return { ...thread, table: { ...thread.table, more } };
      }),
    });
    expect(judgeTrees(compared(counted(before), counted(before)), [parseTreeGate('bytecodes:**>0')])).toEqual(
      [],
    );
  });

  it('on objects takes the side that made none, or in which nothing was called, for 0', () => {
    const options = { metrics: 'calls,objects', clock: 'none', live: ['**'] } as const;
    const script = 'main: 0>A 10<A';
    const some = {
      ...madeSnapshot(script, [{ thread: 0, node: 1, made: 'x.Y', objects: 3, bytes: 48 }]),
      ...options,
    };
    const [contexts] = some.dataSets;
    const none = { ...madeSnapshot(script, []), ...options };
    // A Sluice from before left out tables without rows.
    for (const empty of [none, { ...none, dataSets: [] }, { ...none, threads: [], dataSets: [] }]) {
      const failing = (a: Snapshot, b: Snapshot, gate: string): readonly string[] =>
        judgeTrees(compared(a, b), [parseTreeGate(gate)]).map(({ sentence }) => sentence);
      expect(failing(empty, some, 'objects:x.Y>0')).toEqual([
        'objects:x.Y>0: of class x.Y: Objects 0 -> 3 (new)',
      ]);
      expect(failing(some, empty, 'objects:x.Y<0')).toEqual([
        'objects:x.Y<0: of class x.Y: Objects 3 -> 0 (-100.0 %)',
      ]);
      const followed = { ...some, dataSets: [withLiveColumns(contexts)] };
      expect(failing(empty, followed, 'live:x.Y>0')).toEqual([
        'live:x.Y>0: of class x.Y: Live Objects 0 -> 3 (new)',
      ]);
      expect(failing(followed, empty, 'live:x.Y>0')).toEqual([]);
    }
  });

  it('on objects is refused where a side did not count them', () => {
    const some = {
      ...madeSnapshot('main: 0>A 10<A', [{ thread: 0, node: 1, made: 'x.Y', objects: 3, bytes: 48 }]),
      ...({ metrics: 'calls,objects' } as const),
    };
    expect(() => judgeTrees(compared(before, some), [parseTreeGate('objects:x.Y>0')])).toThrow(
      'not both recordings have them',
    );
  });

  it('on times does not fail within the bound of their error', () => {
    const calibration = {
      innerNs: 0,
      outerNs: 0,
      spreadNs: 5_000,
      countNs: 0,
      countSpreadNs: 0,
      pausedPairNs: 0,
      pausedSpreadNs: 0,
      starvedPairNs: 0,
      starvedSpreadNs: 0,
      stepNs: 0,
      compilingShare: 0,
    };
    const [a, b] = [before, after].map((snapshot) => ({ ...snapshot, calibration }));
    expect(judgeTrees(compared(a, b), [parseTreeGate('self:demo.Demo::B>0%')])).toHaveLength(1);
    expect(judgeTrees(compared(a, b), [parseTreeGate('self:demo.Demo::B>16us')])).toHaveLength(0);
  });

  it('on sampled times fails by what is beyond the error of all samples together', () => {
    // 400 samples of 1 us in 100 contexts: together +- 20 us, and 200 if each context's error counted by itself.
    const sampled = (samples: number): Snapshot => {
      const calls = Array.from({ length: 100 }, (_, i) => [`M${i}`, i * samples * 1_000] as const);
      const script = calls.map(
        ([name, at]) => `${at}>${name} ${at}>L ${at + samples * 1_000}<L ${at + samples * 1_000}<${name}`,
      );
      return exampleSnapshot(`main: 0>A ${script.join(' ')} ${100_000 * samples}<A`, {
        clock: 'samples',
        calibration: { ...NO_CALIBRATION, stepNs: 1_000 },
      });
    };
    const diff = compared(sampled(4), sampled(5));
    for (const gate of ['self:demo.Demo::L>0%', 'total:demo.Demo::A>0%', 'total>0%'])
      expect(
        judgeTrees(diff, [parseTreeGate(gate)]).map(({ error }) => Math.round(error)),
        gate,
      ).toEqual([30_000]);
    expect(judgeTrees(diff, [parseTreeGate('self:demo.Demo::L>18%')])).toEqual([]);
  });

  it('may name a constructor', () => {
    const gate = parseTreeGate('calls:demo.Demo::<init>>10%');
    expect(gate).toMatchObject({
      value: { metric: { id: 'calls' } },
      sign: 1,
      limit: { value: 10, isPercent: true },
    });
    expect(gate.pattern?.text).toBe('demo.Demo::<init>');
  });

  it.each([
    ['calls', /"calls" is not understood/],
    ['calls>', /is not understood/],
    ['hits>0', /the metric "hits" is not known/],
    ['calls>5ms', /calls are not measured in ms/],
    ['self>5', /a time needs a unit or %/],
    ['self>5min', /the unit "min" is not known/],
    ['per-call>5us', /per-call is that of a method/],
    ['calls:a..b>0', /Pattern "a\.\.b"|a package or class name/],
    ['calls:!a.B>0', /a pattern that excludes/],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(() => parseTreeGate(text)).toThrow(sentence);
  });
});
