import { ByteWriter } from '../base/byteWriter.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { writeClass } from '../classfile/classWriter.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import { layOut } from './codeLayout.ts';
import { CodeSplice } from './codeSplice.ts';
import { ConstantPoolAppend, POOL_FULL } from './constantPoolAppend.ts';
import { localAccess, push, u2 } from './packetInstructions.ts';

/** A static method that takes one argument, an object or an int, and answers nothing. */
export interface StaticMethod {
  /** Internal name. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** What it gets: the object in a local variable, or a number. */
export type CallArgument =
  { readonly kind: 'variable'; readonly index: number } | { readonly kind: 'number'; readonly value: number };

/** Before the instruction at a bci that is fallen into; a variable holds an object there. */
export interface CallPlace {
  readonly bci: number;
  readonly argument: CallArgument;
}

/** Where a method keeps it in variable 0. */
export const THIS: CallArgument = { kind: 'variable', index: 0 };

/**
 * Puts `push; invokestatic` before one instruction of each method given. Nothing else changes; stack and variables behind it
 * are what they were before it.
 *
 * @param places by index in model.methods
 * @returns null if a method is too long for it or the constant pool is full
 * @throws SluiceError 'protocol' if a method is malformed
 */
export function insertCalls(
  model: ClassModel,
  places: ReadonlyMap<number, CallPlace>,
  callee: StaticMethod,
): Uint8Array | null {
  const constants = new ConstantPoolAppend(model.pool);
  const methodref = constants.methodref(callee.owner, callee.name, callee.descriptor);
  if (methodref === POOL_FULL) return null;
  const codeAttributes = new Map<number, Uint8Array>();
  for (const [methodIndex, { bci, argument }] of places) {
    const pushed = pushOf(argument, constants);
    if (pushed === null) return null;
    const packet = [...pushed, OP.invokestatic, ...u2(methodref)];
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

function pushOf(argument: CallArgument, constants: ConstantPoolAppend): readonly number[] | null {
  return argument.kind === 'variable'
    ? localAccess(OP.aload, OP.aload_0, argument.index)
    : push(constants, argument.value);
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
