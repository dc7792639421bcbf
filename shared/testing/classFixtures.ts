import { ByteWriter } from '../base/byteWriter.ts';
import { ACC } from '../classfile/accessFlags.ts';
import { TAG } from '../classfile/constantPool.ts';
import { writeExceptionTable, type ExceptionHandler } from '../classfile/exceptionTable.ts';
import { writeStackMapTable, type StackMapFrame } from '../classfile/stackMapTable.ts';

/** reference_kind of a MethodHandle (JVMS table 5.4.3.5-A). */
const REF_INVOKE_STATIC = 6;

/** A method of a class that no compiler here would write: jsr, odd versions, sizes at the limits. */
export interface MethodFixture {
  readonly name: string;
  readonly descriptor: string;
  /** ACC flags; public static if left out. */
  readonly accessFlags?: number;
  readonly maxStack: number;
  readonly maxLocals: number;
  readonly code: Iterable<number>;
  readonly handlers?: readonly ExceptionHandler[];
  readonly frames?: readonly StackMapFrame[];
}

/**
 * Puts a class file together by hand. Constants first, then methods whose code uses them:
 *
 *   const assembler = new ClassAssembler('Old', 49);
 *   const run = assembler.methodref('Old', 'run', '()V');
 *   assembler.method({ name: 'main', ..., code: [OP.invokestatic, ...u2(run), OP.return] }).toBytes()
 */
export class ClassAssembler {
  readonly #name: string;
  readonly #majorVersion: number;
  readonly #pool = new ByteWriter();
  readonly #methods = new ByteWriter();
  /** MethodHandle indices. */
  readonly #bootstraps: number[] = [];
  readonly #known = new Map<string, number>();
  #constantCount = 1;
  #methodCount = 0;

  constructor(name: string, majorVersion: number) {
    this.#name = name;
    this.#majorVersion = majorVersion;
  }

  get constantCount(): number {
    return this.#constantCount;
  }

  utf8(text: string): number {
    return this.#constant(`utf8 ${text}`, (pool) => pool.u8(TAG.utf8).utf(text));
  }

  class(internalName: string): number {
    const name = this.utf8(internalName);
    return this.#constant(`class ${name}`, (pool) => pool.u8(TAG.class).u16(name));
  }

  integer(value: number): number {
    return this.#constant(`integer ${value}`, (pool) => pool.u8(TAG.integer).i32(value));
  }

  methodref(owner: string, name: string, descriptor: string): number {
    return this.#member(TAG.methodref, owner, name, descriptor);
  }

  /** A constant that is computed by a bootstrap method without arguments of its own (JVMS §4.4.10). */
  dynamic(bootstrapMethodref: number, name: string, descriptor: string): number {
    const handle = this.#constant(`handle ${bootstrapMethodref}`, (pool) =>
      pool.u8(TAG.methodHandle).u8(REF_INVOKE_STATIC).u16(bootstrapMethodref),
    );
    this.#bootstraps.push(handle);
    const nameAndType = this.#nameAndType(name, descriptor);
    const row = this.#bootstraps.length - 1;
    return this.#constant(`dynamic ${row}`, (pool) => pool.u8(TAG.dynamic).u16(row).u16(nameAndType));
  }

  fieldref(owner: string, name: string, descriptor: string): number {
    return this.#member(TAG.fieldref, owner, name, descriptor);
  }

  method(fixture: MethodFixture): this {
    const code = Uint8Array.from(fixture.code);
    const codeName = this.utf8('Code');
    const frames = fixture.frames ?? [];
    const tableName = frames.length > 0 ? this.utf8('StackMapTable') : 0;
    const body = new ByteWriter();
    body.u16(fixture.maxStack).u16(fixture.maxLocals).blob(code);
    writeExceptionTable(body, fixture.handlers ?? []);
    body.u16(frames.length > 0 ? 1 : 0);
    if (frames.length > 0) {
      const table = new ByteWriter();
      writeStackMapTable(table, frames);
      body.u16(tableName).blob(table.toBytes());
    }
    this.#methods
      .u16(fixture.accessFlags ?? ACC.public | ACC.static)
      .u16(this.utf8(fixture.name))
      .u16(this.utf8(fixture.descriptor))
      .u16(1)
      .u16(codeName)
      .blob(body.toBytes());
    this.#methodCount += 1;
    return this;
  }

  toBytes(): Uint8Array {
    const thisClass = this.class(this.#name);
    const superClass = this.class('java/lang/Object');
    const bootstrapsName = this.#bootstraps.length > 0 ? this.utf8('BootstrapMethods') : 0;
    const writer = new ByteWriter();
    writer.u32(0xcafebabe).u16(0).u16(this.#majorVersion);
    writer.u16(this.#constantCount).raw(this.#pool.toBytes());
    writer
      .u16(ACC.public | ACC.super)
      .u16(thisClass)
      .u16(superClass);
    writer.u16(0).u16(0); // interfaces, fields
    writer.u16(this.#methodCount).raw(this.#methods.toBytes());
    if (bootstrapsName === 0) return writer.u16(0).toBytes();
    const table = new ByteWriter().u16(this.#bootstraps.length);
    for (const handle of this.#bootstraps) table.u16(handle).u16(0);
    return writer.u16(1).u16(bootstrapsName).blob(table.toBytes()).toBytes();
  }

  #member(tag: number, owner: string, name: string, descriptor: string): number {
    const ownerIndex = this.class(owner);
    const nameAndType = this.#nameAndType(name, descriptor);
    return this.#constant(`${tag} ${ownerIndex} ${nameAndType}`, (pool) =>
      pool.u8(tag).u16(ownerIndex).u16(nameAndType),
    );
  }

  #nameAndType(name: string, descriptor: string): number {
    const nameIndex = this.utf8(name);
    const descriptorIndex = this.utf8(descriptor);
    return this.#constant(`nameAndType ${nameIndex} ${descriptorIndex}`, (pool) =>
      pool.u8(TAG.nameAndType).u16(nameIndex).u16(descriptorIndex),
    );
  }

  #constant(key: string, write: (pool: ByteWriter) => void): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    write(this.#pool);
    this.#known.set(key, this.#constantCount);
    return this.#constantCount++;
  }
}

/** A u2 or i2 as two bytes of code. */
export function u2(value: number): [number, number] {
  return [(value >> 8) & 0xff, value & 0xff];
}

/** An i4 as four bytes of code. */
export function u4(value: number): [number, number, number, number] {
  return [...u2(value >> 16), ...u2(value)];
}
