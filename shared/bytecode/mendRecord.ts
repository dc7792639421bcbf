import { ATTRIBUTE_HEADER_BYTES, readAttributes, type Attribute } from '../classfile/attribute.ts';
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import { findAttribute, type ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';

/** Bytes of a record component before its attributes_count: name_index, descriptor_index (JVMS §4.7.30). */
const COMPONENT_HEADER_BYTES = 4;
/** What HotSpot writes of a component. */
const WRITTEN: readonly string[] = [
  ATTRIBUTE.signature,
  ATTRIBUTE.runtimeVisibleAnnotations,
  ATTRIBUTE.runtimeVisibleTypeAnnotations,
];

/**
 * The class with the attributes of its record components counted anew; the same model if they are counted right, or cannot be told.
 *
 * HotSpot 17 hands out a class with as many attributes counted for a component as it was loaded with, but leaves annotations out that
 * are not for run time (jvmtiClassFileReconstituter.cpp, write_record_attribute; JDK-8315575). It then refuses its own bytes.
 *
 * @throws SluiceError 'protocol' if a name in the record is none
 */
export function mendRecord(model: ClassModel): ClassModel {
  const record = findAttribute(model.pool, model.attributes, ATTRIBUTE.record);
  if (record === undefined || isCountedRight(model, record)) return model;
  const counts = writtenCounts(model, record);
  if (counts === null) return model;
  const bytes = model.bytes.slice();
  for (const [offset, count] of counts) bytes.set([count >> 8, count & 0xff], offset);
  return readClass(bytes);
}

function isCountedRight({ bytes, name }: ClassModel, record: Attribute): boolean {
  try {
    let at = record.start + 2;
    for (let left = u16(bytes, record.start); left > 0; left--)
      at = readAttributes(bytes, at + COMPONENT_HEADER_BYTES, record.endExclusive, name).next;
    return at === record.endExclusive;
  } catch {
    return false;
  }
}

/** Where attributes_count of each component stands, and what it must be. @returns null: what is there is something else */
function writtenCounts({ bytes, pool }: ClassModel, record: Attribute): ReadonlyMap<number, number> | null {
  const counts = new Map<number, number>();
  let at = record.start + 2;
  for (let left = u16(bytes, record.start); left > 0; left--) {
    const countOffset = at + COMPONENT_HEADER_BYTES;
    at = countOffset + 2;
    let count = 0;
    for (; at + ATTRIBUTE_HEADER_BYTES <= record.endExclusive; count++) {
      // A component that has the name of an attribute is none: its descriptor would make it longer than the record.
      const end = at + ATTRIBUTE_HEADER_BYTES + u16(bytes, at + 2) * 0x10000 + u16(bytes, at + 4);
      if (end > record.endExclusive || !WRITTEN.includes(pool.utf8(u16(bytes, at)))) break;
      at = end;
    }
    counts.set(countOffset, count);
  }
  return at === record.endExclusive ? counts : null;
}

function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 8) | bytes[at + 1];
}
