import type { ByteWriter } from '../base/byteWriter.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { CodeSplice } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { measurable, poolFull, writeGuarded, type MeasurableMethod } from './guardedMethod.ts';
import {
  COUNT_STACK,
  EXIT_STACK,
  type ProbeCalls,
  type ProbePackets,
  type ProbeTarget,
} from './probePackets.ts';
import type { Insertion } from './relocation.ts';
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
  return target.counted
    ? writeCounted(found.value, probes.countPacket(target), writer)
    : writeTimed(found.value, target, probes, constants, writer);
}

function writeCounted(
  method: MeasurableMethod,
  packet: readonly number[] | null,
  writer: ByteWriter,
): RewriteRefusal | null {
  if (packet === null) return poolFull(method.model);
  const insertions = method.entries.map((bci): Insertion => ({ bci, packet }));
  const splice = new CodeSplice(method, insertions, []);
  const parts = splice.unchanged(COUNT_STACK);
  const refusal = splice.refusal(parts);
  if (refusal === null) splice.write(writer, splice.frames, parts);
  return refusal;
}

function writeTimed(
  method: MeasurableMethod,
  target: ProbeTarget,
  probes: ProbeCalls,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const packets = probes.packets(target, method.code.maxLocals);
  const classIndex = constants.class(probes.probeClass);
  if (packets === null || classIndex === POOL_FULL) return poolFull(method.model);
  const held = { type: { kind: 'object', classIndex }, slots: 1, packetStack: EXIT_STACK } as const;
  return writeGuarded(method, insertionsOf(method.entries, packets), packets, held, constants, writer);
}

/** @param entries never begin with 0 in a method that has a gate: a constructor's first one is behind its super() */
function insertionsOf(entries: readonly number[], { entry, gate }: ProbePackets): Insertion[] {
  const insertions = entries.map((bci): Insertion => ({ bci, packet: entry }));
  return gate.length > 0 && entries[0] !== 0 ? [{ bci: 0, packet: gate }, ...insertions] : insertions;
}
