import { encodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import { ATTRIBUTE_HEADER_BYTES, readAttributes } from './attribute.ts';
import { ATTRIBUTE } from './attributeNames.ts';
import type { ClassModel } from './classModel.ts';
import { ConstantPool } from './constantPool.ts';
import { malformedClass } from './malformedClass.ts';
import { MethodModel } from './methodModel.ts';

const MAGIC = 0xcafebabe;
const POOL_OFFSET = 8;
const FIRST_MAJOR_VERSION = 45;
const CODE = encodeModifiedUtf8(ATTRIBUTE.code);

/**
 * Reads a class file (JVMS §4.1): checks its structure down to the borders of fields, methods and attributes, and finds
 * where each begins. Names, code and tables are decoded when they are asked for. Linear in the number of bytes.
 *
 * @param bytes kept, not copied: they must not change while the model is used
 * @throws SluiceError 'protocol' for bytes that are no class file
 */
export function readClass(bytes: Uint8Array): ClassModel {
  if (bytes.byteLength < POOL_OFFSET) {
    throw malformedClass('class file', 0, `it has ${bytes.byteLength} bytes`, 'more are needed');
  }
  const magic = u16(bytes, 0) * 0x10000 + u16(bytes, 2);
  if (magic !== MAGIC) {
    const found = `magic is 0x${magic.toString(16)}`;
    throw malformedClass('class file', 0, found, 'it must be 0xcafebabe');
  }
  const majorVersion = u16(bytes, 6);
  if (majorVersion < FIRST_MAJOR_VERSION) {
    const found = `major_version is ${majorVersion}`;
    throw malformedClass('class file', 6, found, `${FIRST_MAJOR_VERSION} or more is needed`);
  }
  const pool = new ConstantPool(bytes, POOL_OFFSET);
  return new BodyReader(bytes, pool).read(u16(bytes, 4), majorVersion);
}

/** Reads what follows the constant pool. */
class BodyReader {
  readonly #bytes: Uint8Array;
  readonly #pool: ConstantPool;
  #at: number;
  #what = 'class file';
  #className = '';
  /** A Utf8 index known to read 'Code': its bytes are compared once per class. */
  #codeNameIndex = 0;

  constructor(bytes: Uint8Array, pool: ConstantPool) {
    this.#bytes = bytes;
    this.#pool = pool;
    this.#at = pool.endOffset;
  }

  read(minorVersion: number, majorVersion: number): ClassModel {
    const bytes = this.#bytes;
    const pool = this.#pool;
    const accessFlags = this.#u16();
    this.#className = pool.className(this.#u16());
    this.#what = `class ${this.#className}`;
    const superClass = this.#u16();
    const interfaces: string[] = [];
    for (let left = this.#u16(); left > 0; left--) interfaces.push(pool.className(this.#u16()));
    const fieldsOffset = this.#at;
    for (let left = this.#u16(); left > 0; left--) this.#skipField();
    const methodsOffset = this.#at;
    const methodCount = this.#u16();
    const methods: MethodModel[] = [];
    for (let index = 0; index < methodCount; index++) methods.push(this.#method(index));
    const { attributes, next } = readAttributes(bytes, this.#at, bytes.byteLength, this.#what);
    if (next !== bytes.byteLength) {
      const found = `${bytes.byteLength - next} bytes follow the last attribute`;
      throw malformedClass(this.#what, next, found, 'the class file must end there');
    }
    return {
      bytes,
      minorVersion,
      majorVersion,
      pool,
      accessFlags,
      name: this.#className,
      superName: superClass === 0 ? null : pool.className(superClass),
      interfaces,
      methods,
      attributes,
      fieldsOffset,
      methodsOffset,
    };
  }

  #method(index: number): MethodModel {
    const start = this.#at;
    const accessFlags = this.#u16();
    const nameIndex = this.#u16();
    const descriptorIndex = this.#u16();
    const codeOffset = this.#skipAttributes();
    const endExclusive = this.#at;
    return new MethodModel(this.#pool, this.#className, {
      index,
      accessFlags,
      nameIndex,
      descriptorIndex,
      start,
      endExclusive,
      codeOffset,
    });
  }

  #skipField(): void {
    this.#take(6); // access_flags, name_index, descriptor_index
    this.#skipAttributes();
  }

  /** @returns the first byte of the attribute named Code, or 0 */
  #skipAttributes(): number {
    let codeOffset = 0;
    for (let left = this.#u16(); left > 0; left--) {
      const offset = this.#take(ATTRIBUTE_HEADER_BYTES);
      this.#take(u16(this.#bytes, offset + 2) * 0x10000 + u16(this.#bytes, offset + 4));
      if (this.#isCode(u16(this.#bytes, offset))) {
        if (codeOffset !== 0) {
          throw malformedClass(this.#what, offset, 'a second Code attribute', 'one is allowed');
        }
        codeOffset = offset;
      }
    }
    return codeOffset;
  }

  #isCode(nameIndex: number): boolean {
    if (nameIndex === this.#codeNameIndex) return true;
    if (!this.#pool.utf8Equals(nameIndex, CODE)) return false;
    this.#codeNameIndex = nameIndex;
    return true;
  }

  #u16(): number {
    return u16(this.#bytes, this.#take(2));
  }

  /** Steps over `length` bytes. @returns the first of them */
  #take(length: number): number {
    const at = this.#at;
    const left = this.#bytes.byteLength - at;
    if (length > left) {
      throw malformedClass(this.#what, at, `${left} bytes are left`, `${length} are needed`);
    }
    this.#at = at + length;
    return at;
  }
}

function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 8) | bytes[at + 1];
}
