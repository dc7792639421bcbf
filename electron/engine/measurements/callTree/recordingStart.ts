import type { ObjectLayout } from '../../../../shared/events/objectLayout.ts';
import type { RecordingRequest } from '../../../../shared/ipc/engineApi.ts';
import { countsObjects } from '../../../../shared/recording/countedObjects.ts';
import { parseLiveChoice } from '../../../../shared/recording/liveChoice.ts';
import { slowCallsNs } from '../../../../shared/recording/slowCalls.ts';
import type { AgentOptions } from '../../../../shared/wire/controlMessage.ts';
import type { EventOutlet } from '../../events/eventOutlet.ts';

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
