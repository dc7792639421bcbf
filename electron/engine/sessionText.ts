import { formatCount } from '../../shared/naming/formatNumbers.ts';

export const ATTACHED_TEXT = 'attached; nothing is instrumented';

/** How a session says that it is over. @param restored classes that had probes until then; 0: they were taken out before */
export function detachedText(restored: number): string {
  if (restored === 1) return 'detached; 1 class is as it was';
  return `detached; ${restored === 0 ? 'all' : formatCount(restored)} classes are as they were`;
}

/** The same where nobody asked the agent to leave. @param explained by a note */
export function agentLeftText(explained: boolean): string {
  const why = explained
    ? 'the notes say why'
    : 'it leaves when it has not heard Sluice for 10 seconds, or when the program leaves it no memory';
  return `the agent has left the JVM, which runs on as it was before; ${why}`;
}
