// @module-tag slow
import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../shared/base/errors.ts';
import { crc32 } from '../../shared/base/crc32.ts';
import { EXPORT_FORMATS } from '../../shared/export/exportFormats.ts';
import { exportedPieces } from '../../shared/export/exportedPieces.ts';
import { exportedRecording } from '../../shared/export/exportedRecording.ts';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { reportJson } from '../../shared/report/reportJson.ts';
import { reportText } from '../../shared/report/reportText.ts';
import { wholeView } from '../../shared/report/reportView.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { SELF_TIME } from '../../shared/metrics/metric.ts';

/** Recordings that a stranger made by hand, with right checksums: each is refused with a sentence, or is read and shown. */
/** Of a core, for reading one and writing it in all forms: a machine may be busy with others' work. */
const MOST_CPU_MS = 15_000;
const LONG = 'long'.repeat(16_000);
const FIRST = 16;
const HTML_PARTS = { page: '', packed: () => Promise.resolve('') };

/** A chain of calls, each by the one before. */
function chain(length: number): Snapshot {
  const example = exampleSnapshot('main: 0>A 5<A');
  const table = {
    length,
    method: Int32Array.from({ length }, (_, row) => (row === 0 ? -1 : example.methods[0].id)),
    parent: Int32Array.from({ length }, (_, row) => row - 1),
    calls: Float64Array.from({ length }, (_, row) => (row === 0 ? 0 : Number.MAX_SAFE_INTEGER)),
    selfNs: Float64Array.from({ length }, (_, row) => (row === 0 ? 0 : 2 ** 60)),
    counted: new Uint8Array(length),
  };
  return { ...example, threads: [{ ...example.threads[0], table }] };
}

function named(className: string, name: string, thread: string): Snapshot {
  const example = exampleSnapshot(`main: 0>A 5<A`, {}, { A: { className, name, descriptor: '()V' } });
  const { methods } = example;
  return {
    ...example,
    target: { ...example.target, mainClass: className, commandLine: thread },
    roots: [className, name],
    notes: [thread],
    losses: [thread],
    refusals: [className],
    complete: false,
    methods,
    threads: [{ ...example.threads[0], name: thread }],
  };
}

const SHOWN: readonly [string, () => Snapshot][] = [
  ['a chain of 200,000 calls, whose sums no double holds', () => chain(200_000)],
  ['methods that nobody explains', () => ({ ...exampleSnapshot('main: 0>A 1>B 2<B 5<A'), methods: [] })],
  ['names of objects', () => named('__proto__', 'constructor', 'toString')],
  ['names that are markup', () => named('<img src=x onerror=x>', '"><svg>', '</script><!--')],
  ['names that are halves of characters', () => named('\ud800', '\udfff', '\udc00\ud800')],
  ['names that steer and turn', () => named('\u001b[2J', '\u202e\u0000', '\r\n\u2028')],
  ['names of 64 KB', () => named(LONG, LONG, LONG)],
  ['no names', () => named('', '', '')],
  ['descriptors that are none', () => described('(((L[[V')],
  [
    'times beyond every calendar',
    () => ({ ...chain(3), startedAtMs: 1e300, durationMs: 1e300, pausedMs: 1e300 }),
  ],
  ['negative times', () => ({ ...chain(3), startedAtMs: -1, durationMs: -1, droppedEvents: -1 })],
  ['no thread', () => ({ ...chain(3), threads: [] })],
  ['threads of one id', () => ({ ...chain(3), threads: [...chain(3).threads, ...chain(4).threads] })],
];

function described(descriptor: string): Snapshot {
  return exampleSnapshot('main: 0>A 5<A', {}, { A: { className: 'a.B', name: 'c', descriptor } });
}

describe('is shown, in every format: a recording with', () => {
  it.each(SHOWN)('%s', async (_, make) => {
    const before = process.cpuUsage();
    const snapshot = decodeSnapshot(encodeSnapshot(make()));
    for (const kind of ['tree', 'hot', 'threads', 'callers'] as const) {
      const text = reportText(snapshot, { view: wholeView(kind), top: 100, names: 'long' });
      expect(lengthOf(text)).toBeGreaterThan(0);
    }
    expect(lengthOf(reportJson(snapshot))).toBeGreaterThan(0);
    for (const { id: format } of EXPORT_FORMATS) {
      expect(
        lengthOf(
          await exportedPieces(
            exportedRecording(snapshot),
            format,
            { metric: SELF_TIME, isInverted: false },
            () => Promise.resolve(HTML_PARTS),
          ),
        ),
      ).toBeGreaterThanOrEqual(0);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(MOST_CPU_MS);
  });
});

/** A header of one's own; the sections behind it are the example's. */
function withHeader(text: string): Uint8Array {
  const file = encodeSnapshot(exampleSnapshot('main: 0>A 5<A'));
  const payload = new TextEncoder().encode(text);
  const oldEnd = FIRST + 16 + padded(new DataView(file.buffer).getUint32(FIRST + 8, true));
  const bytes = new Uint8Array(FIRST + 16 + padded(payload.length) + file.length - oldEnd);
  bytes.set(file.subarray(0, FIRST + 16));
  bytes.set(payload, FIRST + 16);
  bytes.set(file.subarray(oldEnd), FIRST + 16 + padded(payload.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(FIRST + 4, crc32(payload), true);
  view.setUint32(FIRST + 8, payload.length, true);
  return bytes;
}

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;
const headerText = (): string => {
  const file = encodeSnapshot(exampleSnapshot('main: 0>A 5<A'));
  const length = new DataView(file.buffer).getUint32(FIRST + 8, true);
  return new TextDecoder().decode(file.subarray(FIRST + 16, FIRST + 16 + length));
};

describe('is refused with a sentence: a recording whose header', () => {
  it.each<[string, () => string]>([
    ['is nested a million levels deep', () => '['.repeat(1_000_000)],
    ['is nested in a field', () => headerText().replace('"roots":[', `"roots":[${'['.repeat(100_000)}`)],
    ['is no object', () => '[]'],
    ['is empty', () => ''],
    ['says __proto__ in place of its fields', () => '{"__proto__":{"target":{}}}'],
    [
      'has a list that is an object',
      () => headerText().replace('"threads":[', '"threads":{"length":9,"x":[').replace(/\]\}$/, ']}}'),
    ],
    ['has no number for a number', () => headerText().replace('"pid":4242', '"pid":"4242"')],
    ['has a number beyond numbers', () => headerText().replace('"pid":4242', '"pid":1e999')],
  ])('%s', (_, header) => {
    const startMs = performance.now();
    let thrown: unknown = null;
    try {
      decodeSnapshot(withHeader(header()));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SluiceError);
    expect(thrown).toMatchObject({ code: 'io' });
    expect((thrown as SluiceError).message.length).toBeLessThan(1_000);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });

  it('has more threads than there are trees', { tags: 'slow' }, () => {
    const threads = '{"id":1,"name":"","virtual":false},'.repeat(200_000);
    const header = headerText().replace('"threads":[', `"threads":[${threads}`);
    expect(() => decodeSnapshot(withHeader(header))).toThrow('200001 threads and 1 trees');
  });
});

function lengthOf(pieces: Iterable<string | Uint8Array>): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}
