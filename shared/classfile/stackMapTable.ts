import { ByteReader } from '../base/byteReader.ts';
import type { ByteWriter } from '../base/byteWriter.ts';
import { unreachable } from '../base/assert.ts';
import { malformedClass } from './malformedClass.ts';

/** verification_type_info (JVMS §4.7.4). */
export type VerificationType =
  | { readonly kind: SimpleKind }
  | { readonly kind: 'object'; /** Class index. */ readonly classIndex: number }
  /** Made by the `new` at bci `offset`, its constructor not yet called. */
  | { readonly kind: 'uninitialized'; readonly offset: number };

type SimpleKind = 'top' | 'integer' | 'float' | 'double' | 'long' | 'null' | 'uninitializedThis';

const SIMPLE_KINDS: readonly SimpleKind[] = [
  'top',
  'integer',
  'float',
  'double',
  'long',
  'null',
  'uninitializedThis',
];
const OBJECT_TAG = 7;
const UNINITIALIZED_TAG = 8;

/** stack_map_frame (JVMS §4.7.4). `offset` is the bci itself, not the delta the file stores. */
export type StackMapFrame =
  | { readonly kind: 'same'; readonly offset: number }
  | {
      readonly kind: 'sameLocals1StackItem';
      readonly offset: number;
      readonly stack: VerificationType;
    }
  /** The last `chopped` (1 .. 3) locals are gone; the stack is empty. */
  | { readonly kind: 'chop'; readonly offset: number; readonly chopped: number }
  /** 1 .. 3 more locals; the stack is empty. */
  | {
      readonly kind: 'append';
      readonly offset: number;
      readonly locals: readonly VerificationType[];
    }
  | {
      readonly kind: 'full';
      readonly offset: number;
      readonly locals: readonly VerificationType[];
      readonly stack: readonly VerificationType[];
    };

//  frame_type  0..63  64..127   128..246  247      248..250  251       252..254  255
//              same   1 stack   reserved  1 stack  chop      same      append    full
//              delta = type (- 64)        and 248 on: u16 delta follows
const LARGEST_SHORT_DELTA = 63;
const SAME_LOCALS_1_STACK_ITEM = 64;
const FIRST_RESERVED = 128;
const SAME_LOCALS_1_STACK_ITEM_EXTENDED = 247;
const SAME_FRAME_EXTENDED = 251;
const FULL_FRAME = 255;

/**
 * @param info the attribute without its header
 * @returns the frames, by rising offset
 * @throws SluiceError for anything JVMS §4.7.4 does not allow
 */
export function readStackMapTable(info: Uint8Array, what: string): StackMapFrame[] {
  const reader = new ByteReader(info, `${what}: StackMapTable`);
  const frames: StackMapFrame[] = [];
  let offset = -1;
  for (let left = reader.u16('number_of_entries'); left > 0; left--) {
    const type = reader.u8('frame_type');
    if (type >= FIRST_RESERVED && type < SAME_LOCALS_1_STACK_ITEM_EXTENDED) {
      const found = `frame_type ${type}`;
      throw malformedClass(reader.what, reader.offset - 1, found, '128 .. 246 are reserved');
    }
    const delta = type < FIRST_RESERVED ? type & LARGEST_SHORT_DELTA : reader.u16('offset_delta');
    offset += delta + 1;
    frames.push(readFrame(reader, type, offset));
  }
  reader.end();
  return frames;
}

function readFrame(reader: ByteReader, type: number, offset: number): StackMapFrame {
  if (type < SAME_LOCALS_1_STACK_ITEM || type === SAME_FRAME_EXTENDED) {
    return { kind: 'same', offset };
  }
  if (type <= SAME_LOCALS_1_STACK_ITEM_EXTENDED) {
    return { kind: 'sameLocals1StackItem', offset, stack: readType(reader) };
  }
  if (type < SAME_FRAME_EXTENDED) {
    return { kind: 'chop', offset, chopped: SAME_FRAME_EXTENDED - type };
  }
  if (type < FULL_FRAME) {
    return { kind: 'append', offset, locals: readTypes(reader, type - SAME_FRAME_EXTENDED) };
  }
  const locals = readTypes(reader, reader.u16('number_of_locals'));
  return { kind: 'full', offset, locals, stack: readTypes(reader, reader.u16('number_of_stack_items')) };
}

