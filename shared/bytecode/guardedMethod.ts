import type { ByteWriter } from '../base/byteWriter.ts';
import { err, ok, type Result } from '../base/result.ts';
import { ACC } from '../classfile/accessFlags.ts';
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { CONSTANT_COUNT_LIMIT } from '../classfile/classWriter.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import type { BciRange } from './bciRange.ts';
import { layOut } from './codeLayout.ts';
import { CodeSplice, type OldMethod } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { framesWithProbe, handlerFrames, type MethodLocals } from './probeFrames.ts';
import type { ProbePackets } from './probePackets.ts';
import type { Insertion } from './relocation.ts';
import type { RewriteRefusal } from './rewriteRefusal.ts';
import { findThisInitialization } from './thisInitialization.ts';
import { handlerCode, handlerEntries, HANDLER_STACK, overflowHandler } from './tryFinally.ts';

/** A method that can be measured, and what of it. */
export interface MeasurableMethod extends OldMethod {
  /** bcis, rising: where the entry packets go. */
  readonly entries: readonly number[];
  /** Where the method can then leave by an exception. */
  readonly ranges: readonly BciRange[];
}

/** All of a method; of a constructor what comes behind its super() or this(). */
export function measurable(model: ClassModel, method: MethodModel): Result<MeasurableMethod, RewriteRefusal> {
  const code = method.readCode();
  if (code === null) return err({ kind: (method.accessFlags & ACC.native) !== 0 ? 'native' : 'abstract' });
  if (isEmptyFinalizer(method, code)) return err({ kind: 'emptyFinalizer' });
  const layout = layOut(code);
  const old = { model, method, code, layout };
  if (!initializesThis(model, method)) {
    return ok({ ...old, entries: [0], ranges: [{ start: 0, endExclusive: code.codeLength }] });
  }
  const found = findThisInitialization(model.pool, code, layout);
  if (!found.ok) return err({ kind: 'constructorUnclear', ...found.error });
  return ok({ ...old, entries: found.value.entries, ranges: found.value.initialized });
}

/** What a method holds from its entry packet to its end, in a variable behind all others. */
export interface HeldValue {
  readonly type: VerificationType;
  readonly slots: 1 | 2;
  /** Slots that the packets need on top of what the method has on its stack. */
  readonly packetStack: number;
}

/** Writes the method with a value in a variable of its own, and a try/finally around what is measured. */
export function writeGuarded(
  method: MeasurableMethod,
  insertions: readonly Insertion[],
  packets: ProbePackets,
  { type, slots, packetStack }: HeldValue,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const { model, code, layout, ranges } = method;
  const splice = new CodeSplice(method, insertions, packets.exit);
  const { relocation, tailStart } = splice;
  const parts = {
    maxStack: Math.max(code.maxStack + packetStack, HANDLER_STACK),
    maxLocals: code.maxLocals + slots,
    tail: handlerCode(packets),
    handlers: handlerEntries(ranges, layout.returns, packets, relocation, tailStart),
  };
  const refusal = splice.refusal(parts);
  if (refusal !== null) return refusal;
  if (splice.frames === null) {
    splice.write(writer, null, parts);
    return null;
  }
  const throwable = constants.class('java/lang/Throwable');
  const stackMapTableName = constants.utf8(ATTRIBUTE.stackMapTable);
  if ([throwable, stackMapTableName].includes(POOL_FULL)) return poolFull(model);
  const exception: VerificationType = { kind: 'object', classIndex: throwable };
  const frames = framesWithProbe(splice.frames, localsOf(method), type, constants);
  if (frames === null) return poolFull(model);
  const second = overflowHandler(packets, tailStart);
  frames.push(...handlerFrames(tailStart, second, code.maxLocals, type, exception));
  splice.write(writer, frames, { ...parts, stackMapTableName });
  return null;
}

/** HotSpot's Method::is_empty_method, which decides whether a class has a finalizer; so does java.lang.Object. */
function isEmptyFinalizer(method: MethodModel, code: CodeModel): boolean {
  return (
    code.codeLength === 1 &&
    code.bytes[code.codeStart] === OP.return &&
    method.name === 'finalize' &&
    method.descriptor === '()V'
  );
}

/** Object's constructor calls no other: its object counts as initialised from the start (JVMS §4.10.1.6). */
function initializesThis(model: ClassModel, method: MethodModel): boolean {
  return method.name === '<init>' && model.superName !== null;
}

function localsOf({ model, method, code }: OldMethod): MethodLocals {
  return {
    className: model.name,
    isStatic: (method.accessFlags & ACC.static) !== 0,
    isConstructor: initializesThis(model, method),
    descriptor: method.descriptor,
    maxLocals: code.maxLocals,
  };
}

export function poolFull(model: ClassModel): RewriteRefusal {
  return {
    kind: 'constantPoolFull',
    constants: model.pool.count,
    limit: CONSTANT_COUNT_LIMIT,
  };
}
