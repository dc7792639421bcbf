import { useEffect, useMemo, useState } from 'react';
import { useApp, useAppState } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { CallTreeState, type CallTreePicture } from '../calltree/callTreeState.ts';
import { MethodNames } from '../calltree/methodNames.ts';

export interface LiveCallTree {
  readonly state: CallTreeState;
  /** null before the first snapshot. */
  readonly picture: CallTreePicture | null;
  readonly names: MethodNames;
}

/** The call tree of the session as its snapshots arrive. What the user opened lives as long as the session is shown. */
export function useCallTree(): LiveCallTree {
  const app = useApp();
  const [state] = useState(() => new CallTreeState());
  const snapshot = useAtom(app.snapshot);
  const book = useAtom(app.methods);
  const timed = useAppState(({ session }) => session?.status.request?.clock !== 'none');
  const names = useMemo(() => new MethodNames(book), [book]);
  useEffect(() => state.show(snapshot, names, timed), [state, snapshot, names, timed]);
  return { state, picture: useAtom(state.picture), names };
}
