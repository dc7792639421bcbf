import { concat } from '../../testing/chunks.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../base/crc32.ts';
import { NO_CALIBRATION } from '../../cct/cctTable.ts';
import { exampleSnapshot } from '../../testing/exampleSnapshot.ts';
import { EXAMPLE_SET } from '../../testing/exampleDataSet.ts';
import { notesOf, type Snapshot } from '../snapshot.ts';
import { MAX_SAMPLES, type TimelineSample } from '../timeline.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshotCodec.ts';

const snapshot = exampleSnapshot(
  `
  main: 0>A 10>B 20<B +G 45<A
  wörker \u{1F600}: 5>B 9<B`,
  { notes: ['a note with "quotes" and a\nline'], refusals: ['demo.Demo::huge: code too large'] },
);

const CALIBRATION = {
  ...NO_CALIBRATION,
  innerNs: 23.5,
  outerNs: 24.25,
  spreadNs: 0.75,
  countNs: 2.5,
  countSpreadNs: 0.25,
};
const UNCOUNTED = { ...CALIBRATION, countNs: 0, countSpreadNs: 0 };

const GOLDEN_SCRIPT = 'main: 0>A 100>B 200<B +B 450<A\n wörker: 5>B 9000000<B';
const TICKED = {
  clock: 'ticker' as const,
  calibration: { ...CALIBRATION, starvedPairNs: 52.5, starvedSpreadNs: 1.5, stepNs: 75 },
  threads: exampleSnapshot(GOLDEN_SCRIPT).threads.map((thread) => ({
    ...thread,
    table: {
      ...thread.table,
      ticker: { words: 5, starvedWords: 1, gaps: 2, leftOutNs: 4_000_000, doubtNs: 4_020_000 },
    },
  })),
} satisfies Partial<Snapshot>;

const WAITED: Partial<Snapshot> = {
  ...TICKED,
  calibration: { ...TICKED.calibration, compilingShare: 0.25 },
  threads: TICKED.threads.map((thread) => ({
    ...thread,
    table: { ...thread.table, coreWaits: { leftOutNs: 3_000_000, doubtNs: 250_000 } },
  })),
};

const BURSTS_SCRIPT = 'main: ^ @4 10>A 15>B 30<B 35>B @0 55<B >B <B >B @1 <B 125>B 130<B 140<A';

const SAMPLE: TimelineSample = {
  ...{ fromMs: 0, toMs: 1_000, events: 5_000, hotSwaps: 2, swapMs: 41.5, waitedMs: 3, coreWaitMs: 0.5 },
  ...{ classLoads: 4, classLoadMs: 12, compilingMs: 640, pausedMs: 0 },
};

const SECTION_HEADER_BYTES = 16;

/** With all that version 8 brought: a metric more in a tree, and a data set. */
function withMore(): Snapshot {
  const bursts = exampleSnapshot(BURSTS_SCRIPT, { clock: 'bursts' });
  const [{ table, ...thread }] = bursts.threads;
  const beats = Float64Array.from({ length: table.length }, (_, row) => row * 300);
  return {
    ...bursts,
    threads: [{ ...thread, table: { ...table, more: new Map([['beats', beats]]) } }],
    dataSets: [EXAMPLE_SET],
  };
}
/** Options that the file did not tell at first. */
const UNTOLD = { chargeCoreWaits: null, bareFirst: null };
const UNFILTERED = { includes: null, excludes: null, includeCore: null };

