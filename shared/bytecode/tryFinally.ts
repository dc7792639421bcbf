import type { ExceptionHandler } from '../classfile/exceptionTable.ts';
import { OP } from '../classfile/opcodes.ts';
import type { BciRange } from './bciRange.ts';
import { OVERFLOW_STACK, type ProbePackets } from './probePackets.ts';
import type { Relocation } from './relocation.ts';

/** "any": catches everything, names no class. A handler for Throwable leaks metaspace on JDK 17 (JDK-8308762). */
const ANY = 0;

/** What the handlers need on the operand stack: the exception, and what their packets need. */
export const HANDLER_STACK = 1 + OVERFLOW_STACK;

/**
 * The two handlers, one behind the other. The exception stays on the stack.
 *
 *     failed:    exit packet; athrow           the method leaves by an exception, or the exit before a return has failed
 *     overflow:  overflow packet; athrow       the exit of `failed` has failed too, for lack of stack
 */
export function handlerCode(packets: ProbePackets): readonly number[] {
  return [...packets.exit, OP.athrow, ...packets.overflow, OP.athrow];
}

/** Where the second handler begins. */
export function overflowHandler(packets: ProbePackets, handler: number): number {
  return handler + packets.exit.length + 1;
}

/**
 * The exception table entries for the handlers, the first of which is at `handler`, to go behind all others so that
 * those are tried first. `measured` is where a method can leave by an exception after its entry packet has run. An exit
 * packet that fails has recorded nothing and is tried again; one that has succeeded must not be, so returns are left out.
 *
 *     [entry] =============== return =============== return [failed] [overflow]
 *                    `----------> failed <---'          `--> overflow
 */
export function handlerEntries(
  measured: readonly BciRange[],
  returns: readonly number[],
  packets: ProbePackets,
  relocation: Relocation,
  handler: number,
): ExceptionHandler[] {
  const entries: ExceptionHandler[] = [];
  const guard = (start: number, endExclusive: number): void => {
    if (start < endExclusive) entries.push({ start, endExclusive, handler, catchType: ANY });
  };
  let next = 0;
  for (const range of measured) {
    let start = relocation.target(range.start);
    while (next < returns.length && returns[next] < range.start) next++;
    for (; next < returns.length && returns[next] < range.endExclusive; next++) {
      const atReturn = relocation.place(returns[next]) + packets.exit.length;
      guard(start, atReturn);
      start = atReturn + 1;
    }
    guard(start, relocation.rangeEnd(range.endExclusive));
  }
  entries.push({
    start: handler,
    endExclusive: handler + packets.exit.length,
    handler: overflowHandler(packets, handler),
    catchType: ANY,
  });
  return entries;
}
