import { dialog, type BrowserWindow, type RenderProcessGoneDetails } from 'electron';

const AFTERWARDS =
  'It was loaded anew and shows its session again: a recording that ran goes on, with all that came meanwhile.';

/** A page that ends sooner than that after it was loaded anew would do so for ever. */
const SOON_MS = 30_000;

/** What the user is told when the process of the page has ended; null: it was wanted. */
export function pageEndText(reason: RenderProcessGoneDetails['reason']): string | null {
  if (reason === 'clean-exit') return null;
  if (reason !== 'oom') return `The page of Sluice ended: ${reason}. ${AFTERWARDS}`;
  return `The page of Sluice ran out of memory. ${AFTERWARDS} If it ends again, choose a smaller root, or exclude methods that are called most.`;
}

/**
 * Loads the page anew when its process has ended, and tells it. At once: the engine stops a recording that nobody reads for some
 * seconds. Where it ends again soon, the user is asked.
 */
export function reloadWhenGone(window: BrowserWindow, pageUrl: string): void {
  let reloadedAtMs = -Infinity;
  const reload = (): void => {
    reloadedAtMs = Date.now();
    window.loadURL(pageUrl).catch(() => {}); // the engine is gone, which is told
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const message = pageEndText(reason);
    if (message === null) return;
    const isSoon = Date.now() - reloadedAtMs < SOON_MS;
    if (!isSoon) reload();
    const buttons = isSoon ? ['Load It Anew', 'Leave It'] : ['OK'];
    const told = isSoon ? 'The page of Sluice ended again. Load it once more?' : message;
    void dialog
      .showMessageBox(window, { type: 'error', title: 'Sluice', message: told, buttons })
      .then(({ response }) => {
        if (isSoon && response === 0) reload();
      });
  });
}
