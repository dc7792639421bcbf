import type { ExceptionHandler } from '../classfile/exceptionTable.ts';
import { OP } from '../classfile/opcodes.ts';
import type { BciRange } from './bciRange.ts';
import type { ProbePackets } from './probePackets.ts';
import type { Relocation } from './relocation.ts';

/** "any": catches everything, names no class. A handler for Throwable leaks metaspace on JDK 17 (JDK-8308762). */
const ANY = 0;

/** What the handler needs on the operand stack: the exception and the id. */
export const HANDLER_STACK = 2;

/** The handler's code. The exception stays on the stack, so no local variable is needed. */
export function handlerCode(packets: ProbePackets): readonly number[] {
  return [...packets.exit, OP.athrow];
}

/**
 * The exception table entries for the handler at `handler`, to go behind all others so that those are tried first.
 * `measured` is where a method can leave by an exception after its entry packet has run.
 * Exit packets and their returns are left out: an exception in them must not run a second exit.
 *
 *     [entry] ======= [exit] return ======= [exit] return [handler]
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
      const exit = relocation.target(returns[next]);
      guard(start, exit);
      start = exit + packets.exit.length + 1;
    }
    guard(start, relocation.rangeEnd(range.endExclusive));
  }
  return entries;
}