function readTypes(reader: ByteReader, count: number): VerificationType[] {
  const types: VerificationType[] = [];
  for (let left = count; left > 0; left--) types.push(readType(reader));
  return types;
}

function readType(reader: ByteReader): VerificationType {
  const tag = reader.u8('verification_type_info tag');
  if (tag < SIMPLE_KINDS.length) return { kind: SIMPLE_KINDS[tag] };
  if (tag === OBJECT_TAG) return { kind: 'object', classIndex: reader.u16('cpool_index') };
  if (tag === UNINITIALIZED_TAG) return { kind: 'uninitialized', offset: reader.u16('offset') };
  throw malformedClass(reader.what, reader.offset - 1, `verification type ${tag}`, '0 .. 8 are defined');
}

/** Writes the attribute without its header, each frame in its shortest form. Offsets must rise. */
export function writeStackMapTable(writer: ByteWriter, frames: readonly StackMapFrame[]): void {
  writer.u16(frames.length);
  let previous = -1;
  for (const frame of frames) {
    writeFrame(writer, frame, frame.offset - previous - 1);
    previous = frame.offset;
  }
}

function writeFrame(writer: ByteWriter, frame: StackMapFrame, delta: number): void {
  switch (frame.kind) {
    case 'same':
      if (delta <= LARGEST_SHORT_DELTA) writer.u8(delta);
      else writer.u8(SAME_FRAME_EXTENDED).u16(delta);
      break;
    case 'sameLocals1StackItem':
      if (delta <= LARGEST_SHORT_DELTA) writer.u8(SAME_LOCALS_1_STACK_ITEM + delta);
      else writer.u8(SAME_LOCALS_1_STACK_ITEM_EXTENDED).u16(delta);
      writeType(writer, frame.stack);
      break;
    case 'chop':
      writer.u8(SAME_FRAME_EXTENDED - frame.chopped).u16(delta);
      break;
    case 'append':
      writer.u8(SAME_FRAME_EXTENDED + frame.locals.length).u16(delta);
      for (const type of frame.locals) writeType(writer, type);
      break;
    case 'full':
      writer.u8(FULL_FRAME).u16(delta).u16(frame.locals.length);
      for (const type of frame.locals) writeType(writer, type);
      writer.u16(frame.stack.length);
      for (const type of frame.stack) writeType(writer, type);
      break;
    default:
      unreachable(frame);
  }
}

function writeType(writer: ByteWriter, type: VerificationType): void {
  switch (type.kind) {
    case 'object':
      writer.u8(OBJECT_TAG).u16(type.classIndex);
      break;
    case 'uninitialized':
      writer.u8(UNINITIALIZED_TAG).u16(type.offset);
      break;
    default:
      writer.u8(SIMPLE_KINDS.indexOf(type.kind));
  }
}

/** The same frame elsewhere: its bci is mapped by `move`, those of `new` instructions in `uninitialized` types by `moveNew`. */
export function moveFrame(
  frame: StackMapFrame,
  move: (bci: number) => number,
  moveNew: (bci: number) => number = move,
): StackMapFrame {
  const offset = move(frame.offset);
  const moved = (type: VerificationType): VerificationType =>
    type.kind === 'uninitialized' ? { kind: type.kind, offset: moveNew(type.offset) } : type;
  switch (frame.kind) {
    case 'same':
      return { kind: 'same', offset };
    case 'sameLocals1StackItem':
      return { kind: frame.kind, offset, stack: moved(frame.stack) };
    case 'chop':
      return { kind: frame.kind, offset, chopped: frame.chopped };
    case 'append':
      return { kind: frame.kind, offset, locals: frame.locals.map(moved) };
    case 'full':
      return {
        kind: frame.kind,
        offset,
        locals: frame.locals.map(moved),
        stack: frame.stack.map(moved),
      };
    default:
      return unreachable(frame);
  }
}
