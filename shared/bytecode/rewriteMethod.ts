import type { ByteWriter } from '../base/byteWriter.ts';
import { ok } from '../base/result.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { CodeSplice } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { rewriteConstructor } from './rewriteConstructor.ts';
import { initializesThis, measurable, wholeMethod } from './guardedMethod.ts';
import type { OldMethod } from './oldMethod.ts';
import { caughtInsertions } from './ownHandlers.ts';
import { placeAll, type ProbeKind } from './probeKind.ts';
import { COUNT_STACK, EXIT_STACK, HANDLER_STACK, type ProbeCalls, type ProbeTarget } from './probePackets.ts';
import { REQUEST_STACK } from './rootRequests.ts';
import { inOrder } from './relocation.ts';
import { poolFull, type RewriteRefusal } from './rewriteRefusal.ts';
import { writeTimed } from './timedMethod.ts';

const NOT_ASKED = ok<readonly number[]>([]);

/**
 * Writes the method's Code attribute with probes, header included; README.md shows the form. A refused method writes
 * nothing.
 * @param target null: its invocations are not measured
 * @param kinds what is put into it beside that
 * @throws SluiceError if the method is malformed
 */
export function rewriteMethod(
  model: ClassModel,
  method: MethodModel,
  target: ProbeTarget | null,
  probes: ProbeCalls,
  kinds: readonly ProbeKind[],
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const found = measurable(model, method);
  if (!found.ok) return found.error;
  if (target === null) return rewriteUntimed(found.value, [], kinds, writer);
  if (target.counted)
    return rewriteUntimed(found.value, probes.countPacket(target, found.value.code), kinds, writer);
  const request = probes.requests && target.root ? probes.requests.packetOf(found.value) : NOT_ASKED;
  if (!request.ok) return request.error;
  const rewrite = initializesThis(found.value) ? rewriteConstructor : rewriteTimed;
  return rewrite(found.value, target, request.value, probes, kinds, constants, writer);
}

/** @param counting goes first; null: the constant pool is full */
function rewriteUntimed(
  method: OldMethod,
  counting: readonly number[] | null,
  kinds: readonly ProbeKind[],
  writer: ByteWriter,
): RewriteRefusal | null {
  const parts = placeAll(kinds, method, null, method.code.maxLocals);
  if (counting === null || parts === null) return poolFull(method.model);
  const splice = new CodeSplice(method, inOrder([{ bci: 0, packet: counting }, ...parts.insertions]), []);
  const unchanged = splice.unchanged(Math.max(counting.length === 0 ? 0 : COUNT_STACK, parts.stack));
  const refusal = splice.refusal(unchanged);
  if (refusal === null) splice.write(writer, splice.frames, unchanged);
  return refusal;
}

function rewriteTimed(
  method: OldMethod,
  target: ProbeTarget,
  request: readonly number[],
  probes: ProbeCalls,
  kinds: readonly ProbeKind[],
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const local = method.code.maxLocals;
  const whole = wholeMethod(method);
  const timed = { methodId: target.methodId, local, told: whole.ranges };
  const parts = placeAll(kinds, method, timed, local + 1);
  const packets = parts && probes.packets(target, local, parts.exitValue, request);
  const classIndex = constants.class(probes.probeClass);
  const caught = caughtInsertions(method, probes, local);
  if (parts === null || packets === null || caught === null || classIndex === POOL_FULL)
    return poolFull(method.model);
  const frame = {
    ...{ packets, guarded: [whole], caught, around: [] },
    ...{ types: [{ kind: 'object', classIndex }] as const, slots: 1 },
    ...{
      packetStack: EXIT_STACK,
      handlerStack: Math.max(HANDLER_STACK, request.length > 0 ? REQUEST_STACK : 0),
    },
  };
  return writeTimed(method, frame, parts, constants, writer);
}
