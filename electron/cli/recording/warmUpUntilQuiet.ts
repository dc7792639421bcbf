import { setTimeout as delay } from 'node:timers/promises';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { withStatus } from '../../../shared/ipc/statusTimeline.ts';
import { swapShareOf, warmUpState, warmUpText } from '../../../shared/recording/swapStall.ts';
import { EMPTY_TIMELINE } from '../../../shared/recording/timeline.ts';
import type { Terminal } from '../terminal/terminal.ts';

const LOOK_INTERVAL_MS = 250;

/** Waits until methods have been swapped in, or a minute, and says what a reset leaves out then. */
export async function warmUpUntilQuiet(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  terminal.talk('warming up: the results begin when no method has been swapped in for 2 s');
  let timeline = EMPTY_TIMELINE;
  for (;;) {
    const status = await engine.status(sessionId);
    timeline = withStatus(timeline, status);
    const { hotSwaps, pausedMs, events } = status.counters;
    if (warmUpState(timeline, hotSwaps, status.measurement.elapsedMs + pausedMs) !== 'warming')
      return terminal.talk(warmUpText(events, swapShareOf(timeline.samples)));
    await delay(LOOK_INTERVAL_MS, undefined, { signal });
  }
}
