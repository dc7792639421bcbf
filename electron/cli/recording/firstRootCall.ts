import { setTimeout as delay } from 'node:timers/promises';
import { formatTime } from '../../../shared/naming/formatNumbers.ts';
import type { Recorder } from './recorder.ts';
import type { Terminal } from '../terminal/terminal.ts';

const LOOK_INTERVAL_MS = 20;
/** Whoever waited for so long is told that it is over. */
const NOTABLE_WAIT_MS = 2_000;

/**
 * Waits until a root call is recorded: one that runs already is not, so the first one is recorded from its beginning.
 * @param limitMs how long; then it is said that none came
 * @returns whether one came
 * @throws the signal's reason
 */
export async function firstRootCall(
  recorder: Recorder,
  terminal: Terminal,
  limitMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const beganMs = performance.now();
  while (!recorder.hasEvents) {
    if (performance.now() - beganMs >= limitMs) {
      terminal.talk(
        `warning: no root was called within ${formatTime(limitMs * 1e6)}: it ends (--wait sets how long it waits)`,
      );
      return false;
    }
    await delay(LOOK_INTERVAL_MS, undefined, { signal });
  }
  const waitedMs = performance.now() - beganMs;
  if (waitedMs >= NOTABLE_WAIT_MS)
    terminal.talk(
      `the first root call came after ${formatTime(waitedMs * 1e6)}: the time counts from now on`,
    );
  return true;
}
