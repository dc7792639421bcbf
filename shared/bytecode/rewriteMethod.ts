import type { ByteWriter } from '../base/byteWriter.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { BytecodeCounter, COUNTER_STACK } from './bytecodeCounter.ts';
import { CodeSplice, type OldMethod } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { rewriteConstructor } from './rewriteConstructor.ts';
import { initializesThis, measurable, poolFull, wholeMethod, writeGuarded } from './guardedMethod.ts';
import { sitesOf } from './allocationSites.ts';
import { caughtInsertions, inOrder } from './ownHandlers.ts';
import { COUNT_STACK, EXIT_STACK, HANDLER_STACK, type ProbeCalls, type ProbeTarget } from './probePackets.ts';
import type { RewriteRefusal } from './rewriteRefusal.ts';

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
  const found = measurable(model, method);
  if (!found.ok) return found.error;
  if (target.counted) return writeCounted(found.value, probes.countPacket(target), writer);
  const write = initializesThis(found.value) ? rewriteConstructor : writeTimed;
  return write(found.value, target, probes, constants, writer);
}

function writeCounted(
  method: OldMethod,
  packet: readonly number[] | null,
  writer: ByteWriter,
): RewriteRefusal | null {
  if (packet === null) return poolFull(method.model);
  const splice = new CodeSplice(method, [{ bci: 0, packet }], []);
  const parts = splice.unchanged(COUNT_STACK);
  const refusal = splice.refusal(parts);
  if (refusal === null) splice.write(writer, splice.frames, parts);
  return refusal;
}

function writeTimed(
  method: OldMethod,
  target: ProbeTarget,
  probes: ProbeCalls,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const local = method.code.maxLocals;
  const counter = probes.countsBytecodes ? new BytecodeCounter(method, local + 1) : null;
  const packets = probes.packets(target, local, counter);
  const classIndex = constants.class(probes.probeClass);
  const caught = caughtInsertions(method, probes, local);
  const behind = local + 1 + (counter?.slots ?? 0);
  const sites = sitesOf(method, target, probes, local, behind);
  if (packets === null || caught === null || sites === null || classIndex === POOL_FULL)
    return poolFull(method.model);
  const held = {
    types: [{ kind: 'object', classIndex }, ...(counter?.types ?? [])],
    slots: 1 + (counter?.slots ?? 0) + sites.slots,
    packetStack: Math.max(EXIT_STACK + (counter === null ? 0 : COUNTER_STACK), sites.stack),
    handlerStack: HANDLER_STACK + (counter === null ? 0 : COUNTER_STACK),
  } as const;
  const insertions = inOrder([
    { bci: 0, packet: packets.entry },
    ...caught,
    ...sites.insertions,
    ...(counter?.insertions ?? []),
  ]);
  return writeGuarded(method, insertions, [wholeMethod(method)], packets, held, constants, writer);
}
