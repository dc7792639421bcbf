import type { AppState } from './appState.ts';

/** Whether root calls of what is in front are told apart by how long they last, and not by a value, which may be `slow` too. */
export function tellsSlowCalls({ screen, session, recording, comparison }: AppState): boolean {
  if (screen === 'session') return (session?.status.measurement.request?.slowCalls ?? []).length > 0;
  if (screen === 'recording') return (recording?.summary.slowCalls ?? []).length > 0;
  if (screen !== 'comparison' || !comparison) return false;
  const { a, b } = comparison.summary;
  return a.slowCalls.length > 0 && b.slowCalls.length > 0;
}
