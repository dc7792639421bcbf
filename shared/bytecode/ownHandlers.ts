import { readExceptionTable } from '../classfile/exceptionTable.ts';
import type { OldMethod } from './oldMethod.ts';
import type { ProbeCalls } from './probePackets.ts';
import type { Insertion } from './relocation.ts';

/**
 * The handlers of the method's own that can begin with a packet. Not those that guard their own beginning, as those of
 * `synchronized` and `finally` do: a packet that overflows the stack would be run again for ever, and outside of the guarded range
 * it would leave the monitor locked.
 */
export function openHandlers({ code }: OldMethod): ReadonlySet<number> {
  const table = readExceptionTable(code);
  const handlers = new Set(table.map(({ handler }) => handler));
  for (const { start, endExclusive, handler } of table) {
    if (handler >= start && handler < endExclusive) handlers.delete(handler);
  }
  return handlers;
}

/**
 * A packet at the beginning of each open handler, by which it tells that it has got an exception.
 * @returns null if the constant pool is full
 */
export function caughtInsertions(
  method: OldMethod,
  probes: ProbeCalls,
  local: number,
): readonly Insertion[] | null {
  if (method.code.exceptionTableLength === 0) return [];
  const handlers = openHandlers(method);
  if (handlers.size === 0) return [];
  const packet = probes.caughtPacket(local);
  if (packet === null) return null;
  return [...handlers].map((bci) => ({ bci, packet, isLanding: true }));
}
