import { SluiceError } from '../../../shared/base/errors.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import type { Terminal } from '../terminal/terminal.ts';

const PROGRESS_INTERVAL_MS = 1_000;

/**
 * Starts, and tells meanwhile what is being done. Ctrl-C gives the start up at once: nothing is recorded, and the classes become what
 * they were.
 * @returns whether it started
 * @throws whatever `start` throws, but for what giving it up leads to
 */
export async function startOrGiveUp(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  interrupt: AbortSignal,
  start: () => Promise<unknown>,
): Promise<boolean> {
  const giveUp = (): void => {
    terminal.talk('given up before it recorded: nothing is saved, and the classes become what they were');
    engine.cancelStart(sessionId).catch(unheard);
  };
  const tell = (): void => {
    engine.status(sessionId).then(({ phase, text }) => {
      if (phase === 'preparing' && !interrupt.aborted) terminal.progress(text);
    }, unheard);
  };
  const progress = setInterval(tell, PROGRESS_INTERVAL_MS);
  interrupt.addEventListener('abort', giveUp, { once: true });
  try {
    if (interrupt.aborted) giveUp();
    else await start();
    return !interrupt.aborted;
  } catch (thrown) {
    if (interrupt.aborted && thrown instanceof SluiceError && thrown.code === 'busy') return false;
    throw thrown;
  } finally {
    clearInterval(progress);
    interrupt.removeEventListener('abort', giveUp);
    terminal.progress('');
  }
}

/** Of an engine that is gone: `start` tells it. */
function unheard(): void {}
