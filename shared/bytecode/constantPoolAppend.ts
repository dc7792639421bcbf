import { ByteWriter } from '../base/byteWriter.ts';
import { encodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import { TAG, type ConstantPool } from '../classfile/constantPool.ts';
import { CONSTANT_COUNT_LIMIT } from '../classfile/classWriter.ts';

/** What the methods here return when the pool is full: index 0 is never an entry. */
export const POOL_FULL = 0;

/**
 * Entries to go after the last one of a constant pool. An equal entry, of the pool or appended before, is used again.
 * Nothing that is there changes: no index in code or attributes has to be touched.
 */
export class ConstantPoolAppend {
  readonly #pool: ConstantPool;
  readonly #writer = new ByteWriter(64);
  #count = 0;
  /** Everything looked up or appended so far, by its text: 'utf8 entry', 'class 17'. */
  readonly #known = new Map<string, number>();
  #integers: Map<number, number> | null = null;

  constructor(pool: ConstantPool) {
    this.#pool = pool;
  }

  /** How many indices the appended entries take. */
  get count(): number {
    return this.#count;
  }

  /** The appended entries: a copy. */
  toBytes(): Uint8Array {
    return this.#writer.toBytes();
  }

  utf8(text: string): number {
    return this.#find(`utf8 ${text}`, () => {
      const bytes = encodeModifiedUtf8(text);
      const pool = this.#pool;
      for (let index = 1; index < pool.count; index++) {
        if (pool.tag(index) === TAG.utf8 && pool.utf8Equals(index, bytes)) return index;
      }
      return this.#append((writer) => writer.u8(TAG.utf8).u16(bytes.byteLength).raw(bytes));
    });
  }

  class(internalName: string): number {
    const name = this.utf8(internalName);
    if (name === POOL_FULL) return POOL_FULL;
    return this.#find(`class ${name}`, () => {
      const pool = this.#pool;
      for (let index = 1; index < pool.count; index++) {
        if (pool.tag(index) === TAG.class && pool.classNameIndex(index) === name) return index;
      }
      return this.#append((writer) => writer.u8(TAG.class).u16(name));
    });
  }

  methodref(owner: string, name: string, descriptor: string): number {
    const ownerIndex = this.class(owner);
    const nameAndType = this.#nameAndType(name, descriptor);
    if (ownerIndex === POOL_FULL || nameAndType === POOL_FULL) return POOL_FULL;
    return this.#find(`methodref ${ownerIndex} ${nameAndType}`, () => {
      const pool = this.#pool;
      for (let index = 1; index < pool.count; index++) {
        if (
          pool.tag(index) === TAG.methodref &&
          pool.memberClassIndex(index) === ownerIndex &&
          pool.memberNameAndTypeIndex(index) === nameAndType
        ) {
          return index;
        }
      }
      return this.#append((writer) => writer.u8(TAG.methodref).u16(ownerIndex).u16(nameAndType));
    });
  }

  integer(value: number): number {
    const integers = (this.#integers ??= this.#integersOfPool());
    const known = integers.get(value);
    if (known !== undefined) return known;
    const index = this.#append((writer) => writer.u8(TAG.integer).i32(value));
    if (index !== POOL_FULL) integers.set(value, index);
    return index;
  }

  #nameAndType(name: string, descriptor: string): number {
    const nameIndex = this.utf8(name);
    const descriptorIndex = this.utf8(descriptor);
    if (nameIndex === POOL_FULL || descriptorIndex === POOL_FULL) return POOL_FULL;
    return this.#find(`nameAndType ${nameIndex} ${descriptorIndex}`, () => {
      const pool = this.#pool;
      for (let index = 1; index < pool.count; index++) {
        if (
          pool.tag(index) === TAG.nameAndType &&
          pool.nameIndex(index) === nameIndex &&
          pool.descriptorIndex(index) === descriptorIndex
        ) {
          return index;
        }
      }
      return this.#append((writer) => writer.u8(TAG.nameAndType).u16(nameIndex).u16(descriptorIndex));
    });
  }

  #find(key: string, search: () => number): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = search();
    if (index !== POOL_FULL) this.#known.set(key, index);
    return index;
  }

  #append(write: (writer: ByteWriter) => void): number {
    const index = this.#pool.count + this.#count;
    if (index >= CONSTANT_COUNT_LIMIT) return POOL_FULL;
    write(this.#writer);
    this.#count += 1;
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
