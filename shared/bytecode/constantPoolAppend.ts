import { ByteWriter } from '../base/byteWriter.ts';
import { encodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import { CONSTANT_COUNT_LIMIT } from '../classfile/classWriter.ts';
import { TAG, type ConstantPool } from '../classfile/constantPool.ts';

/** What the methods here return when the pool is full: index 0 is never an entry. */
export const POOL_FULL = 0;

/** Of a JDK 999 in 1,000 classes get no more; half get 406. */
const USUAL_BYTES = 512;

type MemberTag = typeof TAG.fieldref | typeof TAG.methodref;

/**
 * Entries to go after the last one of a constant pool. An equal entry, of the pool or appended before, is used again.
 * Nothing that is there changes: no index in code or attributes has to be touched.
 */
export class ConstantPoolAppend {
  readonly #pool: ConstantPool;
  readonly #writer = new ByteWriter(USUAL_BYTES);
  #count = 0;
  /** text -> index of its Utf8 entry */
  readonly #utf8s = new Map<string, number>();
  /** internal name -> index of its Class entry */
  readonly #classes = new Map<string, number>();
  /** tag and the two indices of an entry -> index of the entry */
  readonly #pairs = new Map<string, number>();
  #integers: Map<number, number> | null = null;
  /** kind and value of a constant that only appended code has -> index of its entry */
  readonly #others = new Map<string, number>();

  constructor(pool: ConstantPool) {
    this.#pool = pool;
  }

  /** How many indices the appended entries take. */
  get count(): number {
    return this.#count;
  }

  /** The appended entries: a view that holds until the next one. */
  written(): Uint8Array {
    return this.#writer.written();
  }

  utf8(text: string): number {
    return known(this.#utf8s, text, () => {
      const bytes = encodeModifiedUtf8(text);
      const found = this.#pool.findUtf8(bytes);
      if (found !== 0) return found;
      return this.#append((writer) => writer.u8(TAG.utf8).u16(bytes.byteLength).raw(bytes));
    });
  }

  class(internalName: string): number {
    return known(this.#classes, internalName, () => {
      const name = this.utf8(internalName);
      if (name === POOL_FULL) return POOL_FULL;
      const pool = this.#pool;
      for (let index = 1, end = this.#searchEnd(name); index < end; index++) {
        if (pool.tag(index) === TAG.class && pool.classNameIndex(index) === name) return index;
      }
      return this.#append((writer) => writer.u8(TAG.class).u16(name));
    });
  }

  methodref(owner: string, name: string, descriptor: string): number {
    return this.#member(TAG.methodref, owner, name, descriptor);
  }

  fieldref(owner: string, name: string, descriptor: string): number {
    return this.#member(TAG.fieldref, owner, name, descriptor);
  }

  integer(value: number): number {
    const integers = (this.#integers ??= this.#integersOfPool());
    return known(integers, value, () => this.#append((writer) => writer.u8(TAG.integer).i32(value)));
  }

  /** Of a long, by its 64 bits; ldc2_w takes it. One that is in the pool is not looked for. */
  long(value: bigint): number {
    const [high, low] = [Number(BigInt.asIntN(32, value >> 32n)), Number(BigInt.asUintN(32, value))];
    return this.#wide(`long ${value}`, (writer) => writer.u8(TAG.long).i32(high).u32(low));
  }

  /** The same of a double. */
  double(value: number): number {
    return this.#wide(`double ${value}`, (writer) => writer.u8(TAG.double).f64(value));
  }

  /** A text for ldc. */
  string(text: string): number {
    const utf8 = this.utf8(text);
    if (utf8 === POOL_FULL) return POOL_FULL;
    return known(this.#others, `string ${utf8}`, () =>
      this.#append((writer) => writer.u8(TAG.string).u16(utf8)),
    );
  }

  /** An entry that takes two indices (JVMS §4.4.5). */
  #wide(key: string, write: (writer: ByteWriter) => void): number {
    return known(this.#others, key, () => this.#append(write, 2));
  }

  #member(tag: MemberTag, owner: string, name: string, descriptor: string): number {
    const ownerIndex = this.class(owner);
    const nameAndType = this.#pair(TAG.nameAndType, this.utf8(name), this.utf8(descriptor));
    return this.#pair(tag, ownerIndex, nameAndType);
  }

  /** An entry that is two indices. */
  #pair(tag: typeof TAG.nameAndType | MemberTag, first: number, second: number): number {
    if (first === POOL_FULL || second === POOL_FULL) return POOL_FULL;
    return known(this.#pairs, `${tag} ${first} ${second}`, () => {
      const pool = this.#pool;
      for (let index = 1, end = this.#searchEnd(first, second); index < end; index++) {
        if (pool.tag(index) !== tag) continue;
        const isEqual =
          tag === TAG.nameAndType
            ? pool.nameIndex(index) === first && pool.descriptorIndex(index) === second
            : pool.memberClassIndex(index) === first && pool.memberNameAndTypeIndex(index) === second;
        if (isEqual) return index;
      }
      return this.#append((writer) => writer.u8(tag).u16(first).u16(second));
    });
  }

  /** Entries of the pool refer to no entry that was appended: then there is nothing to search. */
  #searchEnd(...referred: readonly number[]): number {
    const { count } = this.#pool;
    return referred.some((index) => index >= count) ? 0 : count;
  }

  #append(write: (writer: ByteWriter) => void, indices = 1): number {
    const index = this.#pool.count + this.#count;
    if (index + indices > CONSTANT_COUNT_LIMIT) return POOL_FULL;
    write(this.#writer);
    this.#count += indices;
    return index;
  }

  #integersOfPool(): Map<number, number> {
    const pool = this.#pool;
    const integers = new Map<number, number>();
    for (let index = 1; index < pool.count; index++) {
      if (pool.tag(index) !== TAG.integer) continue;
      const value = pool.integer(index);
      if (!integers.has(value)) integers.set(value, index);
    }
    return integers;
  }
}

/** The index kept for `key`, or the one that `make` gives; a full pool is not kept. */
function known<K>(indices: Map<K, number>, key: K, make: () => number): number {
  const kept = indices.get(key);
  if (kept !== undefined) return kept;
  const index = make();
  if (index !== POOL_FULL) indices.set(key, index);
  return index;
}
