import { isOver } from '../../shared/ipc/engineClient.ts';
import type { SluiceApp } from '../state/app/sluiceApp.ts';

/**
 * While a JVM is attached, browser and desktop ask before the page goes: its recording stops there, and the target is
 * detached soon after. So they do where a recording is in this window only. They word the question themselves.
 */
export function askBeforeLeaving(app: SluiceApp): void {
  window.addEventListener('beforeunload', (event) => {
    const { session, connection } = app.state.get();
    const wouldDetach = session && !isOver(session.status) && connection === 'open';
    if (wouldDetach || session?.whyNotKept) event.preventDefault();
  });
}
