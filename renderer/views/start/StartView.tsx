import { useEffect, useMemo } from 'react';
import type { JvmSummary, SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { useApp, useAppState, useSetting } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { COMMANDS, runCommand } from '../../state/commands.ts';
import { useWhyNot } from '../../state/useWhyNot.ts';
import { LAST_LAUNCH } from '../../state/launchSetting.ts';
import type { Results } from '../../state/results.ts';
import { Banner } from '../../widgets/Banner.tsx';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Prose } from '../../widgets/Prose.tsx';
import { Spoken } from '../../widgets/Spoken.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { visibleText } from '../../../shared/model/visibleText.ts';
import { CommandButton } from '../CommandButton.tsx';
import { jvmRows } from './jvmRows.ts';
import { JvmTable } from './JvmTable.tsx';
import { RecentRecordings } from './RecentRecordings.tsx';
import { uptimeText } from './uptime.ts';
import './StartView.css';

const REFRESH_MS = 2000;

/** The first thing a user sees: the JVMs of this machine, what attaching to one will do, and a demo to try. */
export function StartView() {
  const app = useApp();
  const jvms = useAppState((state) => state.jvms);
  const filter = useAppState((state) => state.jvmFilter);
  const selectedPid = useAppState((state) => state.selectedPid);
  useJvmRefresh();
  const rows = useMemo(() => jvmRows(jvms ?? [], filter), [jvms, filter]);
  const selected = rows.find((jvm) => jvm.pid === selectedPid);

  return (
    <main className="startView">
      <EarlierSession />
      <RecentRecordings />
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
          selectedPid={selectedPid}
          onSelect={(pid) => app.selectJvm(pid)}
          onAttach={(pid) => {
            app.selectJvm(pid);
            runCommand(app, 'attach');
          }}
        />
        {rows.length === 0 ? <NoJvms jvms={jvms} /> : null}
      </div>
      <TargetDetails jvm={selected} />
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
      message={`The call tree of ${visibleText(status.mainClass)} (PID ${status.pid}) is kept until you attach again.`}
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
        <p>Asking the engine which Java programs run on this machine.</p>
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

/** JDK 25.0.1, OpenJDK 64-Bit Server VM · user shop · up 3 d 5 h · in a container */
function factsOf({ javaVersion, vmName, user, uptimeMs, container }: JvmSummary): string {
  return [
    [javaVersion ? `JDK ${visibleText(javaVersion)}` : 'JDK unknown', visibleText(vmName)]
      .filter(Boolean)
      .join(', '),
    `user ${visibleText(user)}`,
    `up ${uptimeText(uptimeMs)}`,
    ...(container ? ['in a container'] : []),
  ].join(' · ');
}

/** A program that is launched has none of what the notices say of attaching, and needs none of what forbids it. */
function LaunchInstead({ jvm }: { readonly jvm: JvmSummary }) {
  const app = useApp();
  const [last, setting] = useSetting(LAST_LAUNCH);
  return (
    <Button
      whyNot={useWhyNot(COMMANDS.launch)}
      hint="Start this program once more with the profiler in it, without what is said here of attaching"
      onClick={() => {
        setting.set({ ...last, commandLine: `java ${jvm.commandLine}` });
        app.overlay('launch');
      }}
    >
      Launch Instead…
    </Button>
  );
}

/** What comes after choosing one, for whoever is here for the first time. */
function FirstSteps() {
  return (
    <>
      <p>Select a JVM to see what attaching to it will do.</p>
      <ol className="firstSteps">
        <li>
          <b>Attach</b> Nothing changes in the program.
        </li>
        <li>
          <b>Choose root methods</b> What they call is measured, and nothing else.
        </li>
        <li>
          <b>Start</b> Every call is counted and timed, live. Detach undoes all of it.
        </li>
      </ol>
    </>
  );
}

/** What attaching to the selected JVM means, before it is done. */
function TargetDetails({ jvm }: { readonly jvm: JvmSummary | undefined }) {
  return (
    <section className="targetDetails" aria-label="Selected JVM">
      <div className="targetDetailsText">
        {jvm ? (
          <>
            <h2>
              {visibleText(jvm.mainClass) || 'unknown'} <span className="muted">PID {jvm.pid}</span>
            </h2>
            <p className="muted">{factsOf(jvm)}</p>
            <p className="targetDetailsCommand mono muted">{visibleText(jvm.commandLine)}</p>
            {jvm.attachable ? null : (
              <p className="targetDetailsBar">
                <Prose text={visibleText(jvm.whyNot)} />
              </p>
            )}
            {jvm.notices.map(({ by, text }) => (
              <p key={by} className="targetDetailsNotice">
                <Prose text={visibleText(text)} />
              </p>
            ))}
            {jvm.attachable && jvm.notices.length === 0 ? (
              <p className="muted">
                Attaching changes nothing in the program. Only what you record is instrumented, and Detach
                puts it back.
              </p>
            ) : null}
          </>
        ) : (
          <FirstSteps />
        )}
      </div>
      <div className="targetDetailsActions">
        {jvm && (jvm.notices.length > 0 || (!jvm.attachable && jvm.commandLine !== '')) ? (
          <LaunchInstead jvm={jvm} />
        ) : null}
        <CommandButton command="attachDemo" />
        <CommandButton command="attach" kind="primary" />
      </div>
    </section>
  );
}
