import { NO_PATH } from '../../../shared/analysis/callPath.ts';
import { useApp } from '../app/appContext.ts';
import { atom, useAtom } from '../atom.ts';
import type { Command } from './command.ts';
import type { ViewImage } from '../results.ts';
import { whyNotNow } from './commands.ts';
import { NOTHING_DONE } from '../../worker/transformHistory.ts';

const NO_SELECTION = atom(NO_PATH);
const NO_HISTORY = atom(NOTHING_DONE);
const NO_IMAGE = atom<ViewImage | null>(null);

/** Why a command cannot be run now, "" when it can: by the state of the window, and by what is selected and was done. */
export function useWhyNot(command: Command): string {
  useRunnable();
  return whyNotNow(useApp(), command);
}

/** Renders again when some command may have become runnable, or may no longer be. */
export function useRunnable(): void {
  const app = useApp();
  useAtom(app.state);
  const results = app.shownResults();
  useAtom(results?.selection ?? NO_SELECTION);
  useAtom(results?.history ?? NO_HISTORY);
  useAtom(results?.image ?? NO_IMAGE);
}
