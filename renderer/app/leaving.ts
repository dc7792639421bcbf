import { isOver } from '../../shared/ipc/engineClient.ts';
import type { HeldByPage } from '../../shared/ipc/desktopBridge.ts';
import type { AppState } from '../state/appState.ts';
import type { SluiceApp } from '../state/app/sluiceApp.ts';
import { isRunning } from '../state/session/sessionActions.ts';
import { pendingText } from '../state/whyNotNow.ts';

/**
 * While a JVM is attached, browser and desktop ask before the page goes: its recording stops there, and the target is
 * detached soon after. So they do where a recording is in this window only. They word the question themselves.
 */
export function askBeforeLeaving(app: SluiceApp): void {
  window.addEventListener('beforeunload', (event) => {
    if (heldByPage(app.state.get()) !== 'nothing') event.preventDefault();
  });
}

/** What goes with the page. */
export function heldByPage({ session, connection }: AppState): HeldByPage {
  if (!session) return 'nothing';
  if (session.whyNotKept) return 'unsaved';
  if (connection !== 'open') return 'nothing';
  if (isRunning(session.status)) return 'recording';
  if (session.isArriving) return 'arriving';
  if (session.status.phase === 'timing') return 'region';
  return isOver(session.status) ? 'nothing' : 'session';
}

/**
 * Stops the recording that runs, and waits until what has stopped is kept. It takes as long as the engine needs.
 * @returns "", or a sentence that says why it is not kept
 */
export async function keepBeforeClosing(app: SluiceApp): Promise<string> {
  const isStill = (): boolean => {
    const { session, connection } = app.state.get();
    return connection === 'open' && session !== null && isRunning(session.status);
  };
  const { pending } = app.state.get();
  if (isStill() && pending !== 'stop') {
    if (pending !== null) return `The recording was not stopped. ${pendingText(pending)}`;
    await app.session.stop();
    if (isStill()) return 'The recording could not be stopped.'; // why is told in the window
  }
  await until(app, () => !isStill());
  await app.session.stopped.last();
  return app.state.get().session?.whyNotKept ?? '';
}

function until(app: SluiceApp, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) return resolve();
    const unsubscribe = app.state.subscribe(() => {
      if (!holds()) return;
      unsubscribe();
      resolve();
    });
  });
}
