import type { ByteWriter } from '../base/byteWriter.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { bytecodeCounter, COUNTER_SLOTS, COUNTER_STACK, COUNTER_TYPES } from './bytecodeCounter.ts';
import { CodeSplice, type OldMethod } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { rewriteConstructor } from './rewriteConstructor.ts';
import { initializesThis, measurable, poolFull, wholeMethod, writeGuarded } from './guardedMethod.ts';
import { sitesOf, withSites } from './allocationSites.ts';
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
  if (target.counted) return writeCounted(found.value, probes.countPacket(target, found.value.code), writer);
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
  const counter = probes.countsBytecodes ? bytecodeCounter(method, probes, local, local + 1) : null;
  const packets = probes.packets(target, local, counter);
  const classIndex = constants.class(probes.probeClass);
  const caught = caughtInsertions(method, probes, local);
  const scratch = local + 1 + (counter === null ? 0 : COUNTER_SLOTS);
  const whole = wholeMethod(method);
  const sites = sitesOf(method, target, probes, local, scratch, whole.ranges);
  const isFull = probes.countsBytecodes && counter === null;
  if (isFull || packets === null || caught === null || sites === null || classIndex === POOL_FULL)
    return poolFull(method.model);
  const counterStack = counter === null ? 0 : COUNTER_STACK;
  const held = {
    types: [{ kind: 'object', classIndex }, ...(counter === null ? [] : COUNTER_TYPES), ...sites.types],
    slots: scratch - local + sites.slots,
    packetStack: Math.max(EXIT_STACK + counterStack, sites.stack),
    handlerStack: Math.max(HANDLER_STACK + counterStack, 1 + sites.stack),
  } as const;
  const told = withSites(packets, sites);
  const insertions = inOrder([
    { bci: 0, packet: told.entry },
    ...caught,
    ...sites.insertions,
    ...(counter?.insertions ?? []),
  ]);
  return writeGuarded(method, insertions, [whole], told, held, constants, writer);
}
