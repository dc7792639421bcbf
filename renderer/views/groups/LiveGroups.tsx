import { useEffect, useRef } from 'react';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { GROUPS_VIEW } from '../../../shared/rows/groupRows.ts';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { useSeconds } from '../../widgets/useSeconds.ts';
import { GroupsView } from './GroupsView.tsx';

/** For no more of the time than this part of it the worker makes the table: the views of the tree are its first work. */
const MADE_SHARE = 0.1;

interface LiveGroupsProps {
  readonly status: SessionStatus;
  readonly results: Results;
}

/** The groups of a session so far, made anew each second if there are more events; after its end, all of them. */
export function LiveGroups({ status, results }: LiveGroupsProps) {
  const app = useApp();
  const { phase, measurement } = status;
  const set = useLiveGroups(results, phase === 'recording');
  if (!tellsGroups(measurement.request))
    return (
      <EmptyState title="Root calls are not told apart">
        <p>
          Start again with “Split by”, a tree for each value of an argument or for each thread, or with a
          limit for slow root calls.
        </p>
      </EmptyState>
    );
  if (set === undefined || set.rows === 0)
    return (
      <EmptyState title="No root call has ended yet">
        <p>Each group of them has a row here, with its calls, times and what else is measured.</p>
      </EmptyState>
    );
  return <GroupsView set={set} results={results} onTree={() => app.session.showTab('tree')} />;
}

export function tellsGroups(request: SessionStatus['measurement']['request']): boolean {
  return request !== null && (request.split.length > 0 || request.slowCalls.length > 0);
}

/** What there was when the table was asked for. */
interface Asked {
  readonly atMs: number;
  readonly events: number | undefined;
  readonly set: DataSet | undefined;
}

/** As it was made last; undefined: not yet. */
function useLiveGroups(results: Results, isRecording: boolean): DataSet | undefined {
  const second = useSeconds();
  const events = useAtom(results.moment, (moment) => moment?.events);
  const set = useAtom(results.tables, (made) => made.get(GROUPS_VIEW));
  const asked = useRef<Asked | null>(null);
  const tookMs = useRef(0);
  useEffect(() => {
    if (asked.current !== null) tookMs.current = performance.now() - asked.current.atMs;
  }, [set]);
  const whenAsked = isRecording ? second : events;
  useEffect(() => {
    const now: Asked = {
      atMs: performance.now(),
      events: results.moment.get()?.events,
      set: results.tables.get().get(GROUPS_VIEW),
    };
    const last = asked.current;
    const isPaced =
      last === null ||
      (now.events !== last.events &&
        now.set !== last.set &&
        now.atMs - last.atMs > tookMs.current / MADE_SHARE);
    if (isRecording && !isPaced) return;
    asked.current = now;
    results.makeTable(GROUPS_VIEW);
  }, [results, isRecording, whenAsked]);
  return set;
}
