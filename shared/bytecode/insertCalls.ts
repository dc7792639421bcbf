import { ByteWriter } from '../base/byteWriter.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { writeClass } from '../classfile/classWriter.ts';
import { CODE_LENGTH_LIMIT } from '../classfile/codeModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import { writeCodeAttribute } from './codeAttribute.ts';
import { insertPackets } from './codeInsertion.ts';
import { layOut } from './codeLayout.ts';
import { ConstantPoolAppend, POOL_FULL } from './constantPoolAppend.ts';
import { readFrames, shiftFrames, widenedWithoutFrame } from './frameShift.ts';
import { relocatedHandlers } from './relocatedHandlers.ts';
import { Relocation } from './relocation.ts';

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
const NO_OTHER_PACKETS = { entry: [], exit: [], gate: [], overflow: [] };

function codeWithPacket(
  model: ClassModel,
  method: MethodModel,
  bci: number,
  packet: readonly number[],
): Uint8Array | null {
  const code = method.readCode();
  if (code === null) return null;
  const layout = layOut(code);
  const relocation = new Relocation(code, layout, [{ bci, packet }], NO_OTHER_PACKETS);
  if (relocation.codeLength >= CODE_LENGTH_LIMIT) return null;
  const frames = readFrames(model, code, layout);
  if (frames !== null && widenedWithoutFrame(frames, relocation) >= 0) return null;
  const writer = new ByteWriter(code.codeLength + 256);
  const codeName = (model.bytes[method.codeOffset] << 8) | model.bytes[method.codeOffset + 1];
  writeCodeAttribute(writer, model.pool, codeName, code, relocation, {
    maxStack: code.maxStack + PACKET_STACK,
    maxLocals: code.maxLocals,
    bytes: insertPackets(code, layout, NO_OTHER_PACKETS, relocation, []),
    handlers: relocatedHandlers(code, layout, relocation),
    frames: frames === null ? null : shiftFrames(frames, relocation),
    stackMapTableName: 0, // a method without frames gets none
  });
  return writer.toBytes();
}
