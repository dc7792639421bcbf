import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectLayout } from '../../../../shared/events/objectLayout.ts';
import type { RecordingRequest } from '../../../../shared/ipc/engineApi.ts';
import { countsObjects } from '../../../../shared/recording/options/countedObjects.ts';
import { parseLiveChoice } from '../../../../shared/recording/options/liveChoice.ts';
import { slowCallsNs } from '../../../../shared/recording/options/slowCalls.ts';
import type { AgentOptions } from '../../../../shared/wire/controlMessage.ts';
import type { TargetAgent } from '../../agent/targetAgent.ts';
import type { EventOutlet } from '../../events/eventOutlet.ts';
import type { Rehearsal } from '../../revelation/instrumenter.ts';

/**
 * A thread with a full lane waits while the tool takes anything at all; when it has taken nothing for so long, events drop. On a
 * busy machine a tree of eight million nodes can hold the tool up for more than half a second when it grows.
 */
const FULL_WAIT_MS = 2_000;
/** How long a first invocation waits until its callees are instrumented: design decision 5. */
const FIRST_WAIT_MS = 2_000;

export function agentOptions(request: RecordingRequest): AgentOptions {
  const { clock, scheme, chargeCoreWaits, live } = request;
  return {
    clock,
    fullWaitMs: FULL_WAIT_MS,
    firstWaitMs: FIRST_WAIT_MS,
    lazy: scheme !== 'everything',
    rehearsal: false,
    rehearsed: false,
    allocation: countsObjects(request),
    coreWaits: chargeCoreWaits !== true,
    live: live.length > 0,
    liveEveryBytes: parseLiveChoice(live)?.everyBytes ?? 0,
  };
}

/** What the readers of its events have to know of it. @param layout of objects in the target */
export async function beginStream(
  outlet: EventOutlet,
  request: RecordingRequest,
  layout: ObjectLayout,
): Promise<void> {
  await outlet.beginRecording(
    countsObjects(request) ? layout : null,
    request.weights.length > 0,
    slowCallsNs(request.slowCalls),
  );
}

const LOOK_MS = 20;

export interface RehearsalLimits {
  /** Nobody calls a root now, and the first call is better recorded. */
  readonly firstCallMs: number;
  /** What the roots call is found: a request of a server takes milliseconds, and a swap tens of them. Longer where it took long. */
  readonly quietMs: number;
  /** What is found later, a thread waits for. */
  readonly longestMs: number;
}

const LIMITS: RehearsalLimits = { firstCallMs: 5_000, quietMs: 1_000, longestMs: 90_000 };
/** Of the time since the first news, so much is quiet at the end. Who takes a minute to find what requests call has long ones. */
const QUIET_SHARE = 0.1;

/**
 * Lets the program run its roots with all probes, and nothing is recorded and nobody waits, until for a while no method is called for the
 * first time. Methods that are found have their probes when it resolves.
 * @param options of the recording that follows
 * @param signals enough: it ends, and the recording begins
 * @throws the reason of giveUp
 */
export async function rehearse(
  agent: Pick<TargetAgent, 'startRecording' | 'stopRecording'>,
  rehearsal: Rehearsal,
  options: AgentOptions,
  { giveUp, enough }: { readonly giveUp: AbortSignal; readonly enough: AbortSignal },
  { firstCallMs, quietMs, longestMs } = LIMITS,
): Promise<void> {
  await agent.startRecording({
    ...options,
    ...{
      rehearsal: true,
      clock: 'none',
      allocation: false,
      coreWaits: false,
      live: false,
      liveEveryBytes: 0,
    },
  });
  const beganMs = performance.now();
  let firstNewsMs = Infinity;
  let newsMs = -Infinity;
  let quietFromMs = beganMs;
  try {
    await rehearsal.begun();
    for (let isOver = false; !isOver;) {
      await delay(LOOK_MS, undefined, { signal: giveUp });
      if (rehearsal.lastNewsMs() > newsMs) {
        newsMs = rehearsal.lastNewsMs();
        firstNewsMs = Math.min(firstNewsMs, newsMs);
        await rehearsal.settled(); // what has its probes now may find more
        quietFromMs = performance.now();
      }
      const nowMs = performance.now();
      const mostMs = newsMs < beganMs ? firstCallMs : Math.max(quietMs, QUIET_SHARE * (nowMs - firstNewsMs));
      isOver = enough.aborted || nowMs - quietFromMs > mostMs || nowMs - beganMs > longestMs;
    }
  } finally {
    await agent.stopRecording();
  }
  rehearsal.ended();
  await rehearsal.settled(); // what was told since
  giveUp.throwIfAborted();
}
