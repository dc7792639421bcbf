import { plainText } from '../../shared/naming/prose.ts';
import { isOver } from '../../shared/ipc/engineClient.ts';
import type { AppState } from './appState.ts';
import { busy } from './whyNotNow.ts';

/** A JVM that runs, as far as the window knows. */
export interface ShownJvm {
  readonly pid: number;
  readonly mainClass: string;
  readonly isAttached: boolean;
  /** Why it cannot be attached to, "" when it can. */
  readonly whyNot: string;
}

/** The JVM that the screen is about: the selected one, the attached one, or the one of which the recording is. */
export function shownJvm(state: AppState): ShownJvm | null {
  const { screen, session, recording, jvms, selectedPid, jvmHeap, monitor } = state;
  const attached =
    session && !isOver(session.status) ? { ...session.status.target, isAttached: true, whyNot: '' } : null;
  const listed = (pid: number | null): ShownJvm | null => {
    const jvm = jvms?.find((one) => one.pid === pid);
    return jvm ? { ...jvm, isAttached: false, whyNot: plainText(jvm.whyNot) } : null;
  };
  if (screen === 'session') return attached;
  if (screen === 'jvms') return listed(selectedPid);
  if (screen === 'jvmHeap' && jvmHeap) return attached?.pid === jvmHeap.pid ? attached : listed(jvmHeap.pid);
  if (screen === 'monitor' && monitor && !monitor.hasEnded)
    return attached?.pid === monitor.jvm.pid ? attached : listed(monitor.jvm.pid);
  if (screen !== 'recording' || !recording) return null;
  const { pid, mainClass } = recording.summary.target;
  const jvm = attached?.pid === pid ? attached : listed(pid);
  return jvm?.mainClass === mainClass ? jvm : null; // else another program has the number by now
}

/** "" when that JVM can be sampled. */
export function whyNotSampled(state: AppState): string {
  const jvm = shownJvm(state);
  if (!jvm) return busy(state) || whyNoJvm(state);
  const phase = jvm.isAttached ? state.session?.status.phase : null;
  if (phase === 'recording' || phase === 'timing')
    return 'Stop the recording first: its probes would be sampled too.';
  return busy(state) || jvm.whyNot;
}

/** "" when that JVM can be asked about its heap, or its threads. */
export function whyNotAsked(state: AppState): string {
  const jvm = shownJvm(state);
  return busy(state) || (jvm ? jvm.whyNot : whyNoJvm(state));
}

/** "" when that JVM can be looked at from outside: also one that cannot be attached to, and while something else is done. */
export function whyNotMonitored(state: AppState): string {
  return busy({ ...state, pending: null }) || (shownJvm(state) ? '' : whyNoJvm(state));
}

/** "" when a method can become the root of a recording of that JVM. */
export function whyNoRoot(state: AppState): string {
  const jvm = shownJvm(state);
  if (!jvm) return busy(state) || whyNoJvm(state);
  const { session } = state;
  if (session && !isOver(session.status) && !jvm.isAttached) return 'Detach from the other JVM first.';
  return busy(state) || jvm.whyNot;
}

function whyNoJvm({ screen }: AppState): string {
  switch (screen) {
    case 'jvms':
      return 'Select a JVM first.';
    case 'session':
      return 'The session is over.';
    case 'recording':
      return 'The program of this recording does not run here any more.';
    case 'jvmHeap':
    case 'monitor':
      return 'The program does not run any more.';
    case 'comparison':
    case 'dump':
      return 'Go to the running JVMs first.';
  }
}
