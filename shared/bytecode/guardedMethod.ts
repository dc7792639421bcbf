import type { ByteWriter } from '../base/byteWriter.ts';
import { err, ok, type Result } from '../base/result.ts';
import { ACC } from '../classfile/accessFlags.ts';
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import type { ExceptionHandler } from '../classfile/exceptionTable.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import { layOut } from './codeLayout.ts';
import { CodeSplice } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import type { OldMethod } from './oldMethod.ts';
import { framesWithProbe, handlerFrames, type MethodLocals } from './probeFrames.ts';
import type { ProbePackets } from './probePackets.ts';
import type { Insertion } from './relocation.ts';
import { poolFull, type RewriteRefusal } from './rewriteRefusal.ts';
import { findThisInitialization, type ThisInitialization } from './thisInitialization.ts';
import { handlerCode, handlerEntries, overflowHandler, type GuardedPart } from './tryFinally.ts';

/** What can be measured of a method: all of it. */
export function measurable(model: ClassModel, method: MethodModel): Result<OldMethod, RewriteRefusal> {
  const code = method.readCode();
  if (code === null) return err({ kind: (method.accessFlags & ACC.native) !== 0 ? 'native' : 'abstract' });
  if (isEmptyFinalizer(method, code)) return err({ kind: 'emptyFinalizer' });
  return ok({ model, method, code, layout: layOut(code) });
}

/** All of a method, guarded by one pair of handlers. */
export function wholeMethod({ code }: OldMethod): GuardedPart {
  return { ranges: [{ start: 0, endExclusive: code.codeLength }], kind: 'behindPackets' };
}

/** Object's constructor calls no other: its object counts as initialised from the start (JVMS §4.10.1.6). */
export function initializesThis({ model, method }: OldMethod): boolean {
  return method.name === '<init>' && model.superName !== null;
}

/** Of a constructor. */
export function thisInitialization({
  model,
  code,
  layout,
}: OldMethod): Result<ThisInitialization, RewriteRefusal> {
  const found = findThisInitialization(model.pool, code, layout);
  return found.ok ? found : err({ kind: 'constructorUnclear', ...found.error });
}

/** What a method holds from its entry packet to its end, in variables behind all others. */
export interface HeldValues {
  readonly types: readonly VerificationType[];
  readonly slots: number;
  /** Slots that the packets need on top of what the method has on its stack. */
  readonly packetStack: number;
  /** Slots that the handlers need, the exception included. */
  readonly handlerStack: number;
  /** A constructor's: held only from its super() or this() on. */
  readonly isEnteredLate?: boolean;
}

/** Writes the method with values in variables of its own, and a try/finally around each part that is measured. */
export function writeGuarded(
  method: OldMethod,
  insertions: readonly Insertion[],
  guardedParts: readonly GuardedPart[],
  packets: ProbePackets,
  held: HeldValues,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const { model, code, layout } = method;
  const splice = new CodeSplice(method, insertions, packets.exit);
  const { relocation, tailStart } = splice;
  const pair = handlerCode(packets);
  // Loops, not flatMap: it costs a quarter of all rewriting (rewriteClass.bench.ts).
  const tail: number[] = [];
  const handlers: ExceptionHandler[] = [];
  for (const part of guardedParts) {
    handlers.push(...handlerEntries(part, layout.returns, packets, relocation, tailStart + tail.length));
    tail.push(...pair);
  }
  const parts = {
    maxStack: Math.max(code.maxStack + held.packetStack, held.handlerStack),
    maxLocals: code.maxLocals + held.slots,
    tail,
    handlers,
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
  const locals = localsOf(method, held.isEnteredLate === true);
  const frames = framesWithProbe(splice.frames, locals, held.types, constants);
  if (frames === null) return poolFull(model);
  let handler = tailStart;
  for (const { kind } of guardedParts) {
    const second = overflowHandler(packets, handler);
    const isUninitialized = kind === 'uninitialized';
    frames.push(...handlerFrames(handler, second, code.maxLocals, held.types, exception, isUninitialized));
    handler += pair.length;
  }
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

function localsOf(old: OldMethod, isEnteredLate: boolean): MethodLocals {
  const { model, method, code } = old;
  return {
    className: model.name,
    isStatic: (method.accessFlags & ACC.static) !== 0,
    isConstructor: initializesThis(old),
    isEnteredLate,
    descriptor: method.descriptor,
    maxLocals: code.maxLocals,
  };
}