describe('the recording file', () => {
  it('holds all of a recording', () => {
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual(snapshot);
    const paused = { ...snapshot, pausedMs: 1_200 };
    expect(decodeSnapshot(encodeSnapshot(paused))).toEqual(paused);
    const went = {
      ...snapshot,
      timeline: [SAMPLE, { ...SAMPLE, fromMs: 1_000, toMs: 2_250, swapMs: 0.125 }],
    };
    expect(decodeSnapshot(encodeSnapshot(went))).toEqual(went);
    const empty = exampleSnapshot('main: |');
    expect(decodeSnapshot(encodeSnapshot(empty))).toEqual(empty);
  });

  it.each([
    ['that goes back', [SAMPLE, SAMPLE], /sample 1 of its timeline is impossible/],
    ['with less than nothing', [{ ...SAMPLE, swapMs: -1 }], /sample 0 of its timeline is impossible/],
    ['without end', Array<TimelineSample>(MAX_SAMPLES).fill(SAMPLE), /its timeline has 600 samples/],
  ])('is damaged with a timeline %s', (_, timeline, sentence) => {
    expect(() => decodeSnapshot(encodeSnapshot({ ...snapshot, timeline }))).toThrow(sentence);
  });

  it.each([
    ['version1', { countTrivial: false, ...UNFILTERED, instrumentation: null, calibration: UNCOUNTED }],
    ['version2', { calibration: CALIBRATION }],
    ['version3', { calibration: CALIBRATION }],
    ['version4', { calibration: CALIBRATION }],
    ['version5', TICKED],
    ['version6', WAITED],
  ])('of %s, as Sluice wrote it then, is read', (name, changes) => {
    const script =
      name === 'version1'
        ? 'main: 0>A 100>B 200<B 450<A\n wörker: 5>B 9000000<B' // all calls had times then
        : GOLDEN_SCRIPT;
    const file = new Uint8Array(readFileSync(join(import.meta.dirname, '..', 'golden', `${name}.sluice`)));
    expect(decodeSnapshot(file)).toEqual(exampleSnapshot(script, { ...UNTOLD, ...changes }));
  });

  it('of version 6 says of the pauses of a clock what it knew of them then', () => {
    const file = new Uint8Array(
      readFileSync(join(import.meta.dirname, '..', 'golden', 'version6-bursts.sluice')),
    );
    const now = exampleSnapshot(BURSTS_SCRIPT, { clock: 'bursts' }).threads[0].table.samples?.pauses;
    expect(now).toMatchObject({ innerSpans: 1 });
    expect(decodeSnapshot(file).threads[0].table.samples?.pauses).toEqual({ ...now, innerSpans: 0 });
  });

  it('of version 7, as Sluice wrote it then, is read', () => {
    const file = new Uint8Array(readFileSync(join(import.meta.dirname, '..', 'golden', 'version7.sluice')));
    expect(decodeSnapshot(file)).toEqual({
      ...exampleSnapshot(BURSTS_SCRIPT, { clock: 'bursts' }),
      ...UNTOLD,
    });
  });

  it('is written as the golden file of this version', () => {
    const golden = readFileSync(join(import.meta.dirname, '..', 'golden', 'version8.sluice'));
    expect(Buffer.from(encodeSnapshot(withMore()))).toEqual(golden);
    expect(decodeSnapshot(new Uint8Array(golden))).toEqual(withMore());
  });

  it('keeps sections of a newer Sluice that may be left out, says so, and writes them again', () => {
    const newer = { ...snapshot, skipped: [{ kind: 77, payload: Uint8Array.of(1, 2, 3) }] };
    const read = decodeSnapshot(encodeSnapshot(newer));
    expect(read).toEqual(newer);
    expect(notesOf(read)).toEqual([
      ...snapshot.notes,
      'A newer Sluice made this file: sections of kind 77 are kept in it, and not shown.',
    ]);
    expect(notesOf(snapshot)).toEqual(snapshot.notes);
  });

  it('has how many processors its JVM had, and the collector, where they are known', () => {
    const target = { ...snapshot.target, processors: 12, collector: 'G1' };
    expect(decodeSnapshot(encodeSnapshot({ ...snapshot, target })).target).toEqual(target);
  });

  it('keeps fields of a newer Sluice, an option for example, says so, and writes them again', () => {
    const newer = { ...snapshot, fakeNoise: true, 'another field': { of: [1, 'two'] } };
    const read = decodeSnapshot(encodeSnapshot(newer));
    const unknownFields = { fakeNoise: true, 'another field': { of: [1, 'two'] } };
    expect(read).toEqual({ ...snapshot, unknownFields });
    expect(notesOf(read).slice(snapshot.notes.length)).toEqual([
      'A newer Sluice made this file: the fields fakeNoise, another field are kept in it, and not shown.',
    ]);
    expect(decodeSnapshot(encodeSnapshot(read))).toEqual(read);
  });

  it('keeps a data set of a newer Sluice in units that are not known, says so, and writes it again', () => {
    const furlongs = { ...EXAMPLE_SET.values[0], unit: 'furlongs' as 'ns' };
    const newer = { ...EXAMPLE_SET, id: 'ways', values: [furlongs] };
    const read = decodeSnapshot(encodeSnapshot({ ...snapshot, dataSets: [newer, EXAMPLE_SET] }));
    expect(read.dataSets).toEqual([EXAMPLE_SET]);
    expect(notesOf(read).at(-1)).toBe(
      'A newer Sluice made this file: sections of kind 4 are kept in it, and not shown.',
    );
    expect(decodeSnapshot(encodeSnapshot(read))).toEqual(read);
  });

  it('is refused with a section of a newer Sluice that may not be left out', () => {
    const file = encodeSnapshot({ ...snapshot, skipped: [{ kind: 77, payload: new Uint8Array(0) }] });
    const newer = file.length - 2 * SECTION_HEADER_BYTES;
    file[newer + 12] = 0;
    expect(() => decodeSnapshot(file)).toThrow(
      expect.objectContaining({
        code: 'version',
        message:
          'The recording has a section of kind 77, which this Sluice does not know and may not leave out.',
      }),
    );
  });

  it('says which metrics of its trees nobody knows here', () => {
    expect(notesOf(withMore())).toEqual([
      ...withMore().notes,
      'A newer Sluice made this file: the metrics beats are kept in it, and not shown.',
    ]);
  });

  it('is refused when a metric of its trees is impossible, or there twice', () => {
    const { table, ...thread } = snapshot.threads[0];
    const more = new Map([['beats', new Float64Array(table.length).fill(NaN, 2)]]);
    expect(() =>
      decodeSnapshot(encodeSnapshot({ ...snapshot, threads: [{ ...thread, table: { ...table, more } }] })),
    ).toThrow('beats 2 of the tree of thread "main" is NaN');
  });

  it('is refused when two data sets have one id', () => {
    const [set] = withMore().dataSets;
    expect(() => decodeSnapshot(encodeSnapshot({ ...snapshot, dataSets: [set, set] }))).toThrow(
      'it has two data sets locks',
    );
  });

  it('can be read from any place in memory', () => {
    const file = encodeSnapshot(snapshot);
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    expect(decodeSnapshot(shifted.subarray(3))).toEqual(snapshot);
  });

  it('is refused when foreign, with what it should be', () => {
    expect(() => decodeSnapshot(new Uint8Array(0))).toThrow('not a Sluice recording');
    expect(() => decodeSnapshot(Uint8Array.from('JAVA PROFILE 1.0.2', (c) => c.charCodeAt(0)))).toThrow(
      expect.objectContaining({ code: 'io', remedy: 'Show a heap dump with sluice heap FILE.' }),
    );
  });

  it('is refused when it is newer', () => {
    const file = encodeSnapshot(snapshot);
    file[8] = 9;
    expect(() => decodeSnapshot(file)).toThrow(
      expect.objectContaining({
        code: 'version',
        message: 'The recording has format version 9; this Sluice reads up to version 8.',
      }),
    );
  });

  it('is refused wherever it was cut, and when something follows it', () => {
    const file = encodeSnapshot(snapshot);
    for (let length = 0; length < file.length; length++) {
      expect(() => decodeSnapshot(file.subarray(0, length))).toThrow(/cut|not a Sluice recording/);
    }
    expect(() => decodeSnapshot(Uint8Array.from([...file, 0]))).toThrow('1 bytes follow its end');
  });

  it('is refused when any byte of a section is changed', () => {
    const file = encodeSnapshot(snapshot);
    for (let at = 16; at < file.length; at++) {
      const damaged = file.slice();
      damaged[at] ^= 0x40;
      try {
        // Zeros between sections and flags of known ones mean nothing; whatever else still reads must say the same.
        expect(decodeSnapshot(damaged)).toEqual(snapshot);
      } catch (thrown) {
        // The kind of a section became one that nobody knows.
        const code = (thrown as Error).message.includes('section of kind') ? 'version' : 'io';
        expect(thrown).toMatchObject({ name: 'SluiceError', code });
      }
    }
  });

  it('says what a foreign file is instead', () => {
    const beginning = (...bytes: number[]): Uint8Array => Uint8Array.from([...bytes, ...new Uint8Array(20)]);
    expect(() => decodeSnapshot(beginning(0x46, 0x4c, 0x52, 0))).toThrow('of the JDK Flight Recorder (.jfr)');
    expect(() => decodeSnapshot(beginning(0x1f, 0x8b))).toThrow('it is a gzip file');
    expect(() => decodeSnapshot(beginning(0x7b))).toThrow('it is a JSON text');
    expect(() => decodeSnapshot(beginning(0, 1))).toThrow('does not begin with the magic bytes');
    expect(() => decodeSnapshot(new Uint8Array(0))).toThrow('it is empty');
  });

  it('holds numbers up to 2^53, and such that are not whole', () => {
    const [thread] = snapshot.threads;
    const { table } = thread;
    const calls = Float64Array.of(0, Number.MAX_SAFE_INTEGER, 2 ** 31, 128);
    const selfNs = Float64Array.of(0, 2 ** 60, 0.25, 0);
    for (const changed of [{ calls }, { selfNs }, { calls, selfNs }]) {
      const written = {
        ...snapshot,
        threads: [{ ...thread, table: { ...table, ...changed } }],
      };
      expect(decodeSnapshot(encodeSnapshot(written))).toEqual(written);
    }
  });

  it('is refused, before memory is taken, when it announces more nodes than it holds', () => {
    const file = encodeSnapshot(exampleSnapshot('main: 0>A 5<A'));
    const view = new DataView(file.buffer);
    const tree = 32 + Math.ceil(view.getUint32(24, true) / 8) * 8;
    const payloadBytes = view.getUint32(tree + 8, true);
    for (const nodes of [0, 100, 0xffffffff]) {
      view.setUint32(tree + 16, nodes, true);
      view.setUint32(tree + 4, crc32(file.subarray(tree + 16, tree + 16 + payloadBytes)), true);
      expect(() => decodeSnapshot(file)).toThrow(
        `The recording is damaged: the tree of thread "main": ${nodes} nodes in ${payloadBytes} bytes.`,
      );
    }
  });

  it('is refused when a number of its header is none', () => {
    const endless = { ...snapshot, durationMs: Infinity }; // JSON has null for it
    expect(() => decodeSnapshot(encodeSnapshot(endless))).toThrow(
      'header.durationMs is null; a number is needed',
    );
  });

  it('is refused when its checksums are right and its tree is none', () => {
    const table = { ...snapshot.threads[0].table, parent: Int32Array.of(-1, 0, 2, 1) };
    const thread = { ...snapshot.threads[0], table };
    expect(() => decodeSnapshot(encodeSnapshot({ ...snapshot, threads: [thread] }))).toThrow(
      'row 2 of the tree of thread "main" is impossible: method 17, parent 2, calls 1, self 10 ns, counted 0',
    );
  });

  it.each([NaN, -1, 0.5, Infinity, 2 ** 53])('is refused when a method was called %s times', (times) => {
    const { table, ...thread } = snapshot.threads[0];
    const calls = Float64Array.from(table.calls, (n, row) => (row === 2 ? times : n));
    expect(() =>
      decodeSnapshot(encodeSnapshot({ ...snapshot, threads: [{ ...thread, table: { ...table, calls } }] })),
    ).toThrow(`row 2 of the tree of thread "main" is impossible: method 17, parent 1, calls ${times},`);
  });

  it('is refused when a method that was counted only has a time', () => {
    const { table, ...thread } = snapshot.threads[0];
    const counted = Uint8Array.from(table.counted, (n, row) => (row === 2 ? 1 : n));
    expect(() =>
      decodeSnapshot(encodeSnapshot({ ...snapshot, threads: [{ ...thread, table: { ...table, counted } }] })),
    ).toThrow(
      'row 2 of the tree of thread "main" is impossible: method 17, parent 1, calls 1, self 10 ns, counted 1',
    );
  });

  it('is refused when a thread has no tree', () => {
    const [thread] = snapshot.threads;
    const file = encodeSnapshot({ ...snapshot, threads: [thread, { ...thread, name: 'other' }] });
    const view = new DataView(file.buffer);
    const behind = (section: number): number =>
      section + 16 + Math.ceil(view.getUint32(section + 8, true) / 8) * 8;
    const firstTree = behind(16);
    const withoutOne = concat(file.subarray(0, firstTree), file.subarray(behind(firstTree)));
    expect(() => decodeSnapshot(withoutOne)).toThrow('2 threads and 1 trees');
  });

  it('is refused when two methods have one number', () => {
    const methods = [...snapshot.methods, { ...snapshot.methods[0], name: 'other' }];
    expect(() => decodeSnapshot(encodeSnapshot({ ...snapshot, methods }))).toThrow(
      `header.methods[${snapshot.methods.length}].id is 16, which another method has`,
    );
  });

  it('may have names as long as those of the JVM, and arguments as long as the system allows', () => {
    const target = { ...snapshot.target, mainClass: 'M'.repeat(65_535), commandLine: 'x '.repeat(1 << 20) };
    const long = { ...snapshot, target };
    expect(decodeSnapshot(encodeSnapshot(long))).toEqual(long);
  });

  it.each([
    [
      'main class',
      { target: { ...snapshot.target, mainClass: 'M'.repeat(2 ** 18 + 1) } },
      'has 262145 characters; 262144 are allowed',
    ],
    [
      'command line',
      { target: { ...snapshot.target, commandLine: 'x'.repeat(2 ** 22 + 1) } },
      'has 4194305 characters; 4194304 are allowed',
    ],
    ['note', { notes: ['n'.repeat(2 ** 18 + 1)] }, 'header.notes has 262145 characters'],
  ])('is refused when its %s is longer than any can be, with a short sentence', (_, changes, sentence) => {
    const file = encodeSnapshot({ ...snapshot, ...changes });
    expect(() => decodeSnapshot(file)).toThrow(
      expect.objectContaining({ code: 'io', message: expect.stringContaining(sentence) as string }),
    );
  });

  it('may be from before threads were followed, and costs and filters told', () => {
    const { followThreads, instrumentation, switches, includes, excludes, includeCore, ...older } = snapshot;
    expect({ followThreads, instrumentation, switches, includes, excludes, includeCore }).not.toContain(
      undefined,
    );
    const read = decodeSnapshot(encodeSnapshot(older as Snapshot));
    expect(read).toEqual({
      ...snapshot,
      followThreads: false,
      instrumentation: null,
      ...UNFILTERED,
      switches: [],
    });
    const again = decodeSnapshot(encodeSnapshot(read));
    expect(again).toEqual(read);
  });

  it('keeps what was left out, and what was switched off while it ran', () => {
    const chosen = {
      ...snapshot,
      ...{ includes: ['demo.**'], excludes: ['demo.Log'], includeCore: true },
      switches: [
        { atMs: 1_500, on: false, pattern: 'demo.Demo::B', methods: 1 },
        { atMs: 2_000.5, on: true, pattern: 'demo.Demo::B', methods: 1 },
      ],
    };
    expect(decodeSnapshot(encodeSnapshot(chosen))).toEqual(chosen);
  });

  it('keeps that a method was refused', () => {
    const methods = snapshot.methods.map((method, i) =>
      i === 1 ? { ...method, refused: true as const } : method,
    );
    expect(decodeSnapshot(encodeSnapshot({ ...snapshot, methods })).methods).toEqual(methods);
  });

  it('is refused when a field of the header is missing', () => {
    const { target, ...rest } = snapshot;
    const broken = { ...rest, target: { ...target, pid: 'x' as unknown as number } };
    expect(() => decodeSnapshot(encodeSnapshot(broken))).toThrow(
      'header.target.pid is "x"; a number is needed',
    );
  });

  it('is refused as newer, not as damaged, when an option has a choice that is not known', () => {
    const laterClock = { ...snapshot, clock: 'beats' as 'ticker' };
    expect(() => decodeSnapshot(encodeSnapshot(laterClock))).toThrow(
      expect.objectContaining({
        code: 'version',
        message: expect.stringMatching(/header\.clock "beats"; this Sluice knows nano, bursts/) as string,
        remedy: 'Open it with the Sluice that saved it, or a newer one.',
      }),
    );
  });
});

describe('crc32', () => {
  it('is that of ZIP and java.util.zip', () => {
    expect(crc32(Uint8Array.from('123456789', (c) => c.charCodeAt(0)))).toBe(0xcbf43926);
  });
});
