import { setTimeout as delay } from 'node:timers/promises';
import type { AgentOptions } from '../../../../shared/wire/controlMessage.ts';
import type { TargetAgent } from '../../agent/targetAgent.ts';
import type { Rehearsal } from '../../revelation/instrumenter.ts';

const LOOK_MS = 20;

export interface RehearsalLimits {
  /** Nobody calls a root now, and the first call is better recorded. */
  readonly firstCallMs: number;
  /** What the roots call is found: a request of a server takes milliseconds, and a swap tens of them. */
  readonly quietMs: number;
  /** What is found later, a thread waits for. */
  readonly longestMs: number;
}

const LIMITS: RehearsalLimits = { firstCallMs: 2_000, quietMs: 500, longestMs: 10_000 };

/**
 * Lets the program run its roots with all probes, and nothing is recorded and nobody waits, until for a while no method is called for the
 * first time. Methods that are found have their probes when it resolves.
 * @param options of the recording that follows
 * @throws the signal's reason
 */
export async function rehearse(
  agent: Pick<TargetAgent, 'startRecording' | 'stopRecording'>,
  rehearsal: Rehearsal,
  options: AgentOptions,
  signal: AbortSignal,
  { firstCallMs, quietMs, longestMs } = LIMITS,
): Promise<void> {
  await agent.startRecording({
    ...options,
    ...{ rehearsal: true, clock: 'none', allocation: false, coreWaits: false, live: false, liveEveryBytes: 0 },
  });
  const beganMs = performance.now();
  try {
    await rehearsal.begun();
    for (let isOver = false; !isOver; ) {
      await delay(LOOK_MS, undefined, { signal });
      await rehearsal.settled();
      const nowMs = performance.now();
      const isCalled = rehearsal.lastNewsMs() >= beganMs;
      const isQuiet = isCalled
        ? nowMs - rehearsal.lastNewsMs() > quietMs
        : nowMs - beganMs > firstCallMs;
      isOver = isQuiet || nowMs - beganMs > longestMs;
    }
  } finally {
    await agent.stopRecording();
  }
}
