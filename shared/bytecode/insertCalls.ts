import { ByteWriter } from '../base/byteWriter.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { writeClass } from '../classfile/classWriter.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import { layOut } from './codeLayout.ts';
import { CodeSplice } from './codeSplice.ts';
import { ConstantPoolAppend, POOL_FULL } from './constantPoolAppend.ts';

/** A static method that takes an object and answers nothing. */
export interface StaticMethod {
  /** Internal name. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/**
 * Puts `aload_0; invokestatic` before one instruction of each method given: the static method gets `this`. Nothing else
 * changes; stack and variables behind it are what they were before it.
 *
 * @param places index in model.methods -> bci of an instruction that is fallen into, in an instance method that keeps `this`
 * in variable 0
 * @returns null if a method is too long for it or the constant pool is full
 * @throws SluiceError 'protocol' if a method is malformed
 */
export function insertCalls(
  model: ClassModel,
  places: ReadonlyMap<number, number>,
  callee: StaticMethod,
): Uint8Array | null {
  const constants = new ConstantPoolAppend(model.pool);
  const methodref = constants.methodref(callee.owner, callee.name, callee.descriptor);
  if (methodref === POOL_FULL) return null;
  const packet = [OP.aload_0, OP.invokestatic, methodref >> 8, methodref & 0xff];
  const codeAttributes = new Map<number, Uint8Array>();
  for (const [methodIndex, bci] of places) {
    const attribute = codeWithPacket(model, model.methods[methodIndex], bci, packet);
    if (attribute === null) return null;
    codeAttributes.set(methodIndex, attribute);
  }
  return writeClass(model, {
    constants: constants.written(),
    constantCount: constants.count,
    codeAttributes,
  });
}

/** One slot on the stack for the packet; nothing before returns. */
const PACKET_STACK = 1;
const NO_EXIT: readonly number[] = [];

function codeWithPacket(
  model: ClassModel,
  method: MethodModel,
  bci: number,
  packet: readonly number[],
): Uint8Array | null {
  const code = method.readCode();
  if (code === null) return null;
  const splice = new CodeSplice({ model, method, code, layout: layOut(code) }, [{ bci, packet }], NO_EXIT);
  const parts = splice.unchanged(PACKET_STACK);
  if (splice.refusal(parts) !== null) return null;
  const writer = new ByteWriter(code.codeLength + 256);
  splice.write(writer, splice.frames, parts);
  return writer.toBytes();
}
