import type { AppState } from './appState.ts';

/** What the screen in front is about: a main class, a file, or two recordings; "": nothing is opened. */
export function shownName(state: AppState): string {
  const { screen, session, recording, comparison, dump, jvmHeap, monitor } = state;
  switch (screen) {
    case 'session':
      return session?.status.target.mainClass ?? '';
    case 'recording':
      return recording?.summary.target.mainClass ?? '';
    case 'comparison':
      return comparison === null ? '' : `${comparison.summary.a.name} → ${comparison.summary.b.name}`;
    case 'dump':
      return dump?.name ?? '';
    case 'jvmHeap':
      return jvmHeap?.mainClass ?? '';
    case 'monitor':
      return monitor?.jvm.mainClass ?? '';
    case 'jvms':
      return '';
  }
}
