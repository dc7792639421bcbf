// @module-tag slow
import { describe, expect, it } from 'vitest';
import { SluiceError } from '../base/errors.ts';
import { jfrRecording } from '../importers/jfrRecording.ts';
import { encodeSnapshot } from '../recording/file/snapshotCodec.ts';
import {
  jfrChunkBytes,
  jfrEvent,
  text,
  varint,
  type WrittenField,
  type WrittenPool,
  type WrittenType,
} from '../testing/jfrChunkBytes.ts';

const BASE: readonly WrittenType[] = [
  { id: 1, name: 'boolean' },
  { id: 2, name: 'int' },
  { id: 3, name: 'long' },
  { id: 4, name: 'java.lang.String' },
];
const field = (name: string, id: number, kind: Partial<WrittenField> = {}): WrittenField => ({
  name,
  id,
  ...kind,
});
const POOLED = { pooled: true };
const ARRAY = { array: true };

/** What samples need. */
const SAMPLED: readonly WrittenType[] = [
  ...BASE,
  { id: 5, name: 'jdk.types.Symbol', simpleType: true, fields: [field('string', 4)] },
  { id: 6, name: 'java.lang.Class', fields: [field('name', 5, POOLED)] },
  {
    ...{ id: 7, name: 'jdk.types.Method' },
    fields: [field('type', 6, POOLED), field('name', 5, POOLED), field('descriptor', 5, POOLED)],
  },
  {
    ...{ id: 8, name: 'jdk.types.StackFrame' },
    fields: [field('method', 7, POOLED), field('lineNumber', 2), field('bytecodeIndex', 2)],
  },
  {
    ...{ id: 9, name: 'jdk.types.StackTrace' },
    fields: [field('truncated', 1), field('frames', 8, ARRAY)],
  },
  { id: 10, name: 'java.lang.Thread', fields: [field('javaName', 4), field('javaThreadId', 3)] },
  {
    ...{ id: 11, name: 'jdk.ExecutionSample', superType: 'jdk.jfr.Event' },
    fields: [field('startTime', 3), field('sampledThread', 10, POOLED), field('stackTrace', 9, POOLED)],
  },
  {
    ...{ id: 12, name: 'jdk.JavaMonitorEnter', superType: 'jdk.jfr.Event' },
    fields: [
      ...[field('startTime', 3), field('eventThread', 10, POOLED), field('stackTrace', 9, POOLED)],
      ...[field('duration', 3), field('monitorClass', 6, POOLED), field('previousOwner', 10, POOLED)],
    ],
  },
  {
    ...{ id: 13, name: 'jdk.ExecuteVMOperation', superType: 'jdk.jfr.Event' },
    fields: [field('operation', 5, POOLED), field('safepoint', 1), field('safepointId', 3)],
  },
  {
    ...{ id: 14, name: 'jdk.SafepointBegin', superType: 'jdk.jfr.Event' },
    fields: [field('startTime', 3), field('safepointId', 3)],
  },
  {
    ...{ id: 15, name: 'jdk.FileRead', superType: 'jdk.jfr.Event' },
    fields: [field('startTime', 3), field('stackTrace', 9, POOLED), field('path', 4)],
  },
];

const keyed = (entries: readonly (readonly number[])[]): number[][] =>
  entries.map((entry, i) => [...varint(i + 1), ...entry]);
const times = <Item>(count: number, make: (i: number) => Item): Item[] =>
  Array.from({ length: count }, (_, i) => make(i));
/** A symbol of each text, a class and a method of each, and a thread. */
function pools(texts: readonly string[], traces: readonly (readonly number[])[], threads = 1): WrittenPool[] {
  const own = texts.map((_, i) => varint(i + 1));
  return [
    { type: 5, entries: keyed(texts.map(text)) },
    { type: 6, entries: keyed(own) },
    { type: 7, entries: keyed(own.map((key) => [...key, ...key, ...key])) },
    { type: 9, entries: keyed(traces) },
    { type: 10, entries: keyed(times(threads, (i) => [...text(`t${i}`), ...varint(i + 1)])) },
  ];
}
const frame = (method: number, line = 1): number[] => [...varint(method), ...varint(line), 0];
const trace = (frames: readonly (readonly number[])[]): number[] => [
  0,
  ...varint(frames.length),
  ...frames.flat(),
];
const sample = (thread: number, stack: number): number[] =>
  jfrEvent(11, [...varint(5), ...varint(thread), ...varint(stack)]);
