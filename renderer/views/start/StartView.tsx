import { useEffect, useMemo } from 'react';
import type { JvmSummary, SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { runCommand } from '../../state/commands/commands.ts';
import type { Results } from '../../state/results.ts';
import { Banner } from '../../widgets/Banner.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Spoken } from '../../widgets/Spoken.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { CommandButton } from '../CommandButton.tsx';
import { jvmRows } from './jvmRows.ts';
import { JvmTable } from './JvmTable.tsx';
import { RecentRecordings } from './RecentRecordings.tsx';
import { TargetDetails } from './TargetDetails.tsx';
import './StartView.css';

const REFRESH_MS = 2000;

/** The first thing a user sees: the JVMs of this machine, what attaching to one will do, and what was recorded last. */
export function StartView() {
  const app = useApp();
  const jvms = useAppState((state) => state.jvms);
  const filter = useAppState((state) => state.jvmFilter);
  const selectedPid = useAppState((state) => state.selectedPid);
  const attached = useAppState((state) => state.attached);
  useJvmRefresh();
  const rows = useMemo(() => jvmRows(jvms ?? [], filter), [jvms, filter]);
  const selected = rows.find((jvm) => jvm.pid === selectedPid);

  return (
    <main className="startView">
      <EarlierSession />
      <div className="startViewBar">
        <h2>Running JVMs</h2>
        <span className="muted">{countText(jvms, rows.length)}</span>
        <Spoken
          when={`${filter} ${jvms?.length}`}
          text={jvms ? `${countText(jvms, rows.length)} running JVMs` : ''}
        />
        <TextField
          label="Filter JVMs"
          placeholder="Filter by class, PID, user"
          value={filter}
          onChange={(text) => app.filterJvms(text)}
        />
      </div>
      <div className="startViewList">
        <JvmTable
          jvms={rows}
          attached={attached}
          selectedPid={selectedPid}
          onSelect={(pid) => app.selectJvm(pid)}
          onAttach={(pid) => {
            app.selectJvm(pid);
            runCommand(app, 'attach');
          }}
          onLook={(pid) => {
            app.selectJvm(pid);
            runCommand(app, 'runningNow');
          }}
        />
        {rows.length === 0 ? <NoJvms jvms={jvms} /> : null}
      </div>
      <div className="startViewBelow">
        <TargetDetails jvm={selected} />
        <RecentRecordings />
      </div>
    </main>
  );
}

/** Asks for the list every two seconds while it is shown, one question at a time. */
function useJvmRefresh(): void {
  const app = useApp();
  const connected = useAppState((state) => state.connection === 'open');
  useEffect(() => {
    if (!connected) return;
    let timer = 0;
    let shown = true;
    const refresh = async (): Promise<void> => {
      await app.refreshJvms();
      if (shown) timer = window.setTimeout(() => void refresh(), REFRESH_MS);
    };
    void refresh();
    return () => {
      shown = false;
      window.clearTimeout(timer);
    };
  }, [app, connected]);
}

function countText(jvms: readonly JvmSummary[] | null, shown: number): string {
  if (!jvms) return '';
  return shown === jvms.length ? String(shown) : `${shown} of ${jvms.length}`;
}

/** The way back to the call tree of a session that is over. */
function EarlierSession() {
  const status = useAppState((state) => state.session?.status);
  const results = useAtom(useApp().session.results);
  return status && results ? <KeptResults status={status} results={results} /> : null;
}

function KeptResults({ status, results }: { readonly status: SessionStatus; readonly results: Results }) {
  const hasTree = useAtom(results.moment, (moment) => moment !== null && moment.nodes > 0);
  if (!hasTree) return null;
  return (
    <Banner
      severity="note"
      message={`The call tree of ${visibleText(status.target.mainClass)} (PID ${status.target.pid}) is kept until you attach again.`}
    >
      <CommandButton command="showSession" />
    </Banner>
  );
}

/** Why the list is empty, and what to do. */
function NoJvms({ jvms }: { readonly jvms: readonly JvmSummary[] | null }) {
  if (!jvms) {
    return (
      <EmptyState title="Looking for JVMs" busy>
        <p>Asking the engine which Java programs run on its machine.</p>
      </EmptyState>
    );
  }
  if (jvms.length > 0) {
    return (
      <EmptyState title="No JVM matches the filter">
        <p>{jvms.length} running. Shorten the filter to see them.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No JVM is running">
      <p>Start a Java program: it appears here within two seconds, without any option on its command line.</p>
      <p>Or try the demo: Sluice starts a small program of its own and attaches to it.</p>
    </EmptyState>
  );
}
