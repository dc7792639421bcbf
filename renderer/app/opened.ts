import { useApp, useAppState } from '../state/app/appContext.ts';
import type {
  ComparisonView,
  DumpView,
  JvmHeapView,
  MonitorView,
  RecordingView,
  SessionView,
} from '../state/appState.ts';
import { useAtom } from '../state/atom.ts';
import type { Results } from '../state/results.ts';

/** What a person has chosen to see, on a screen of its own. */
export type Opened =
  | { readonly kind: 'session'; readonly view: SessionView; readonly results: Results }
  | { readonly kind: 'recording'; readonly view: RecordingView; readonly results: Results }
  | { readonly kind: 'comparison'; readonly view: ComparisonView; readonly results: Results }
  | { readonly kind: 'dump'; readonly view: DumpView }
  | { readonly kind: 'jvmHeap'; readonly view: JvmHeapView }
  | { readonly kind: 'monitor'; readonly view: MonitorView };

/** null: the list of JVMs is shown. */
export function useOpened(): Opened | null {
  const app = useApp();
  const session = useAppState((state) => (state.screen === 'session' ? state.session : null));
  const recording = useAppState((state) => (state.screen === 'recording' ? state.recording : null));
  const comparison = useAppState((state) => (state.screen === 'comparison' ? state.comparison : null));
  const dump = useAppState((state) => (state.screen === 'dump' ? state.dump : null));
  const jvmHeap = useAppState((state) => (state.screen === 'jvmHeap' ? state.jvmHeap : null));
  const monitor = useAppState((state) => (state.screen === 'monitor' ? state.monitor : null));
  const sessionResults = useAtom(app.session.results);
  const recordingResults = useAtom(app.files.results);
  const comparisonResults = useAtom(app.comparison.results);
  if (session && sessionResults) return { kind: 'session', view: session, results: sessionResults };
  if (recording && recordingResults) return { kind: 'recording', view: recording, results: recordingResults };
  if (comparison && comparisonResults)
    return { kind: 'comparison', view: comparison, results: comparisonResults };
  if (dump) return { kind: 'dump', view: dump };
  if (jvmHeap) return { kind: 'jvmHeap', view: jvmHeap };
  return monitor && { kind: 'monitor', view: monitor };
}
