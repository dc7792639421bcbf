import { ByteReader } from '../base/byteReader.ts';
import type { ByteWriter } from '../base/byteWriter.ts';

/** One row of LocalVariableTable or LocalVariableTypeTable (JVMS §4.7.13, §4.7.14), which have the same layout. */
export interface LocalVariable {
  /** The variable has a value in [start, endExclusive); bcis. */
  readonly start: number;
  readonly endExclusive: number;
  readonly nameIndex: number;
  /** Utf8 index of the descriptor, or of the signature in a LocalVariableTypeTable. */
  readonly typeIndex: number;
  readonly slot: number;
}

/** @param info the attribute without its header  @throws SluiceError if it is cut short or too long */
export function readLocalVariables(info: Uint8Array, what: string): LocalVariable[] {
  const reader = new ByteReader(info, `${what}: local variable table`);
  const variables: LocalVariable[] = [];
  for (let left = reader.u16('local_variable_table_length'); left > 0; left--) {
    const start = reader.u16('start_pc');
    variables.push({
      start,
      endExclusive: start + reader.u16('length'),
      nameIndex: reader.u16('name_index'),
      typeIndex: reader.u16('descriptor_index'),
      slot: reader.u16('index'),
    });
  }
  reader.end();
  return variables;
}

/** Writes the attribute without its header. */
export function writeLocalVariables(writer: ByteWriter, variables: readonly LocalVariable[]): void {
  writer.u16(variables.length);
  for (const { start, endExclusive, nameIndex, typeIndex, slot } of variables) {
    writer
      .u16(start)
      .u16(endExclusive - start)
      .u16(nameIndex)
      .u16(typeIndex)
      .u16(slot);
  }
}
