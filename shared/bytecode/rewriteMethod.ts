import type { ByteWriter } from '../base/byteWriter.ts';
import { err, ok, type Result } from '../base/result.ts';
import { ACC } from '../classfile/accessFlags.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { CONSTANT_COUNT_LIMIT } from '../classfile/classWriter.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import type { BciRange } from './bciRange.ts';
import { layOut } from './codeLayout.ts';
import { CodeSplice, type OldMethod } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { framesWithProbe, handlerFrames, type MethodLocals } from './probeFrames.ts';
import {
  COUNT_STACK,
  EXIT_STACK,
  type ProbeCalls,
  type ProbePackets,
  type ProbeTarget,
} from './probePackets.ts';
import type { Insertion } from './relocation.ts';
import type { RewriteRefusal } from './rewriteRefusal.ts';
import { findThisInitialization } from './thisInitialization.ts';
import { handlerCode, handlerEntries, HANDLER_STACK, overflowHandler } from './tryFinally.ts';

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
  const old = { model, method, code, layout };
  const measured = measuredPart(old);
  if (!measured.ok) return measured.error;
  return target.counted
    ? writeCounted(old, measured.value, probes.countPacket(target), writer)
    : writeTimed(old, measured.value, target, probes, constants, writer);
}

/** Where the entry packets go, and where the method can then leave by an exception. */
interface MeasuredPart {
  readonly entries: readonly number[];
  readonly ranges: readonly BciRange[];
}

function writeCounted(
  old: OldMethod,
  { entries }: MeasuredPart,
  packet: readonly number[] | null,
  writer: ByteWriter,
): RewriteRefusal | null {
  if (packet === null) return poolFull(old.model);
  const insertions = entries.map((bci): Insertion => ({ bci, packet }));
  const splice = new CodeSplice(old, insertions, []);
  const parts = splice.unchanged(COUNT_STACK);
  const refusal = splice.refusal(parts);
  if (refusal === null) splice.write(writer, splice.frames, parts);
  return refusal;
}

/** The probe in a variable of its own, and a try/finally around what is measured. */
function writeTimed(
  old: OldMethod,
  { entries, ranges }: MeasuredPart,
  target: ProbeTarget,
  probes: ProbeCalls,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const { model, code, layout } = old;
  const packets = probes.packets(target, code.maxLocals);
  if (packets === null) return poolFull(model);
  const splice = new CodeSplice(old, insertionsOf(entries, packets), packets.exit);
  const { relocation, tailStart } = splice;
  const parts = {
    maxStack: Math.max(code.maxStack + EXIT_STACK, HANDLER_STACK),
    maxLocals: code.maxLocals + 1,
    tail: handlerCode(packets),
    handlers: handlerEntries(ranges, layout.returns, packets, relocation, tailStart),
  };
  const refusal = splice.refusal(parts);
  if (refusal !== null) return refusal;
  if (splice.frames === null) {
    splice.write(writer, null, parts);
    return null;
  }
  const probeClass = constants.class(probes.probeClass);
  const throwable = constants.class('java/lang/Throwable');
  const stackMapTableName = constants.utf8(ATTRIBUTE.stackMapTable);
  if ([probeClass, throwable, stackMapTableName].includes(POOL_FULL)) return poolFull(model);
  const probe: VerificationType = { kind: 'object', classIndex: probeClass };
  const exception: VerificationType = { kind: 'object', classIndex: throwable };
  const frames = framesWithProbe(splice.frames, localsOf(old), probe, constants);
  if (frames === null) return poolFull(model);
  const second = overflowHandler(packets, tailStart);
  frames.push(...handlerFrames(tailStart, second, code.maxLocals, probe, exception));
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

function measuredPart({ model, method, code, layout }: OldMethod): Result<MeasuredPart, RewriteRefusal> {
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

function localsOf({ model, method, code }: OldMethod): MethodLocals {
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

function poolFull(model: ClassModel): RewriteRefusal {
  return {
    kind: 'constantPoolFull',
    constants: model.pool.count,
    limit: CONSTANT_COUNT_LIMIT,
  };
}
