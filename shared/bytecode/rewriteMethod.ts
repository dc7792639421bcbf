import type { ByteWriter } from '../base/byteWriter.ts';
import { err, ok, type Result } from '../base/result.ts';
import { ACC } from '../classfile/accessFlags.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { CONSTANT_COUNT_LIMIT } from '../classfile/classWriter.ts';
import { CODE_LENGTH_LIMIT, type CodeModel } from '../classfile/codeModel.ts';
import type { ExceptionHandler } from '../classfile/exceptionTable.ts';
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import type { StackMapFrame, VerificationType } from '../classfile/stackMapTable.ts';
import type { BciRange } from './bciRange.ts';
import { writeCodeAttribute } from './codeAttribute.ts';
import { insertPackets } from './codeInsertion.ts';
import { layOut, type CodeLayout } from './codeLayout.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { readFrames, shiftFrames, widenedWithoutFrame } from './frameShift.ts';
import { framesWithProbe, handlerFrames, type MethodLocals } from './probeFrames.ts';
import {
  COUNT_STACK,
  EXIT_STACK,
  type ProbeCalls,
  type ProbePackets,
  type ProbeTarget,
} from './probePackets.ts';
import { relocatedHandlers } from './relocatedHandlers.ts';
import { Relocation, type Insertion } from './relocation.ts';
import { JIT_CODE_LIMIT, type RewriteRefusal } from './rewriteRefusal.ts';
import { findThisInitialization } from './thisInitialization.ts';
import { handlerCode, handlerEntries, HANDLER_STACK, overflowHandler } from './tryFinally.ts';

/** max_stack, max_locals and exception_table_length are u2. */
const U2_LIMIT = 65535;

/**
 * Writes the method's Code attribute with probes, header included; README.md shows the form. A refused method writes
 * nothing.
 * @throws SluiceError if the method is malformed
 */
