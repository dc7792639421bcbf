import type { ByteWriter } from '../base/byteWriter.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import type { ConstantPoolAppend } from './constantPoolAppend.ts';
import { writeGuarded } from './guardedMethod.ts';
import type { OldMethod } from './oldMethod.ts';
import type { ProbeParts } from './probeKind.ts';
import type { ProbePackets } from './probePackets.ts';
import { inOrder, type Insertion } from './relocation.ts';
import type { RewriteRefusal } from './rewriteRefusal.ts';
import type { GuardedPart } from './tryFinally.ts';

/** How a method tells of its entry and its end. */
export interface TellingFrame {
  readonly packets: ProbePackets;
  readonly guarded: readonly GuardedPart[];
  /** Those of the method's own handlers. */
  readonly caught: readonly Insertion[];
  /** Those of a constructor around its super() or this(). */
  readonly around: readonly Insertion[];
  /** Of the probe's variable, and of what else is held. */
  readonly types: readonly VerificationType[];
  readonly slots: number;
  /** Slots that exits and other packets need on top of what the method has on its stack. */
  readonly packetStack: number;
  /** Slots that the handlers need, the exception included. */
  readonly handlerStack: number;
}

/** Writes a method that is timed, with all else that is put into it. */
export function writeTimed(
  method: OldMethod,
  frame: TellingFrame,
  parts: ProbeParts,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const { entry, exit, failed, overflow } = frame.packets;
  const packets = {
    entry: [...parts.begin, ...entry],
    exit: [...parts.told, ...exit],
    failed: [...parts.told, ...parts.failed, ...failed],
    overflow,
  };
  const insertions = inOrder([
    { bci: 0, packet: packets.entry },
    ...frame.caught,
    ...parts.insertions,
    ...frame.around,
  ]);
  const held = {
    types: [...frame.types, ...parts.types],
    slots: frame.slots + parts.slots,
    packetStack: Math.max(frame.packetStack + parts.exitStack, parts.stack),
    handlerStack: Math.max(frame.handlerStack + parts.exitStack, 1 + parts.stack),
  };
  return writeGuarded(method, insertions, frame.guarded, packets, held, constants, writer);
}
