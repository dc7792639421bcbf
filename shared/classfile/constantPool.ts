import { decodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import { malformedClass } from './malformedClass.ts';

/** Tags of constant pool entries (JVMS §4.4). */
export const TAG = {
  utf8: 1,
  integer: 3,
  float: 4,
  long: 5,
  double: 6,
  class: 7,
  string: 8,
  fieldref: 9,
  methodref: 10,
  interfaceMethodref: 11,
  nameAndType: 12,
  methodHandle: 15,
  methodType: 16,
  dynamic: 17,
  invokeDynamic: 18,
  module: 19,
  package: 20,
} as const;

const TAG_NAMES = new Map<number, string>(Object.entries(TAG).map(([name, tag]) => [tag, name]));

/** tag -> bytes of the entry after its tag; 0 = no such tag. Utf8 is longer by its own length. */
const ENTRY_BYTES = new Uint8Array(256);
for (const [tag, bytes] of [
  [TAG.utf8, 2],
  [TAG.integer, 4],
  [TAG.float, 4],
  [TAG.long, 8],
  [TAG.double, 8],
  [TAG.class, 2],
  [TAG.string, 2],
  [TAG.fieldref, 4],
  [TAG.methodref, 4],
  [TAG.interfaceMethodref, 4],
  [TAG.nameAndType, 4],
  [TAG.methodHandle, 3],
  [TAG.methodType, 2],
  [TAG.dynamic, 4],
  [TAG.invokeDynamic, 4],
  [TAG.module, 2],
  [TAG.package, 2],
] as const) {
  ENTRY_BYTES[tag] = bytes;
}

const MIN_ENTRY_BYTES = 3;

/** A field or method as an instruction names it. Class names are internal: java/lang/Object, [I. */
export interface MemberRef {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** The Utf8 entries by utf8Bucket, each bucket a chain by rising index. */
interface Utf8Chains {
  /** bucket -> first index, 0 = none. */
  readonly buckets: Uint16Array;
  /** index -> next index of its bucket, 0 = none. */
  readonly next: Uint16Array;
}

const UTF8_BUCKETS = 256;

/** By the length and the last byte: equal bytes have equal buckets. */
function utf8Bucket(bytes: Uint8Array, start: number, length: number): number {
  return length === 0 ? 0 : (length * 31 + bytes[start + length - 1]) & (UTF8_BUCKETS - 1);
}

/**
 * The constant pool (JVMS §4.4): where each entry begins, and typed getters that check index and tag.
 * Nothing is decoded ahead of need; strings are decoded once.
 */
export class ConstantPool {
  /** constant_pool_count: one more than the largest index. */
  readonly count: number;
  /** Byte of the class file after the last entry. */
  readonly endOffset: number;
  /** index -> byte of the entry's tag; 0 = no entry (index 0, and the index after a long or double). */
  readonly #offsets: Int32Array;
  readonly #strings: (string | undefined)[] = [];
  #utf8Chains: Utf8Chains | null = null;

  /** @param offset byte of constant_pool_count  @throws SluiceError if an entry is undefined or cut short */
  constructor(
    readonly bytes: Uint8Array,
    offset: number,
  ) {
    const end = bytes.byteLength;
    if (offset + 2 > end) throw this.#cutShort(0, offset);
    const count = (bytes[offset] << 8) | bytes[offset + 1];
    let at = offset + 2;
    if (count === 0 || (count - 1) * MIN_ENTRY_BYTES > end - at) {
      throw malformedClass(
        'class file',
        offset,
        `constant_pool_count is ${count} with ${end - at} bytes left`,
        `1 or more is needed, and ${MIN_ENTRY_BYTES} bytes for each entry`,
      );
    }
    const offsets = new Int32Array(count);
    for (let index = 1; index < count; index++) {
      const tag = bytes[at];
      const entryBytes = ENTRY_BYTES[tag];
      if (entryBytes === 0) throw this.#badTag(index, at, tag);
      if (at + 1 + entryBytes > end) throw this.#cutShort(index, at);
      offsets[index] = at;
      if (tag === TAG.utf8) {
        at += 3 + ((bytes[at + 1] << 8) | bytes[at + 2]);
        if (at > end) throw this.#cutShort(index, offsets[index]);
      } else {
        at += 1 + entryBytes;
        if (entryBytes === 8 && ++index === count) throw this.#cutShort(index, at);
      }
    }
    this.count = count;
    this.endOffset = at;
    this.#offsets = offsets;
  }

  /** The tag at `index`, or 0 where there is no entry. Never throws. */
  tag(index: number): number {
    const offset = this.#offsets[index];
    return offset > 0 ? this.bytes[offset] : 0;
  }

  /** The byte of the entry's tag, after checking that the entry is there and of that kind. */
  offset(index: number, tag: number): number {
    const offset = this.#offsets[index];
    if (!(offset > 0) || this.bytes[offset] !== tag) throw this.#wrongEntry(index, tag);
    return offset;
  }

  utf8(index: number): string {
    const offset = this.offset(index, TAG.utf8);
    return (this.#strings[index] ??= decodeModifiedUtf8(
      this.bytes.subarray(offset + 3, offset + 3 + this.#u16(offset + 1)),
    ));
  }

  /** The first Utf8 entry that has exactly these bytes, or 0. */
  findUtf8(wanted: Uint8Array): number {
    const { buckets, next } = (this.#utf8Chains ??= this.#chainUtf8s());
    let index = buckets[utf8Bucket(wanted, 0, wanted.byteLength)];
    while (index !== 0 && !this.utf8Equals(index, wanted)) index = next[index];
    return index;
  }

  /** Whether a Utf8 entry has exactly these bytes; decodes nothing. */
  utf8Equals(index: number, expected: Uint8Array): boolean {
    const offset = this.offset(index, TAG.utf8);
    const length = expected.byteLength;
    if (this.#u16(offset + 1) !== length) return false;
    const bytes = this.bytes;
    for (let i = 0; i < length; i++) if (bytes[offset + 3 + i] !== expected[i]) return false;
    return true;
  }

  integer(index: number): number {
    const offset = this.offset(index, TAG.integer);
    return (this.#u16(offset + 1) << 16) | this.#u16(offset + 3);
  }

  /** The internal name a Class entry stands for: java/lang/Object, [I. */
  className(index: number): string {
    return this.utf8(this.classNameIndex(index));
  }

  /** The Utf8 index behind a Class entry. */
  classNameIndex(index: number): number {
    return this.#u16(this.offset(index, TAG.class) + 1);
  }

  /** The Utf8 index behind a String entry. */
  stringIndex(index: number): number {
    return this.#u16(this.offset(index, TAG.string) + 1);
  }

  /** The Class index of a Fieldref, Methodref or InterfaceMethodref. */
  memberClassIndex(index: number): number {
    return this.#u16(this.#memberOffset(index) + 1);
  }

  /** The NameAndType index of a Fieldref, Methodref or InterfaceMethodref. */
  memberNameAndTypeIndex(index: number): number {
    return this.#u16(this.#memberOffset(index) + 3);
  }

  /** The BootstrapMethods row of a Dynamic or InvokeDynamic entry. */
  bootstrapMethodIndex(index: number): number {
    return this.#u16(this.#dynamicOffset(index) + 1);
  }

  /** The NameAndType index of a Dynamic or InvokeDynamic entry. */
  dynamicNameAndTypeIndex(index: number): number {
    return this.#u16(this.#dynamicOffset(index) + 3);
  }

  /** The Utf8 index of a NameAndType's name. */
  nameIndex(nameAndTypeIndex: number): number {
    return this.#u16(this.offset(nameAndTypeIndex, TAG.nameAndType) + 1);
  }

  /** The Utf8 index of a NameAndType's descriptor. */
  descriptorIndex(nameAndTypeIndex: number): number {
    return this.#u16(this.offset(nameAndTypeIndex, TAG.nameAndType) + 3);
  }

  /** reference_kind of a MethodHandle: 1 .. 9 (JVMS table 5.4.3.5-A). */
  methodHandleKind(index: number): number {
    return this.bytes[this.offset(index, TAG.methodHandle) + 1];
  }

  /** The member index a MethodHandle refers to. */
  methodHandleReferenceIndex(index: number): number {
    return this.#u16(this.offset(index, TAG.methodHandle) + 2);
  }

  /** What a Fieldref, Methodref or InterfaceMethodref names. */
  memberRef(index: number): MemberRef {
    const nameAndType = this.memberNameAndTypeIndex(index);
    return {
      owner: this.className(this.memberClassIndex(index)),
      name: this.utf8(this.nameIndex(nameAndType)),
      descriptor: this.utf8(this.descriptorIndex(nameAndType)),
    };
  }

  #chainUtf8s(): Utf8Chains {
    const { count, bytes } = this;
    const buckets = new Uint16Array(UTF8_BUCKETS);
    const next = new Uint16Array(count);
    for (let index = count - 1; index > 0; index--) {
      const offset = this.#offsets[index];
      if (offset === 0 || bytes[offset] !== TAG.utf8) continue;
      const bucket = utf8Bucket(bytes, offset + 3, this.#u16(offset + 1));
      next[index] = buckets[bucket];
      buckets[bucket] = index;
    }
    return { buckets, next };
  }

  #memberOffset(index: number): number {
    const tag = this.tag(index);
    if (tag < TAG.fieldref || tag > TAG.interfaceMethodref) {
      throw this.#wrongEntry(index, TAG.methodref);
    }
    return this.#offsets[index];
  }

  #dynamicOffset(index: number): number {
    const tag = this.tag(index);
    if (tag !== TAG.dynamic && tag !== TAG.invokeDynamic) {
      throw this.#wrongEntry(index, TAG.invokeDynamic);
    }
    return this.#offsets[index];
  }

  #u16(offset: number): number {
    return (this.bytes[offset] << 8) | this.bytes[offset + 1];
  }

  #wrongEntry(index: number, wanted: number): Error {
    const offset = this.#offsets[index] ?? 0;
    const tag = this.tag(index);
    return malformedClass(
      `class file: constant pool index ${index}`,
      offset,
      tag === 0 ? 'there is no entry' : `the entry is a ${tagName(tag)}`,
      `a ${tagName(wanted)} is needed, within 1 .. ${this.count - 1}`,
    );
  }

  #badTag(index: number, offset: number, tag: number | undefined): Error {
    if (tag === undefined) return this.#cutShort(index, offset);
    return malformedClass(
      `class file: constant pool index ${index}`,
      offset,
      `tag ${tag} is not defined`,
      'the tags are 1, 3 .. 12 and 15 .. 20 (JVMS §4.4)',
    );
  }

  #cutShort(index: number, offset: number): Error {
    return malformedClass(
      `class file: constant pool index ${index}`,
      offset,
      `the entry does not end within the ${this.bytes.byteLength} bytes or the pool`,
      'every entry must',
    );
  }
}

/** A tag in words: 'Methodref'. */
export function tagName(tag: number): string {
  const name = TAG_NAMES.get(tag) ?? `tag ${tag}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
