import type { SessionStatus } from '../../shared/ipc/engineApi.ts';
import { countsCalls } from '../../shared/events/clock.ts';
import { lossTexts, trustText } from '../../shared/recording/losses.ts';
import { formatBytes, formatCountOf } from '../../shared/naming/formatNumbers.ts';
import { capitalized } from '../../shared/naming/prose.ts';
import type { RecordingMoment } from '../worker/cctProtocol.ts';
import { useApp, useAppState } from '../state/app/appContext.ts';
import { atom, useAtom } from '../state/atom.ts';
import type {
  AppState,
  ComparisonView,
  DumpView,
  JvmHeapView,
  MonitorView,
  RecordingView,
  Sampling,
} from '../state/appState.ts';
import { canBeCancelled } from '../state/whyNotNow.ts';
import { Spoken } from '../widgets/Spoken.tsx';
import { CommandButton } from './CommandButton.tsx';
import { visibleLine } from '../../shared/naming/visibleText.ts';
import './StatusLine.css';

const NO_MOMENT = atom<RecordingMoment | null>(null);

type Mood = 'idle' | 'busy' | 'recording' | 'paused' | 'bad';

/** One line at the bottom that always says what is happening. */
export function StatusLine() {
  const app = useApp();
  const results = useAtom(app.session.results);
  const unpairedEvents = useAtom(results?.moment ?? NO_MOMENT, (moment) => moment?.unpairedEvents ?? 0);
  const text = useAppState((state) => statusText(state, unpairedEvents));
  const mood = useAppState(moodOf);
  const canCancel = useAppState(({ pending }) => canBeCancelled(pending));
  const done = useAppState(({ progress }) => progress?.done ?? 0);
  const what = useAppState((state) => happening(state, unpairedEvents > 0));
  return (
    <footer className="statusLine">
      <span className={`statusLineDot statusLineDot-${mood}`} aria-hidden="true" />
      {/* It counts methods while they are instrumented: said is what happens, not how far it has come. */}
      <span role="status" aria-live="off">
        {visibleLine(text)}
      </span>
      <Spoken when={what} text={visibleLine(text)} />
      {canCancel ? (
        <>
          <progress
            className="statusLineProgress"
            aria-label="Under way"
            value={done > 0 ? done : undefined}
          />
          <CommandButton command="cancel" kind="quiet" />
        </>
      ) : null}
    </footer>
  );
}

/** @param unpairedEvents of the session's recording, as in Losses */
export function statusText(state: AppState, unpairedEvents: number): string {
  const { connection, pending, cancelling, session, jvms, selectedPid, screen } = state;
  if (cancelling) return cancellingText(pending);
  if (pending === 'sample') return samplingText(state);
  if (pending === 'compare') return 'Comparing two recordings.';
  if (pending === 'dump' || (pending === 'open' && state.progress)) return dumpProgressText(state);
  if (pending === 'count')
    return `Counting the objects of PID ${state.jvmHeap?.pid ?? ''}: it stands still meanwhile.`;
  const opened = openedText(state);
  if (opened !== null) return opened;
  if (connection === 'lost') return 'The engine is gone: start Sluice again.';
  if (connection === 'none') return pending === 'open' ? 'Opening a recording.' : 'Nothing is open.';
  if (connection === 'connecting') return 'Connecting to the engine.';
  if (pending === 'attach') return selectedPid === null ? 'Attaching.' : `Attaching to PID ${selectedPid}.`;
  if (pending === 'launch') return 'Launching a program.';
  if (pending === 'save') return 'Making a file of the recording.';
  if (pending === 'open') return 'Opening a recording.';
  if (!session) return jvms ? 'Not attached.' : 'Looking for JVMs.';
  const { phase, text, target } = session.status;
  const what = pending === 'start' && phase === 'attached' ? 'Starting.' : text || phase;
  if (screen === 'jvms') return `${target.mainClass} (PID ${target.pid}): ${what}`;
  const result = session.isArriving ? ARRIVING : resultText(session.status, unpairedEvents);
  return [capitalized(what), result].filter(Boolean).join(' · ');
}

/** Of what is shown and has its own line; null: the engine has it. */
function openedText(state: AppState): string | null {
  const { connection, screen, sampling, recording, comparison, dump, jvmHeap, monitor } = state;
  switch (screen) {
    case 'recording':
      return recording && (sampling ? liveText(sampling, recording) : recordingText(recording));
    case 'comparison':
      return comparison && comparisonText(comparison);
    case 'dump':
      return dump && dumpText(dump);
    case 'jvmHeap':
      return jvmHeap && jvmHeapText(jvmHeap);
    case 'monitor':
      return connection === 'lost' ? null : monitor && monitorText(monitor);
    case 'jvms':
    case 'session':
      return null;
  }
}

