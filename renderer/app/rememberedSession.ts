import type { AppState } from '../state/appState.ts';

const KEY = 'sluice.session';

/**
 * The session that this tab showed before it was reloaded, so that a reload never leaves a target attached unseen. One
 * that is over is remembered for its call tree.
 */
export function rememberedSession(): string | null {
  return window.sessionStorage.getItem(KEY);
}

export function rememberSession({ session }: AppState): void {
  if (session) window.sessionStorage.setItem(KEY, session.status.sessionId);
  else window.sessionStorage.removeItem(KEY);
}