const LONG = 'a'.repeat(60_000);

/** V8's hash of a small number is public: keys that fall into one of 2^14 buckets of a Map. */
function collidingKeys(count: number): number[] {
  const keys: number[] = [];
  for (let key = 1; keys.length < count; key++) {
    let hash = key;
    hash = (~hash + (hash << 15)) >>> 0;
    hash ^= hash >>> 12;
    hash = (hash + (hash << 2)) >>> 0;
    hash ^= hash >>> 4;
    hash = Math.imul(hash, 2057) >>> 0;
    hash ^= hash >>> 16;
    if ((hash & 0x3fff) === 7) keys.push(key);
  }
  return keys;
}

const REFUSED: Readonly<Record<string, readonly [() => Uint8Array, RegExp]>> = {
  'seven levels of a hundred fields each, without a byte of content': [
    () => {
      const levels = times(7, (i) => ({
        ...{ id: 20 + i, name: `t${i}` },
        fields: times(100, (j) => field(`f${j}`, 21 + i)),
      }));
      const types = [...BASE, ...levels, { id: 27, name: 't7' }];
      return jfrChunkBytes(types, [{ type: 20, entries: [varint(1)] }], []);
    },
    /the field f0 of its type t6 is a t7, which has no fields/,
  ],
  'arrays of structs without fields': [
    () => {
      const types = [...BASE, { id: 20, name: 'E' }, { id: 21, name: 'A', fields: [field('x', 20, ARRAY)] }];
      const entries = times(40_000, (i) => [...varint(i + 1), ...varint(200_000 - 5 * i)]);
      return jfrChunkBytes(types, [{ type: 21, entries }], []);
    },
    /the field x of its type A is a E, which has no fields/,
  ],
  'stack traces whose frames have no fields': [
    () => {
      const traceType = { id: 21, name: 'jdk.types.StackTrace', fields: [field('frames', 20, ARRAY)] };
      return jfrChunkBytes([...BASE, { id: 20, name: 'jdk.types.StackFrame' }, traceType], [], []);
    },
    /which has no fields/,
  ],
  'a type that holds itself': [
    () => jfrChunkBytes([...BASE, { id: 20, name: 'A', fields: [field('a', 20)] }], [], []),
    /its type A holds itself/,
  ],
  'a type that holds an array of itself': [
    () => jfrChunkBytes([...BASE, { id: 20, name: 'A', fields: [field('a', 20, ARRAY)] }], [], []),
    /its type A holds itself/,
  ],
  'twenty thousand types, each of which holds the next': [
    () =>
      jfrChunkBytes(
        [
          ...BASE,
          ...times(20_000, (i) => ({
            id: 20 + i,
            name: 'A',
            fields: [field('a', i === 19_999 ? 2 : 21 + i)],
          })),
        ],
        [],
        [],
      ),
    /its type A holds itself, or lies 8 types deep/,
  ],
  'more values of a pool than bytes': [
    () => jfrChunkBytes(BASE, [{ type: 2, count: 2 ** 40, entries: [[1, 1]] }], []),
    /1099511627776 values of a pool in 2 bytes/,
  ],
  'a stack of 10,000 frames that 10,000 threads have': [
    () =>
      jfrChunkBytes(
        SAMPLED,
        pools(['m'], [trace(times(10_000, () => frame(1)))], 10_000),
        times(10_000, (i) => sample(i + 1, 1)),
      ),
    /what it asks for takes over \d+ MiB, the most for a file of its size/,
  ],
  'a long name of 50,000 methods': [
    () => {
      const entries = times(50_000, (i) => [...varint(i + 1), 1, ...varint(2 + (i % 2)), ...varint(2)]);
      const symbols = [LONG, 'n', 'o'].map(text);
      const frames = times(50_000, (i) => frame(i + 1));
      const [, , , , threads] = pools([], []);
      return jfrChunkBytes(
        SAMPLED,
        [
          { type: 5, entries: keyed([...symbols, ...times(50_000, (i) => text(`m${i}`))]) },
          { type: 6, entries: keyed([varint(1)]) },
          {
            type: 7,
            entries: entries.map((entry, i) => [
              ...entry.slice(0, 0),
              ...varint(i + 1),
              1,
              ...varint(4 + i),
              2,
            ]),
          },
          { type: 9, entries: keyed([trace(frames)]) },
          threads,
        ],
        [sample(1, 1)],
      );
    },
    /what it asks for takes over/,
  ],
};

