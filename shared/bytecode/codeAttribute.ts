import type { ByteWriter } from '../base/byteWriter.ts';
import type { Attribute } from '../classfile/attribute.ts';
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import type { ConstantPool } from '../classfile/constantPool.ts';
import { writeExceptionTable, type ExceptionHandler } from '../classfile/exceptionTable.ts';
import { moveLineNumbers } from '../classfile/lineNumbers.ts';
import { moveLocalVariables } from '../classfile/localVariables.ts';
import { writeStackMapTable, type StackMapFrame } from '../classfile/stackMapTable.ts';
import type { Relocation } from './relocation.ts';
import { relocateTypeAnnotations } from './typeAnnotations.ts';

/** What of a Code attribute is made anew. */
export interface NewCode {
  readonly maxStack: number;
  readonly maxLocals: number;
  readonly bytes: Uint8Array;
  readonly handlers: readonly ExceptionHandler[];
  /** null: a table that is there stays as it is, and none is added. */
  readonly frames: readonly StackMapFrame[] | null;
  /** Utf8 index of 'StackMapTable', for when there are frames but no table yet. */
  readonly stackMapTableName: number;
}

/**
 * Writes a Code attribute, header included: the new code, and the old attributes relocated. Attributes not known here
 * stay byte for byte: the JVM must ignore them (JVMS §4.7.1), drops them from what it hands to a transformer, and no
 * one else reads code that exists only within a JVM.
 *
 * @param nameIndex Utf8 index of 'Code'
 */
export function writeCodeAttribute(
  writer: ByteWriter,
  pool: ConstantPool,
  nameIndex: number,
  old: CodeModel,
  relocation: Relocation,
  code: NewCode,
): void {
  const info = beginAttribute(writer, nameIndex);
  writer.u16(code.maxStack).u16(code.maxLocals);
  writer.u32(code.bytes.byteLength).raw(code.bytes);
  writeExceptionTable(writer, code.handlers);

  const tables = old.attributes.map((attribute) => ({
    attribute,
    name: pool.utf8(attribute.nameIndex),
  }));
  const lacksFrames =
    code.frames !== null &&
    code.frames.length > 0 &&
    !tables.some(({ name }) => name === ATTRIBUTE.stackMapTable);
  writer.u16(tables.length + (lacksFrames ? 1 : 0));
  for (const { attribute, name } of tables) {
    const start = beginAttribute(writer, attribute.nameIndex);
    writeRelocated(writer, name, attribute, old, relocation, code.frames);
    endAttribute(writer, start);
  }
  if (lacksFrames) {
    const start = beginAttribute(writer, code.stackMapTableName);
    writeStackMapTable(writer, code.frames);
    endAttribute(writer, start);
  }
  endAttribute(writer, info);
}

function writeRelocated(
  writer: ByteWriter,
  name: string,
  attribute: Attribute,
  old: CodeModel,
  relocation: Relocation,
  frames: readonly StackMapFrame[] | null,
): void {
  const info = old.bytes.subarray(attribute.start, attribute.endExclusive);
  switch (name) {
    case ATTRIBUTE.stackMapTable:
      if (frames === null) writer.raw(info);
      else writeStackMapTable(writer, frames);
      break;
    case ATTRIBUTE.lineNumberTable:
      moveLineNumbers(writer, info, old.what, (start) => relocation.lineStart(start));
      break;
    case ATTRIBUTE.localVariableTable:
    case ATTRIBUTE.localVariableTypeTable:
      moveLocalVariables(writer, info, old.what, (start, end) => relocation.variableRange(start, end));
      break;
    case ATTRIBUTE.runtimeVisibleTypeAnnotations:
    case ATTRIBUTE.runtimeInvisibleTypeAnnotations:
      writer.raw(relocateTypeAnnotations(info, relocation, old.what));
      break;
    default:
      writer.raw(info);
  }
}

/** @returns the first byte of the attribute's info */
function beginAttribute(writer: ByteWriter, nameIndex: number): number {
  writer.u16(nameIndex).u32(0);
  return writer.length;
}

/** Sets the length of an attribute whose info begins at `start` and is complete. */
function endAttribute(writer: ByteWriter, start: number): void {
  writer.patchU32(start - 4, writer.length - start);
}
