import type { ExceptionHandler } from '../classfile/exceptionTable.ts';
import { OP } from '../classfile/opcodes.ts';
import type { BciRange } from './bciRange.ts';
import type { ProbePackets } from './probePackets.ts';
import type { Relocation } from './relocation.ts';

/** "any": catches everything, names no class. A handler for Throwable leaks metaspace on JDK 17 (JDK-8308762). */
const ANY = 0;

/** What of a method is guarded by one pair of handlers: where it can leave by an exception after its entry packet has run. */
export interface GuardedPart {
  /** bcis, rising. */
  readonly ranges: readonly BciRange[];
  /**
   *     behindPackets   the entry packet before the first instruction of a range is outside, and calls inserted behind it are inside
   *     uninitialized   the object under construction is in local variable 0 and may be of no use yet: up to a call that
   *                     initialises it, the packet before that call too; or up to what is reached by other ways only
   *     initialized     from the packet behind that call on
   */
  readonly kind: 'behindPackets' | 'uninitialized' | 'initialized';
  /** Where a range of `uninitialized` that ends takes the landing there too: the object is not initialised yet. */
  readonly guardedLandings?: ReadonlySet<number>;
}

/**
 * The two handlers, one behind the other. The exception stays on the stack.
 *
 *     failed:    failed packet; athrow         the method leaves by an exception, or the exit before a return has failed
 *     overflow:  overflow packet; athrow       the exit of `failed` has failed too, for lack of stack
 */
export function handlerCode({ failed, overflow }: ProbePackets): readonly number[] {
  return [...failed, OP.athrow, ...overflow, OP.athrow];
}

/** Where the second handler begins. */
export function overflowHandler({ failed }: ProbePackets, handler: number): number {
  return handler + failed.length + 1;
}

/**
 * The exception table entries for the handlers, the first of which is at `handler`, to go behind all others so that
 * those are tried first. An exit packet that fails has recorded nothing and is tried again; one that has succeeded must not
 * be, so returns are left out.
 *
 *     [entry] =============== return =============== return [failed] [overflow]
 *                    `----------> failed <---'          `--> overflow
 */
export function handlerEntries(
  { ranges, kind, guardedLandings }: GuardedPart,
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
  for (const range of ranges) {
    const { start: first, endExclusive: end } = range;
    let start = kind === 'initialized' ? relocation.rangeEnd(first) : relocation.guardStart(first);
    while (next < returns.length && returns[next] < first) next++;
    for (; next < returns.length && returns[next] < end; next++) {
      const atReturn = relocation.place(returns[next]) + packets.exit.length;
      guard(start, atReturn);
      start = atReturn + 1;
    }
    guard(start, guardedLandings?.has(end) ? relocation.place(end) : relocation.rangeEnd(end));
  }
  entries.push({
    start: handler,
    endExclusive: handler + packets.failed.length,
    handler: overflowHandler(packets, handler),
    catchType: ANY,
  });
  return entries;
}
