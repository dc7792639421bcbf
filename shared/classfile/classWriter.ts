import { ByteWriter } from '../base/byteWriter.ts';
import { assert } from '../base/assert.ts';
import { ATTRIBUTE_HEADER_BYTES } from './attribute.ts';
import type { ClassModel } from './classModel.ts';

/** Byte of constant_pool_count. */
const POOL_COUNT_OFFSET = 8;
/** constant_pool_count is a u2. */
export const CONSTANT_COUNT_LIMIT = 65535;

/** What is to differ from the class file that was read. */
export interface ClassEdits {
  /** Entries to put after the last constant, and how many indices they take. */
  readonly constants: Uint8Array;
  readonly constantCount: number;
  /** Method index -> the Code attribute, header included, to stand in place of the one it has. */
  readonly codeAttributes: ReadonlyMap<number, Uint8Array>;
}

/** Writes the class file with the edits; everything else byte for byte as it was read. */
export function writeClass(model: ClassModel, edits: ClassEdits): Uint8Array {
  const { bytes, pool, methods } = model;
  const count = pool.count + edits.constantCount;
  assert(count <= CONSTANT_COUNT_LIMIT, `${count} constants in class ${model.name}`);
  let length = bytes.byteLength + edits.constants.byteLength;
  for (const [index, attribute] of edits.codeAttributes) {
    const { codeOffset, what } = methods[index];
    assert(codeOffset !== 0, `${what} has no code to stand in for`);
    length += attribute.byteLength - attributeBytes(bytes, codeOffset);
  }

  const writer = new ByteWriter(length);
  writer.raw(bytes.subarray(0, pool.endOffset)).patchU16(POOL_COUNT_OFFSET, count);
  writer.raw(edits.constants);
  let copied = pool.endOffset;
  for (const method of methods) {
    const code = edits.codeAttributes.get(method.index);
    if (code === undefined) continue;
    writer.raw(bytes.subarray(copied, method.codeOffset)).raw(code);
    copied = method.codeOffset + attributeBytes(bytes, method.codeOffset);
  }
  return writer.raw(bytes.subarray(copied)).written();
}

function attributeBytes(bytes: Uint8Array, offset: number): number {
  const u16 = (at: number): number => (bytes[at] << 8) | bytes[at + 1];
  return ATTRIBUTE_HEADER_BYTES + u16(offset + 2) * 0x10000 + u16(offset + 4);
}
