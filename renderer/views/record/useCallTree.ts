import { useEffect, useMemo, useState } from 'react';
import { useApp, useAppState } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { CallTreeState, type CallTreePicture } from '../calltree/callTreeState.ts';
import { MethodLabels } from '../calltree/methodLabels.ts';

export interface LiveCallTree {
  readonly state: CallTreeState;
  /** null before the first snapshot. */
  readonly picture: CallTreePicture | null;
  readonly labels: MethodLabels;
}

/** The call tree of the session as its snapshots arrive. What the user opened lives as long as the session is shown. */
export function useCallTree(): LiveCallTree {
  const app = useApp();
  const [state] = useState(() => new CallTreeState());
  const snapshot = useAtom(app.snapshot);
  const methods = useAtom(app.methods);
  const timed = useAppState(({ session }) => session?.status.request?.clock !== 'none');
  const labels = useMemo(() => new MethodLabels(methods.table), [methods]);
  useEffect(() => {
    const startMs = performance.now();
    state.show(snapshot, methods.table, timed);
    app.snapshotShown(performance.now() - startMs);
  }, [app, state, snapshot, methods, timed]);
  return { state, picture: useAtom(state.picture), labels };
}