function dumpProgressText({ progress, jvmHeap }: AppState): string {
  if (progress === null) return `Dumping the heap of PID ${jvmHeap?.pid ?? ''}: it stands still meanwhile.`;
  const done = progress.done > 0 ? `, ${Math.round(progress.done * 100)} %` : '';
  return `Opening a heap dump: ${progress.what}${done}.`;
}

function dumpText({ name, facts }: DumpView): string {
  const objects = formatCountOf(facts.objects, 'object');
  return `${name}: ${objects}, ${formatBytes(facts.bytes)}, read in ${facts.seconds.toFixed(1)} s`;
}

function jvmHeapText({ mainClass, pid, snapshots, isRepeated }: JvmHeapView): string {
  const often = formatCountOf(snapshots.length, 'snapshot');
  return `${mainClass} (PID ${pid}): ${often}${isRepeated ? ', another one each 10 s' : ''}`;
}

function monitorText({ jvm: { mainClass, pid }, hasEnded }: MonitorView): string {
  return `${mainClass} (PID ${pid}): ${hasEnded ? 'it is not looked at any more' : 'looked at each second, from outside'}`;
}

function samplingText({ sampling }: AppState): string {
  const pid = sampling?.pid ?? '';
  return sampling?.hasBegun
    ? `Sampling PID ${pid}: the first samples come within a second.`
    : `Starting the Flight Recorder of PID ${pid}: the first time takes some seconds.`;
}

/** While what is shown goes on. */
function liveText({ pid }: Sampling, { summary }: RecordingView): string {
  return `Sampling PID ${pid}: ${Math.round(summary.durationMs / 1000)} s so far.`;
}

/** Heard, though it may take its time: a hot swap is one call of the JVM, which nothing interrupts. */
function cancellingText(pending: AppState['pending']): string {
  return pending === 'start' ? 'Cancelling after the running swap.' : 'Cancelling.';
}

function recordingText({ name, summary, hasTrees }: RecordingView): string {
  if (!hasTrees) return `Recording ${name}`; // of a class histogram or of threads: it has no calls
  const isWhole = summary.complete && countsCalls(summary.clock);
  return `Recording ${name}: ${isWhole ? 'complete, ' : ''}${trustText(summary)}`;
}

function comparisonText({ summary: { a, b, remarks } }: ComparisonView): string {
  const exact = remarks.length === 0 ? 'differences of calls are exact' : remarks.join(' ');
  return `${b.name} compared with ${a.name}: ${exact}`;
}

/** What is shown is not all, and nothing is known yet of the rest. */
const ARRIVING = 'the last events are still being read';

/** Whether the counts of the recording can be trusted: what is lost is told at once, that nothing is when it is over. */
function resultText({ phase, measurement, losses }: SessionStatus, unpairedEvents: number): string {
  if (!measurement.request || phase === 'preparing') return '';
  const all = [...losses, ...lossTexts({ unpairedEvents })];
  if (all.length > 0) return `the recording is incomplete: ${all.join(', ')}`;
  return phase === 'recording' || phase === 'stopping'
    ? ''
    : 'the recording is complete, every count is exact';
}

/** Another text when something else happens. */
function happening(
  { connection, pending, cancelling, sampling, session, screen, recording, progress, dump }: AppState,
  isUnpaired: boolean,
): string {
  const losses = [session?.status.losses.length, isUnpaired];
  return [
    connection,
    pending,
    cancelling,
    screen,
    session?.status.phase,
    session?.isArriving,
    ...losses,
    recording?.name,
    sampling?.hasBegun,
    progress?.what,
    dump?.name,
  ].join(' ');
}

/** Nothing of a session is in front. */
const IS_STILL: Readonly<Record<AppState['screen'], boolean>> = {
  ...{ jvms: false, session: false, monitor: false },
  ...{ recording: true, comparison: true, dump: true, jvmHeap: true },
};

function moodOf({ connection, pending, session, screen }: AppState): Mood {
  if (IS_STILL[screen] && (pending === null || pending === 'save')) return 'idle';
  if (connection === 'lost' || session?.status.phase === 'ended') return 'bad';
  const phase = session?.status.phase;
  if ((phase === 'recording' || phase === 'timing') && !pending)
    return session?.status.measurement.paused ? 'paused' : 'recording';
  return pending || connection === 'connecting' ? 'busy' : 'idle';
}
