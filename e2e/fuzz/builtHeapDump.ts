import { DumpWriter } from '../../shared/testing/dumpWriter.ts';
import { Choices } from './hostileBytes.ts';

const TYPES = [2, 4, 5, 6, 7, 8, 9, 10, 11] as const;
const ROOTS = ['thread', 'local variable', 'system class', 'JNI global reference', 'thread block'] as const;
const NAMES = [
  'java/lang/Object',
  'java/lang/Class',
  'java/lang/String',
  'java/lang/Thread',
  '[I',
  '[Lp/C;',
  'p/C',
  'value',
];
const MOST = 300;
/** Of one dump: an input is some kilobytes, and what is built of it too. */
const MOST_STEPS = 200;

/**
 * A dump that is right in its form and hostile in what it holds: classes with many fields and in circles, ids that are there twice, counts
 * that are too large, objects of classes that are none, segments that end within.
 */
export function builtHeapDump(recipe: Uint8Array): Uint8Array {
  const choices = new Choices(recipe);
  const writer = new DumpWriter({ version: choices.of(['1.0.1', '1.0.2']), idBytes: choices.of([4, 8, 8]) });
  const isNumbered = choices.byte() < 64;
  const ids = Array.from({ length: 24 }, (_, i) => (isNumbered ? i + 1 : 0x1000_0000 + 64 * i));
  const id = (): number => (choices.byte() < 16 ? choices.number() : choices.of(ids));
  const many = (): number => (choices.byte() < 32 ? choices.byte() % MOST : choices.byte() % 5);
  const fields = (): { name: string; type: number; value: number }[] =>
    Array.from({ length: many() }, () => ({ name: choices.of(NAMES), type: choices.of(TYPES), value: id() }));
  const steps: readonly (() => void)[] = [
    () =>
      writer.classDump({
        id: id(),
        name: choices.of(NAMES),
        superId: id(),
        loaderId: id(),
        statics: fields(),
        fields: fields(),
      }),
    () =>
      writer.instance(
        id(),
        id(),
        fields().map(({ type, value }) => [type, value] as const),
      ),
    () => writer.objectArray(id(), id(), Array.from({ length: many() }, id)),
    () => writer.primitiveArray(id(), choices.of(TYPES.slice(1)), new Uint8Array(many())),
    () => writer.root(choices.of(ROOTS), id(), [choices.number(), choices.number()]),
    () => writer.frame(id(), choices.of(NAMES), choices.number()),
    () => writer.trace(choices.number(), choices.byte() % 4, Array.from({ length: many() }, id)),
    () => writer.endSegment(),
  ];
  for (let step = 0; step < MOST_STEPS && choices.areLeft; step++) choices.of(steps)();
  const isWhole = choices.byte() < 128;
  const bytes = isWhole ? writer.finish() : writer.finishAsOne();
  // A count or a length that lies.
  if (choices.byte() < 64 && bytes.length > 64) {
    const at = 31 + (choices.number() % (bytes.length - 35));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(
      at,
      choices.of([0xffff_ffff, 0x7fff_ffff, 0x0001_0000, 0xffff]),
    );
  }
  return bytes;
}
