import { CodeModel } from './codeModel.ts';
import type { ConstantPool } from './constantPool.ts';

/** Where one method_info (JVMS §4.6) lies in its class file. */
export interface MethodLocation {
  /** Position among the class's methods. */
  readonly index: number;
  readonly accessFlags: number;
  readonly nameIndex: number;
  readonly descriptorIndex: number;
  /** [start, endExclusive) is the whole method_info. */
  readonly start: number;
  readonly endExclusive: number;
  /** First byte of the Code attribute (its name index), or 0 if there is none: abstract and native methods. */
  readonly codeOffset: number;
}

/** One method of a class. Name, descriptor and code are decoded when asked for. */
export class MethodModel implements MethodLocation {
  readonly index: number;
  readonly accessFlags: number;
  readonly nameIndex: number;
  readonly descriptorIndex: number;
  readonly start: number;
  readonly endExclusive: number;
  readonly codeOffset: number;
  readonly #pool: ConstantPool;
  readonly #className: string;

  constructor(pool: ConstantPool, className: string, location: MethodLocation) {
    this.#pool = pool;
    this.#className = className;
    this.index = location.index;
    this.accessFlags = location.accessFlags;
    this.nameIndex = location.nameIndex;
    this.descriptorIndex = location.descriptorIndex;
    this.start = location.start;
    this.endExclusive = location.endExclusive;
    this.codeOffset = location.codeOffset;
  }

  /** As in the class file: name, <init> or <clinit>. */
  get name(): string {
    return this.#pool.utf8(this.nameIndex);
  }

  /** As in the class file: (I)V. */
  get descriptor(): string {
    return this.#pool.utf8(this.descriptorIndex);
  }

  /** For messages: `method a/B.run(I)V`. */
  get what(): string {
    return `method ${this.#className}.${this.name}${this.descriptor}`;
  }

  /** Reads the Code attribute anew at each call; null for a method without code. @throws SluiceError if malformed */
  readCode(): CodeModel | null {
    return this.codeOffset === 0 ? null : new CodeModel(this.#pool, this.codeOffset, this.what);
  }
}
