import { isOver } from '../state/appState.ts';
import type { SluiceApp } from '../state/sluiceApp.ts';

/**
 * While a JVM is attached, browser and desktop ask before the page goes: its recording stops there, and the target is
 * detached soon after. They word the question themselves.
 */
export function askBeforeLeaving(app: SluiceApp): void {
  window.addEventListener('beforeunload', (event) => {
    const { session, connection } = app.state.get();
    if (session && !isOver(session.status) && connection === 'open') event.preventDefault();
  });
}
