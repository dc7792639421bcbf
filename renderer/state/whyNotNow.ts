import { isOver } from '../../shared/ipc/engineClient.ts';
import { shownView, type AppState, type PendingAction } from './appState.ts';

/** Reasons for which commands cannot be run now, each "" when it is none. */

export const ENGINE_GONE = 'The engine is gone: start Sluice again.';

export const NO_ENGINE = 'This page holds a recording only: start Sluice.';

export const NOT_BESIDE_JVMS = 'Go to the running JVMs first.';

/** A recording needs no engine to be saved: the window has it. */
export function nothingToSave({ screen, recording, session, pending }: AppState): string {
  switch (screen) {
    case 'comparison':
      return 'This is a comparison: it is saved as JSON.';
    case 'dump':
    case 'jvmHeap':
      return 'This is a heap, and no recording of calls.';
    case 'monitor':
      return 'This is a monitor, and no recording of calls.';
    case 'recording':
      return recording ? pendingText(pending) : nothingOfSession({ session, pending });
    case 'jvms':
    case 'session':
      return nothingOfSession({ session, pending });
  }
}

function nothingOfSession({ session, pending }: Pick<AppState, 'session' | 'pending'>): string {
  const status = session?.status;
  if (status?.measurement.region)
    return 'A timed region is no recording: save its numbers as JSON in the Region tab.';
  if (!status?.measurement.request || status.phase === 'preparing') return 'Nothing has been recorded yet.';
  return pendingText(pending);
}

export function noComparison({ comparison, pending }: AppState): string {
  return comparison ? pendingText(pending) : 'Nothing is compared.';
}

export function whyNotAttached({ session, connection }: AppState): string {
  if (connection === 'lost') return ENGINE_GONE;
  return !session || isOver(session.status) ? 'Attach to a JVM first.' : '';
}

export function whyNotRecording(state: AppState): string {
  const phase = state.session?.status.phase;
  if (state.connection === 'lost') return ENGINE_GONE;
  if (phase === 'timing') return 'A region is being timed, which has neither tree nor pause.';
  return phase === 'recording' ? busy(state) : 'Nothing is being recorded.';
}

export function whyNoTree(state: AppState): string {
  return shownView(state) ? '' : 'Show a tree first.';
}

export function busy({ connection, pending }: AppState): string {
  if (connection === 'lost') return ENGINE_GONE;
  if (connection === 'none') return NO_ENGINE;
  if (connection === 'connecting') return 'Connecting to the engine.';
  return pendingText(pending);
}

export function canBeCancelled(pending: PendingAction | null): boolean {
  return (
    pending === 'start' ||
    pending === 'open' ||
    pending === 'save' ||
    pending === 'sample' ||
    pending === 'dump'
  );
}

export function pendingText(pending: PendingAction | null): string {
  switch (pending) {
    case 'attach':
      return 'Attaching.';
    case 'launch':
      return 'A program is being launched.';
    case 'start':
      return 'The recording is being prepared.';
    case 'stop':
      return 'The recording is being stopped.';
    case 'detach':
      return 'Detaching.';
    case 'open':
      return 'A file is being opened.';
    case 'compare':
      return 'Recordings are being compared.';
    case 'sample':
      return 'A JVM is being sampled.';
    case 'count':
      return 'The objects of a JVM are being counted.';
    case 'dump':
      return 'A heap dump is being made.';
    case 'save':
      return 'A file is being made.';
    case null:
      return '';
  }
}
