import { ByteReader } from '../base/byteReader.ts';
import { malformedClass } from '../classfile/malformedClass.ts';
import type { Relocation } from './relocation.ts';

/**
 * A copy of a Runtime(In)VisibleTypeAnnotations attribute of Code (JVMS §4.7.20), without its header, with the bcis in
 * its targets relocated. Its length stays.
 *
 *   type_annotation: target_type u1, target_info, type_path, annotation
 *   target_info      0x40 0x41  table of start u2, length u2, index u2   local variable
 *                    0x42       exception_table_index u2                 our handlers come last: it stays
 *                    0x43-0x46  offset u2                                instanceof, new, ::new, ::name
 *                    0x47-0x4b  offset u2, type_argument_index u1        cast, type arguments
 *
 * The JVM does not check these bcis and javac has written 65535 for some: one outside of the code stays as it is.
 *
 * @throws SluiceError if the attribute is malformed
 */
export function relocateTypeAnnotations(info: Uint8Array, relocation: Relocation, what: string): Uint8Array {
  const copy = info.slice();
  const view = new DataView(copy.buffer);
  const reader = new ByteReader(info, `${what}: type annotations`);
  for (let left = reader.u16('num_annotations'); left > 0; left--) {
    relocateTarget(reader, view, relocation);
    reader.view(reader.u8('path_length') * 2, 'type_path');
    skipAnnotation(reader);
  }
  reader.end();
  return copy;
}

function relocateTarget(reader: ByteReader, view: DataView, relocation: Relocation): void {
  const targetType = reader.u8('target_type');
  if (targetType === 0x40 || targetType === 0x41) {
    for (let left = reader.u16('table_length'); left > 0; left--) {
      relocateVariable(reader, view, relocation);
    }
  } else if (targetType === 0x42) {
    reader.u16('exception_table_index');
  } else if (targetType >= 0x43 && targetType <= 0x4b) {
    const at = reader.offset;
    const bci = reader.u16('offset');
    if (bci < relocation.oldCodeLength) view.setUint16(at, relocation.target(bci));
    if (targetType >= 0x47) reader.u8('type_argument_index');
  } else {
    const found = `target_type 0x${targetType.toString(16)}`;
    throw malformedClass(reader.what, reader.offset - 1, found, '0x40 .. 0x4b stand in Code');
  }
}

function relocateVariable(reader: ByteReader, view: DataView, relocation: Relocation): void {
  const at = reader.offset;
  const start = reader.u16('start_pc');
  const endExclusive = start + reader.u16('length');
  reader.u16('index');
  if (endExclusive > relocation.oldCodeLength) return;
  const range = relocation.variableRange(start, endExclusive);
  view.setUint16(at, range.start);
  view.setUint16(at + 2, range.endExclusive - range.start);
}

/** What is still to be skipped of one annotation (values with names) or array (values without). */
interface OpenValues {
  left: number;
  readonly named: boolean;
}

/** Steps over type_index and element_value_pairs. Annotations nest: open ones are kept in a list, not on the stack. */
function skipAnnotation(reader: ByteReader): void {
  reader.u16('type_index');
  const open: OpenValues[] = [{ left: reader.u16('num_element_value_pairs'), named: true }];
  for (let values = open.at(-1); values !== undefined; values = open.at(-1)) {
    if (values.left === 0) {
      open.pop();
      continue;
    }
    values.left -= 1;
    if (values.named) reader.u16('element_name_index');
    const tag = String.fromCharCode(reader.u8('element_value tag'));
    if (tag === '@') {
      reader.u16('type_index');
      open.push({ left: reader.u16('num_element_value_pairs'), named: true });
    } else if (tag === '[') {
      open.push({ left: reader.u16('num_values'), named: false });
    } else if (tag === 'e') {
      reader.u32('enum_const_value');
    } else if ('BCDFIJSZsc'.includes(tag)) {
      reader.u16('const_value_index');
    } else {
      const found = `element_value tag ${JSON.stringify(tag)}`;
      throw malformedClass(reader.what, reader.offset - 1, found, 'BCDFIJSZsce@[ are defined');
    }
  }
}
