import { expect, test } from 'vitest';
import type { MeasurementStatus, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { recordingRequest } from '../../shared/testing/recordingRequest.ts';
import { swapTimeline } from '../../shared/testing/swapTimeline.ts';
import { attachedStatus } from '../testing/attachedStatus.ts';
import { fakeJvms } from '../testing/fakeJvms.ts';
import { WarmUp } from './warmUp.ts';

/** Two seconds after the last swap: it is time. */
const QUIET = 's-s--';

function statusOf(measurement: Partial<MeasurementStatus> = {}): SessionStatus {
  return attachedStatus(fakeJvms()[0], {
    phase: 'recording',
    measurement: { request: recordingRequest('A::a'), elapsedMs: 5_000, ...measurement },
    counters: { events: 1_000, hotSwaps: 2 },
  });
}

function begun(status: SessionStatus, choice: 'auto' | 'none' = 'auto'): WarmUp {
  const warmUp = new WarmUp();
  warmUp.begin(choice, status.measurement.request);
  return warmUp;
}

const look = (warmUp: WarmUp, status: SessionStatus): string | null =>
  warmUp.look(status, swapTimeline(QUIET));

test('ends once, with what it leaves out, when swaps have been quiet', () => {
  const warmUp = begun(statusOf());
  expect(look(warmUp, statusOf())).toMatch(/^The warm-up is over/);
  expect(warmUp.isOn.get()).toBe(false);
  expect(look(warmUp, statusOf())).toBeNull();
});

test('leaves nothing out for who pauses, keeps all, or counts only', () => {
  expect(look(begun(statusOf()), statusOf({ paused: true }))).toBeNull();
  expect(look(begun(statusOf(), 'none'), statusOf())).toBeNull();
  const counted = statusOf({ request: recordingRequest('A::a', { clock: 'none' }) });
  expect(look(begun(counted), counted)).toBeNull();
  const kept = begun(statusOf());
  kept.keepAll();
  expect(look(kept, statusOf())).toBeNull();
});
