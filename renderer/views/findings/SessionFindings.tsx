import { useEffect, useRef } from 'react';
import { FINDINGS_VIEW } from '../../../shared/findings/finding.ts';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { TREE_VIEWS } from '../../../shared/rows/views.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { GROUPS_TAB, ROOT_CALLS_TAB, type RecordingTab, type SessionTab } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { hasStopped } from '../../state/session/sessionActions.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { FindingsView } from './FindingsView.tsx';

interface SessionFindingsProps {
  readonly status: SessionStatus;
  readonly results: Results;
}

/** What stands out in a recording that has been stopped: the rules look at all of it, and need what is found at its end. */
export function SessionFindings({ status, results }: SessionFindingsProps) {
  const app = useApp();
  const isArriving = useAppState(({ session }) => session?.isArriving ?? false);
  const isWhole = hasStopped(status) && !isArriving;
  const set = useFindings(results, isWhole);
  if (!isWhole)
    return (
      <EmptyState title="What stands out is told when the recording has stopped">
        <p>
          Take a Snapshot, in the menu, shows what was recorded so far as a recording of its own, with what
          stands out in it.
        </p>
      </EmptyState>
    );
  if (set === null)
    return (
      <EmptyState title="Looking" busy>
        <p>The rules look at what was recorded.</p>
      </EmptyState>
    );
  /** A session has not all views of a file: a finding may be shown by another one. */
  const show = async (tab: RecordingTab): Promise<void> => {
    if (isOfSession(tab)) return app.session.showTab(tab);
    await app.files.takeSnapshot();
    app.files.showTab(tab);
  };
  return <FindingsView set={set} onTab={(tab) => void show(tab)} />;
}

function isOfSession(tab: RecordingTab): tab is RecordingTab & SessionTab {
  return tab === ROOT_CALLS_TAB || tab === GROUPS_TAB || TREE_VIEWS.some((view) => view === tab);
}

/** null: they are not made yet. */
function useFindings(results: Results, isWhole: boolean): DataSet | null {
  const app = useApp();
  const made = useAtom(results.tables, (tables) => tables.get(FINDINGS_VIEW));
  /** Of a recording before. */
  const stale = useRef(made);
  useEffect(() => {
    const { session } = app.state.get();
    if (isWhole && session !== null)
      results.makeTable(FINDINGS_VIEW, app.session.record.recorded(session.status));
  }, [results, app, isWhole]);
  return made === undefined || made === stale.current ? null : made;
}