export function rewriteMethod(
  model: ClassModel,
  method: MethodModel,
  target: ProbeTarget,
  probes: ProbeCalls,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const code = method.readCode();
  if (code === null) {
    return { kind: (method.accessFlags & ACC.native) !== 0 ? 'native' : 'abstract' };
  }
  if (isEmptyFinalizer(method, code)) return { kind: 'emptyFinalizer' };
  const layout = layOut(code);
  const measured = measuredPart(model, method, code, layout);
  if (!measured.ok) return measured.error;

  const packets = probes.packets(target, code.maxLocals);
  if (packets === null) return poolFull(model);
  const relocation = new Relocation(code, layout, insertionsOf(measured.value.entries, packets), packets);
  const handler = relocation.codeLength;
  const { counted = false } = target;
  const added = counted
    ? []
    : handlerEntries(measured.value.ranges, layout.returns, packets, relocation, handler);
  const tail = counted ? [] : handlerCode(packets);
  const maxStack = counted
    ? code.maxStack + COUNT_STACK
    : Math.max(code.maxStack + EXIT_STACK, HANDLER_STACK);
  const maxLocals = counted ? code.maxLocals : code.maxLocals + 1;
  const handlers = [...relocatedHandlers(code, layout, relocation), ...added];
  const refusal = sizeRefusal(code, { codeBytes: handler + tail.length, maxStack, maxLocals, handlers });
  if (refusal !== null) return refusal;

  const oldFrames = readFrames(model, code, layout);
  let frames: StackMapFrame[] | null = null;
  let stackMapTableName = 0;
  if (oldFrames !== null) {
    const bci = widenedWithoutFrame(oldFrames, relocation);
    if (bci >= 0) return { kind: 'jumpTooFar', bci };
    frames = shiftFrames(oldFrames, relocation);
  }
  if (frames !== null && !counted) {
    const probeClass = constants.class(probes.probeClass);
    const throwable = constants.class('java/lang/Throwable');
    stackMapTableName = constants.utf8(ATTRIBUTE.stackMapTable);
    if ([probeClass, throwable, stackMapTableName].includes(POOL_FULL)) return poolFull(model);
    const probe: VerificationType = { kind: 'object', classIndex: probeClass };
    const exception: VerificationType = { kind: 'object', classIndex: throwable };
    frames = framesWithProbe(frames, localsOf(model, method, code), probe, constants);
    if (frames === null) return poolFull(model);
    const second = overflowHandler(packets, handler);
    frames.push(...handlerFrames(handler, second, code.maxLocals, probe, exception));
  }

  const bytes = insertPackets(code, layout, packets, relocation, tail);
  const codeName = (model.bytes[method.codeOffset] << 8) | model.bytes[method.codeOffset + 1];
  writeCodeAttribute(writer, model.pool, codeName, code, relocation, {
    maxStack,
    maxLocals,
    bytes,
    handlers,
    frames,
    stackMapTableName,
  });
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

/** Where the entry packets go, and where the method can then leave by an exception. */
function measuredPart(
  model: ClassModel,
  method: MethodModel,
  code: CodeModel,
  layout: CodeLayout,
): Result<{ readonly entries: readonly number[]; readonly ranges: readonly BciRange[] }, RewriteRefusal> {
  if (!initializesThis(model, method)) {
    return ok({ entries: [0], ranges: [{ start: 0, endExclusive: code.codeLength }] });
  }
  const found = findThisInitialization(model.pool, code, layout);
  if (!found.ok) return err({ kind: 'constructorUnclear', ...found.error });
  return ok({ entries: found.value.entries, ranges: found.value.initialized });
}

/** Object's constructor calls no other: its object counts as initialised from the start (JVMS §4.10.1.6). */
function initializesThis(model: ClassModel, method: MethodModel): boolean {
  return method.name === '<init>' && model.superName !== null;
}

function localsOf(model: ClassModel, method: MethodModel, code: CodeModel): MethodLocals {
  return {
    className: model.name,
    isStatic: (method.accessFlags & ACC.static) !== 0,
    isConstructor: initializesThis(model, method),
    descriptor: method.descriptor,
    maxLocals: code.maxLocals,
  };
}

/** @param entries never begin with 0 in a method that has a gate: a constructor's first one is behind its super() */
function insertionsOf(entries: readonly number[], { entry, gate }: ProbePackets): Insertion[] {
  const insertions = entries.map((bci): Insertion => ({ bci, packet: entry }));
  return gate.length > 0 && entries[0] !== 0 ? [{ bci: 0, packet: gate }, ...insertions] : insertions;
}

function sizeRefusal(
  code: CodeModel,
  rewritten: {
    readonly codeBytes: number;
    readonly maxStack: number;
    readonly maxLocals: number;
    readonly handlers: readonly ExceptionHandler[];
  },
): RewriteRefusal | null {
  const codeBytes = code.codeLength;
  const { codeBytes: rewrittenBytes, maxStack, maxLocals } = rewritten;
  if (rewrittenBytes >= CODE_LENGTH_LIMIT) {
    return { kind: 'codeTooLong', codeBytes: rewrittenBytes, limit: CODE_LENGTH_LIMIT - 1 };
  }
  if (codeBytes <= JIT_CODE_LIMIT && rewrittenBytes > JIT_CODE_LIMIT) {
    return { kind: 'tooLongForJit', codeBytes, rewrittenBytes, limit: JIT_CODE_LIMIT };
  }
  const handlers = rewritten.handlers.length;
  if (handlers > U2_LIMIT) return { kind: 'tooManyHandlers', handlers, limit: U2_LIMIT };
  if (maxLocals > U2_LIMIT) return { kind: 'tooManyLocals', maxLocals, limit: U2_LIMIT };
  if (maxStack > U2_LIMIT) return { kind: 'stackTooDeep', maxStack, limit: U2_LIMIT };
  return null;
}

function poolFull(model: ClassModel): RewriteRefusal {
  return {
    kind: 'constantPoolFull',
    constants: model.pool.count,
    limit: CONSTANT_COUNT_LIMIT,
  };
}
