import { useState } from 'react';
import { curvesOf } from '../../../shared/monitor/curves.ts';
import { timeOfDay } from '../../../shared/monitor/monitorText.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useAppState } from '../../state/app/appContext.ts';
import { hasSession, type MonitorView } from '../../state/appState.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Spoken } from '../../widgets/Spoken.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { AppMenu } from '../shell/AppMenu.tsx';
import '../record/SessionHeader.css';
import { BusiestThreads } from './BusiestThreads.tsx';
import { CurveChart } from './CurveChart.tsx';
import { nearest } from './curveScale.ts';
import './MonitorScreen.css';

/** What a running JVM does, before anything is recorded: curves of the last ten minutes, and from each a way to what explains it. */
export function MonitorScreen({ monitor }: { readonly monitor: MonitorView }) {
  const isAttached = useAppState(hasSession);
  const { jvm, limits, samples, hasEnded } = monitor;
  return (
    <main className="monitor">
      <header className="sessionHeader">
        <AppMenu />
        <div className="sessionHeaderTarget">
          <h2>{visibleText(jvm.mainClass) || 'unknown program'}</h2>
          <span className="muted">{factsOf(monitor)}</span>
        </div>
        <div className="sessionHeaderButtons" role="toolbar" aria-label="Monitor">
          {isAttached ? (
            <CommandButton command="showSession" />
          ) : (
            <CommandButton command="attach" kind="primary" />
          )}
          <CommandButton command="saveMonitor" />
          <CommandButton command="closeMonitor" />
        </div>
      </header>
      {hasEnded ? (
        <p className="monitorLimit">The program has ended, or cannot be looked at any more.</p>
      ) : null}
      {limits.map((limit) => (
        <p key={limit} className="monitorLimit">
          {visibleText(limit)}
        </p>
      ))}
      {samples.length > 0 ? (
        <Curves monitor={monitor} />
      ) : hasEnded ? (
        <EmptyState title="Nothing was seen">
          <p>Go back to the running JVMs.</p>
        </EmptyState>
      ) : (
        <EmptyState title="Looking" busy>
          <p>The first numbers come within a second. Nothing is sent to the program.</p>
        </EmptyState>
      )}
    </main>
  );
}

function Curves({ monitor: { jvm, samples, names } }: { readonly monitor: MonitorView }) {
  const [chosenAtMs, setChosen] = useState<number | null>(null);
  const shown = samples.at(chosenAtMs === null ? -1 : nearest(samples, chosenAtMs));
  if (shown === undefined) return null;
  const busiest =
    shown.busiest ?? samples.findLast(({ atMs, busiest: some }) => some && atMs <= shown.atMs)?.busiest;
  const when = chosenAtMs === null ? `now, ${timeOfDay(shown.atMs)}` : `at ${timeOfDay(shown.atMs)}`;
  return (
    <>
      <p className="monitorWhen">
        The numbers are of the second that ended <b>{when}</b>.
      </p>
      <Spoken when={String(chosenAtMs)} text={chosenAtMs === null ? '' : when} />
      <div className="curves">
        {curvesOf(jvm).map((curve) => (
          <CurveChart
            key={curve.id}
            curve={curve}
            samples={samples}
            chosenAtMs={chosenAtMs}
            onChoose={setChosen}
          />
        ))}
        <BusiestThreads threads={busiest ?? null} names={names} />
      </div>
    </>
  );
}

/** PID 4711 · G1 · 8 cores · nothing is in it, and nothing is recorded */
function factsOf({ jvm: { pid, javaVersion, collector, cores } }: MonitorView): string {
  return [
    `PID ${pid}`,
    ...(javaVersion ? [`JDK ${visibleText(javaVersion)}`] : []),
    ...(collector ? [visibleText(collector)] : []),
    ...(cores > 0 ? [`${cores} ${cores === 1 ? 'core' : 'cores'}`] : []),
    'without an agent',
  ].join(' · ');
}
