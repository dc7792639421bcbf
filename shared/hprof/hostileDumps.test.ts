// @module-tag slow
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { DumpWriter } from '../testing/dumpWriter.ts';
import { sourceOf } from '../testing/pictureDump.ts';
import { DumpAccount } from './dumpAccount.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';
import { DumpedFields } from './dumpedFields.ts';
import { DumpNames } from './dumpNames.ts';
import { HeapDump } from './heapDump.ts';

const OBJECT = 2;
const INT = 10;
const BYTE = 8;
const MIB = 2 ** 20;

const ID = 0x1000_0000;

function written(write: (writer: DumpWriter) => void): Uint8Array {
  const writer = new DumpWriter();
  writer.classDump({ id: ID, name: 'java/lang/Object' });
  write(writer);
  return writer.finish();
}

async function failureOf(bytes: Uint8Array, memoryBytes: number): Promise<unknown> {
  return HeapDump.read(sourceOf(bytes, 1 << 16), { memoryBytes }).then(
    () => 'it was read',
    (thrown: unknown) => thrown,
  );
}

const times = (count: number, each: (i: number) => void): void => {
  for (let i = 0; i < count; i++) each(i);
};

/** All that a file can ask for beside objects: a little of it in the file is much in memory. */
const ASKING: Readonly<Record<string, (writer: DumpWriter) => void>> = {
  fields: (writer) => {
    const fields = Array.from({ length: 65_535 }, () => ({ name: 'f', type: INT }));
    times(3, (i) => writer.classDump({ id: ID + 64 * (i + 1), name: 'p/C', fields }));
  },
  statics: (writer) => {
    const statics = Array.from({ length: 65_535 }, () => ({ name: 'f', type: BYTE }));
    times(3, (i) => writer.classDump({ id: ID + 64 * (i + 1), name: 'p/C', statics }));
  },
  classes: (writer) => times(12_000, (i) => writer.classDump({ id: ID + 64 * (i + 1), name: 'p/C' })),
  names: (writer) => times(60_000, (i) => writer.name(`n${i}`)),
  'long names': (writer) => times(30, (i) => writer.name(`${i}`.repeat(30_000))),
  roots: (writer) => times(80_000, () => writer.root('thread block', ID, [1])),
  frames: (writer) => times(40_000, (i) => writer.frame(i, 'm', 1)),
  traces: (writer) => times(40_000, (i) => writer.trace(i, i + 1, [])),
  'frames of traces': (writer) => times(4, (i) => writer.trace(i, i + 1, new Array<number>(100_000).fill(1))),
};

it.each(Object.keys(ASKING))('keeps the limit of memory for %s', async (what) => {
  const bytes = written(ASKING[what]);
  expect(await failureOf(bytes, 4 * MIB)).toMatchObject({
    code: 'memory',
    message:
      'The heap dump is too large: its classes, names, roots and stacks need more memory, and 4 MiB are allowed.',
    remedy: expect.stringContaining('--memory') as string,
  });
  expect(await failureOf(bytes, 256 * MIB)).toBe('it was read');
});

it('keeps fields of classes as numbers: 24 bytes each', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const usedBytes = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = usedBytes();
  const classes = Array.from({ length: 8 }, () => new DumpedFields(65_535));
  for (const fields of classes) times(65_535, (i) => fields.add(0x7_0000_0000 + i, OBJECT, i));
  expect((usedBytes() - before) / (classes.length * 65_535)).toBeLessThan(25);
  expect([...classes[7]].at(-1)).toEqual({ nameId: 0x7_0000_0000 + 65_534, type: OBJECT, valueId: 65_534 });
});

it('takes little for classes that have few fields, as most do', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const usedBytes = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const classes: DumpedFields[] = [];
  const before = usedBytes();
  times(50_000, () => {
    const fields = new DumpedFields(2);
    times(2, (i) => fields.add(0x7_0000_0000 + i, OBJECT, i));
    classes.push(fields);
  });
  const each = (usedBytes() - before) / classes.length;
  expect(classes[49_999].length).toBe(2);
  expect(each).toBeLessThan(150);
});

it('has a limit for all fields of all classes, whatever memory there is', () => {
  const account = new DumpAccount(2 ** 50);
  account.take('field', 1 << 21);
  expect(() => account.take('field')).toThrow(
    'The heap dump is too large: its classes have more than 2097152 fields.',
  );
});

it('sends nobody for more memory where a limit holds whatever memory there is', () => {
  const beyond: readonly (() => unknown)[] = [
    () => new DumpAccount(2 ** 50).take('field', DUMP_LIMITS.fields + 1),
    () => {
      const names = new DumpNames(new DumpAccount(2 ** 50));
      names.add(1, { length: DUMP_LIMITS.nameBytes + 1 } as Uint8Array);
    },
  ];
  for (const ask of beyond)
    expect(ask).toThrow(
      expect.objectContaining({
        code: 'memory',
        remedy: expect.stringMatching(/^More memory does not help/) as string,
      }),
    );
});

/** CPU of reading, the least of some. */
async function cpuMs(bytes: Uint8Array): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage();
    await failureOf(bytes, 512 * MIB);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** What took time in proportion to the square of the file. */
const SQUARED: Readonly<Record<string, (writer: DumpWriter, n: number) => void>> = {
  'a line of classes of which each has an array and the fields of all above it': (writer, n) => {
    const fields = Array.from({ length: 200 }, () => ({ name: 'f', type: OBJECT }));
    times(n / 5, (i) =>
      writer.classDump({ id: ID + 64 * (i + 1), name: '[Lp/C;', superId: ID + 64 * i, fields }),
    );
    times(n / 5, (i) => writer.objectArray(ID + 1_000_000 + 16 * i, ID + 64 * (i + 1), []));
  },
};

it.each(Object.keys(SQUARED))(
  'takes time in proportion to the file for %s',
  { timeout: 60_000 },
  async (what) => {
    const [small, large] = [250, 2000].map((n) => written((writer) => SQUARED[what](writer, n)));
    await cpuMs(small); // compiled
    const smallMs = await cpuMs(small);
    expect(await cpuMs(large)).toBeLessThan(Math.max(10, smallMs) * 16);
  },
);

it('refuses an array that is longer than its segment, whatever follows', async () => {
  const END_BYTES = 9;
  const behind = written((writer) => writer.primitiveArray(ID + 64, BYTE, [1, 2, 3, 4, 5, 6, 7, 8]));
  const lengthAt = behind.length - END_BYTES - 8 - 1 - 4;
  // As long as the segment, and as the records behind it.
  for (const length of [9, 8 + END_BYTES, 0xffff_ffff]) {
    const bytes = Uint8Array.from([...behind, ...behind]);
    new DataView(bytes.buffer).setUint32(lengthAt, length);
    expect(await failureOf(bytes, MIB)).toMatchObject({
      message: expect.stringContaining('an array that is longer than its segment') as string,
    });
  }
  const ofObjects = written((writer) => writer.objectArray(ID + 64, ID, [0]));
  for (const length of [2, 0xffff_ffff]) {
    const bytes = Uint8Array.from([...ofObjects, ...ofObjects]);
    new DataView(bytes.buffer).setUint32(ofObjects.length - END_BYTES - 8 - 8 - 4, length);
    expect(await failureOf(bytes, MIB)).toMatchObject({
      message: expect.stringContaining('an array that is longer than its segment') as string,
    });
  }
});
