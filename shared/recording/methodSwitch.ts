import { formatCount, formatTime } from '../naming/formatNumbers.ts';

/** Methods were switched off, or on again, while a recording ran. */
export interface MethodSwitch {
  /** When the JVM had taken it up, in milliseconds after the start of the recording. */
  readonly atMs: number;
  /** false: from then on they were not measured; true: they were again. */
  readonly on: boolean;
  /** The method pattern. It holds for methods that came later, too. */
  readonly pattern: string;
  /** How many methods of the subgraph it concerned at that time. */
  readonly methods: number;
}

/** "2.50 s: off com.acme.util.** (12 methods)" */
export function switchText({ atMs, on, pattern, methods }: MethodSwitch): string {
  const count = `${formatCount(methods, ',')} ${methods === 1 ? 'method' : 'methods'}`;
  return `${formatTime(atMs * 1e6)}: ${on ? 'on' : 'off'} ${pattern} (${count})`;
}

/** What was switched off last by its own pattern. @returns patterns */
export function offInTheEnd(switches: readonly MethodSwitch[]): ReadonlySet<string> {
  const off = new Set<string>();
  for (const { on, pattern } of switches) {
    if (on) off.delete(pattern);
    else off.add(pattern);
  }
  return off;
}
