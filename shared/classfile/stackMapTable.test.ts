import { expect, test } from 'vitest';
import fc from 'fast-check';
import { ByteWriter } from '../base/byteWriter.ts';
import {
  moveFrame,
  readStackMapTable,
  writeStackMapTable,
  type StackMapFrame,
  type VerificationType,
} from './stackMapTable.ts';

function written(frames: readonly StackMapFrame[]): Uint8Array {
  const writer = new ByteWriter();
  writeStackMapTable(writer, frames);
  return writer.toBytes();
}

const u2 = fc.nat(0xffff);
const type: fc.Arbitrary<VerificationType> = fc.oneof(
  fc
    .constantFrom(...(['top', 'integer', 'float', 'double', 'long', 'null', 'uninitializedThis'] as const))
    .map((kind) => ({ kind })),
  u2.map((classIndex) => ({ kind: 'object' as const, classIndex })),
  u2.map((offset) => ({ kind: 'uninitialized' as const, offset })),
);
const shape = fc.oneof(
  fc.constant({ kind: 'same' as const }),
  fc.record({ kind: fc.constant('sameLocals1StackItem' as const), stack: type }),
  fc.record({ kind: fc.constant('chop' as const), chopped: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('append' as const), locals: fc.array(type, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('full' as const),
    locals: fc.array(type, { maxLength: 5 }),
    stack: fc.array(type, { maxLength: 5 }),
  }),
);
const table: fc.Arbitrary<StackMapFrame[]> = fc
  .array(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 3000 })), shape), {
    maxLength: 12,
  })
  .map((list) => {
    let offset = -1;
    return list.map(([gap, frame]) => ({ ...frame, offset: (offset += gap) }));
  });

test('what is written is read again', () => {
  fc.assert(
    fc.property(table, (frames) => {
      expect(readStackMapTable(written(frames), 'M')).toEqual(frames);
    }),
  );
});

test('frames far apart take the long form, others the short', () => {
  expect([
    ...written([
      { kind: 'same', offset: 0 },
      { kind: 'same', offset: 64 },
      { kind: 'same', offset: 129 },
    ]),
  ]).toEqual([0, 3, 0, 63, 251, 0, 64]);
});

test('a moved frame takes the place of its `new` along', () => {
  const frame: StackMapFrame = {
    kind: 'full',
    offset: 9,
    locals: [{ kind: 'top' }],
    stack: [{ kind: 'uninitialized', offset: 3 }],
  };
  expect(moveFrame(frame, (bci) => bci + 100)).toEqual({
    ...frame,
    offset: 109,
    stack: [{ kind: 'uninitialized', offset: 103 }],
  });
});

test.each<[string, number[], RegExp]>([
  [
    'a reserved frame type',
    [0, 1, 200],
    /M: StackMapTable: byte 2: frame_type 200; 128 \.\. 246 are reserved/,
  ],
  ['an undefined type', [0, 1, 64, 9], /verification type 9; 0 \.\. 8 are defined/],
  ['a table cut short', [0, 2, 0], /field frame_type at offset 3/],
  ['bytes left over', [0, 0, 1], /1 bytes too many/],
])('%s is refused', (_, bytes, message) => {
  expect(() => readStackMapTable(Uint8Array.from(bytes), 'M')).toThrow(message);
});
