import { useEffect, useRef } from 'react';
import { tellsDurations } from '../../../shared/events/clock.ts';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { slowCallsNs } from '../../../shared/recording/options/slowCalls.ts';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { useSeconds } from '../../widgets/useSeconds.ts';
import { RootCallsView } from './RootCallsView.tsx';

interface LiveRootCallsProps {
  readonly status: SessionStatus;
  readonly results: Results;
}

/** How long the root calls of a session have lasted so far, each second anew if there are more events; after its end, all of them. */
export function LiveRootCalls({ status, results }: LiveRootCallsProps) {
  const { phase } = status;
  const { request } = status.measurement;
  const app = useApp();
  const second = useSeconds();
  const sets = useAtom(results.rootCalls);
  const events = useAtom(results.moment, (moment) => moment?.events);
  const whenAsked = phase === 'recording' ? second : events;
  const toldOf = useRef<number | undefined>(undefined);
  useEffect(() => {
    const now = results.moment.get()?.events;
    if (phase === 'recording' && now === toldOf.current) return;
    toldOf.current = now;
    results.tellRootCalls();
  }, [results, phase, whenAsked]);
  if (request !== null && !tellsDurations(request.clock))
    return (
      <EmptyState title="No durations of root calls">
        <p>The clock “{request.clock}” tells none. Record with the clock nano or ticker.</p>
      </EmptyState>
    );
  if (request === null || sets.length < 2)
    return (
      <EmptyState title="No root call has ended yet">
        <p>How long each lasted is shown here, by the time of its beginning.</p>
      </EmptyState>
    );
  return (
    <RootCallsView
      summary={sets[0]}
      durations={sets[1]}
      recordedNs={slowCallsNs(request.slowCalls)}
      results={results}
      onTree={() => app.session.showTab('tree')}
    />
  );
}
