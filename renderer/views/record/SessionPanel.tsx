import {
  FINDINGS_TAB,
  GROUPS_TAB,
  ROOT_CALLS_TAB,
  type SessionTab,
  type SessionView,
} from '../../state/appState.ts';
import type { Results } from '../../state/results.ts';
import { SessionFindings } from '../findings/SessionFindings.tsx';
import { LiveGroups, tellsGroups } from '../groups/LiveGroups.tsx';
import { RegionView } from '../region/RegionView.tsx';
import { LiveRootCalls } from '../rootcalls/LiveRootCalls.tsx';
import { RootsView } from '../start/RootsView.tsx';
import { RESULT_TABS } from './resultViews.tsx';

/** That of groups where there are some, and as long as it is in front. */
export function sessionTabs({
  status,
  tab,
}: SessionView): readonly { readonly id: SessionTab; readonly text: string }[] {
  const hasGroups = tellsGroups(status.measurement.request) || tab === GROUPS_TAB;
  return [
    { id: 'roots', text: 'Roots' },
    ...RESULT_TABS,
    { id: ROOT_CALLS_TAB, text: 'Root Calls' },
    ...(hasGroups ? [{ id: GROUPS_TAB, text: 'Groups' }] : []),
    { id: FINDINGS_TAB, text: 'Findings' },
    { id: 'region', text: 'Region' },
  ];
}

interface SessionPanelProps {
  readonly session: SessionView;
  readonly results: Results;
}

/** Of the tabs that show no call tree. */
export function SessionPanel({ session, results }: SessionPanelProps) {
  const { status, tab } = session;
  const key = status.measurement.startedAtMs;
  switch (tab) {
    case ROOT_CALLS_TAB:
      return <LiveRootCalls key={key} status={status} results={results} />;
    case GROUPS_TAB:
      return <LiveGroups key={key} status={status} results={results} />;
    case FINDINGS_TAB:
      return <SessionFindings key={key} status={status} results={results} />;
    case 'region':
      return <RegionView session={session} />;
    default:
      return <RootsView session={session} />;
  }
}