/** What is read, in time that is linear in its bytes. */
const READ: Readonly<Record<string, () => Uint8Array>> = {
  'a text that leads to itself through its pool': () =>
    jfrChunkBytes(
      SAMPLED.map((type) => (type.id === 5 ? { ...type, fields: [field('string', 5, POOLED)] } : type)),
      [{ type: 5, entries: [[1, 1]] }, ...pools(['m'], [trace([frame(1)])]).slice(1)],
      [sample(1, 1)],
    ),
  'a chain of 100,000 texts': () =>
    jfrChunkBytes(
      SAMPLED.map((type) => (type.id === 5 ? { ...type, fields: [field('string', 5, POOLED)] } : type)),
      [
        { type: 5, entries: keyed(times(100_000, (i) => varint(i + 2))) },
        ...pools(['m'], [trace([frame(1)])]).slice(1),
      ],
      [sample(1, 1)],
    ),
  'keys whose hashes are equal': () =>
    jfrChunkBytes(
      SAMPLED,
      [
        { type: 2, entries: collidingKeys(20_000).map((key) => [...varint(key), 1]) },
        ...pools(['m'], [trace([frame(1)])]),
      ],
      [sample(1, 1)],
    ),
  'safepoints whose numbers have equal hashes': () =>
    jfrChunkBytes(
      SAMPLED,
      pools(['m'], [trace([frame(1)])]),
      collidingKeys(20_000).map((key) => jfrEvent(13, [...varint(1), 1, ...varint(key)])),
    ),
  'one safepoint of 50,000 operations': () =>
    jfrChunkBytes(SAMPLED, pools(['m'], []), [
      ...times(50_000, () => jfrEvent(13, [...varint(1), 1, ...varint(7)])),
      jfrEvent(14, [...varint(5), ...varint(7)]),
    ]),
  'a stack of 50,000 frames in 50,000 samples': () =>
    jfrChunkBytes(
      SAMPLED,
      pools(['m'], [trace(times(50_000, (i) => frame(1, i + 1)))]),
      times(50_000, () => sample(1, 1)),
    ),
  'a stack of 50,000 frames in 20,000 events': () =>
    jfrChunkBytes(
      SAMPLED,
      pools(['java.m'], [trace(times(50_000, () => frame(1)))]),
      times(20_000, () => jfrEvent(15, [...varint(5), ...varint(1), ...text('f')])),
    ),
  'waits of 20,000 events on a lock with a long name': () =>
    jfrChunkBytes(
      SAMPLED,
      pools([LONG], [trace([frame(1)])]),
      times(20_000, () => jfrEvent(12, [5, 1, 1, 9, 1, 1])),
    ),
  'a metadata of 20,000 types and 10,000 methods': () =>
    jfrChunkBytes(
      [
        ...SAMPLED.slice(0, 4),
        ...times(20_000, (i) => ({ id: 1_000 + i, name: `T${i}` })),
        ...SAMPLED.slice(4),
      ],
      pools(
        times(10_000, (i) => `m${i}`),
        [trace(times(10_000, (i) => frame(i + 1)))],
      ),
      [sample(1, 1)],
    ),
};

/** Of a file of a megabyte, with all that is made of it; this machine takes a tenth. */
const MOST_CPU_MS = 1_000;
const CPU_MS_PER_MEGABYTE = 1_500;

function cpuMsOf(read: () => void): number {
  const before = process.cpuUsage();
  read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('a hostile file is refused in a sentence, within a second', () => {
  it.each(Object.entries(REFUSED))('%s', (_, [make, sentence]) => {
    const file = make();
    const cpuMs = cpuMsOf(() => {
      expect(() => jfrRecording(file)).toThrow(SluiceError);
    });
    expect(() => jfrRecording(file)).toThrow(sentence);
    expect(cpuMs).toBeLessThan(MOST_CPU_MS);
  });
});

describe('a file that was made to be slow is read in linear time', () => {
  it.each(Object.entries(READ))('%s', (_, make) => {
    const file = make();
    const cpuMs = cpuMsOf(() => void encodeSnapshot(jfrRecording(file)));
    expect(cpuMs).toBeLessThan(MOST_CPU_MS + (CPU_MS_PER_MEGABYTE * file.length) / 1e6);
  });
});

it('tells no name of a megabyte', () => {
  const file = jfrChunkBytes([...BASE, { id: 20, name: LONG, fields: [field(LONG, 99)] }], [], []);
  expect(() => jfrRecording(file)).toThrow(/^.{1,400}$/);
});
