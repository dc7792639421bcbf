import { readFileSync } from 'node:fs';

/**
 * What a limit on addresses (`ulimit -v`) leaves this process, in bytes; Infinity where there is none, or where it is not known. Where it
 * leaves nothing V8 ends the process in the middle of a collection. proc(5): limits, status.
 */
export class AddressSpace {
  readonly #limitBytes = softLimit(textOf('/proc/self/limits'));

  get leftBytes(): number {
    return this.#limitBytes === Infinity ? Infinity : this.#limitBytes - sizeOf(textOf('/proc/self/status'));
  }
}

/** @param limits "Max address space     1228800000           unlimited            bytes", as a line among others */
export function softLimit(limits: string): number {
  return Number(/^Max address space +(\d+) /m.exec(limits)?.[1] ?? Infinity);
}

/** @param status "VmSize:	  731204 kB", as a line among others */
export function sizeOf(status: string): number {
  return 1_024 * Number(/^VmSize:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}

/** "" where there is no such file: not on Linux. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
