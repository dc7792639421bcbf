import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensure } from '../../../../shared/base/assert.ts';
import { recordingRequest } from '../../../../shared/testing/recordingRequest.ts';
import { NOTHING_RECORDED } from '../../../../shared/wire/runningTotals.ts';
import type { MeasurementParts } from '../measurement.ts';
import { Recording } from './recording.ts';

/** Each answers when the test lets it. */
class Answers {
  readonly #waiting = new Map<string, () => void>();

  of<Answer>(what: string, answer: Answer): () => Promise<Answer> {
    return () => new Promise((resolve) => this.#waiting.set(what, () => resolve(answer)));
  }

  async give(what: string): Promise<void> {
    await settled();
    ensure(this.#waiting.get(what), `a question about ${what}`)();
    this.#waiting.delete(what);
    await settled();
  }
}

/** All has been done that waits for no answer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
}

let answers: Answers;
let recording: Recording;
/** Puts probes into the roots. @param asked the request and the options, a signal to give up among them */
let prepare: (asked: readonly unknown[]) => Promise<void>;
beforeEach(() => {
  vi.useFakeTimers();
  prepare = () => Promise.resolve();
  answers = new Answers();
  const done = (): Promise<void> => Promise.resolve();
  const parts = {
    pid: process.pid,
    agent: {
      startRecording: answers.of('start', undefined),
      markRecording: answers.of('mark', undefined),
      stopRecording: answers.of('stop', NOTHING_RECORDED),
    },
    instrumenter: {
      start: (...asked: unknown[]) => prepare(asked),
      rehearsal: null,
      recordingStarted: () => {},
      stop: done,
      stats: () => ({}),
    },
    pump: {
      start: () => {},
      stop: done,
      caughtUp: answers.of('reader', undefined),
      ...{ consumedBytes: 0, ringBytes: 1 },
    },
    outlet: { waitForReader: () => Promise.resolve(true), beginRecording: done, settle: done },
    onRecorded: () => {},
    onStreamFailed: () => {},
    onMemoryScarce: () => {},
  };
  recording = new Recording(
    recordingRequest('a.B::c', { clock: 'none' }),
    parts as unknown as MeasurementParts,
    false,
  );
});
afterEach(() => {
  recording.end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function started(): Promise<void> {
  const start = recording.start(() => {});
  await answers.give('start');
  await start;
}

/** Its length, when the agent answers after `agentMs`, and the reader has taken all that was before after `readerMs` more. */
async function lengthAfterMark(
  mark: 'pause' | 'resume' | 'reset',
  agentMs: number,
  readerMs: number,
): Promise<number> {
  const marked = recording[mark]();
  await settled();
  vi.advanceTimersByTime(agentMs);
  await answers.give('mark');
  vi.advanceTimersByTime(readerMs);
  await answers.give('reader');
  await marked;
  return recording.elapsedMs;
}

it('has begun when the agent was asked: threads wait for us before we hear that it has', async () => {
  const start = recording.start(() => {});
  await settled();
  vi.advanceTimersByTime(300);
  await answers.give('start');
  await start;
  expect(recording.elapsedMs).toBe(300);
});

it('is as long as the agent records, though that is in the middle of a swap when it is told to stop', async () => {
  await started();
  vi.advanceTimersByTime(1_000);
  const stop = recording.stop(() => {});
  await settled();
  vi.advanceTimersByTime(4_000);
  await answers.give('stop');
  vi.advanceTimersByTime(500);
  await stop;
  expect(recording.elapsedMs).toBe(5_000);
});

it('is reset, paused and resumed when the agent has done so, and not when the reader has taken what was before', async () => {
  await started();
  vi.advanceTimersByTime(1_000);
  expect(await lengthAfterMark('reset', 200, 70)).toBe(70);
  expect(await lengthAfterMark('pause', 10, 1_000)).toBe(80);
  expect(await lengthAfterMark('resume', 500, 3)).toBe(83);
  expect(recording.pausedMs).toBe(1_500);
});

it('has no waits from before its reset', async () => {
  await started();
  const waits = { waitedNs: 50, coreWaitNs: 40, classLoads: 3, classLoadNs: 30 };
  recording.heartbeat({ ...NOTHING_RECORDED, ...waits });
  expect(recording.waits).toEqual(waits);
  await lengthAfterMark('reset', 0, 0);
  expect(recording.waits).toEqual({ waitedNs: 0, coreWaitNs: 0, classLoads: 0, classLoadNs: 0 });
  recording.heartbeat({ ...NOTHING_RECORDED, ...waits, waitedNs: 57 });
  expect(recording.waits).toMatchObject({ waitedNs: 7, coreWaitNs: 0 });
});

it('does not begin when memory runs out while it puts probes into the roots', async () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(0);
  prepare = async ([, options]) => {
    const { signal } = options as { readonly signal: AbortSignal };
    vi.runOnlyPendingTimers();
    await Promise.resolve();
    signal.throwIfAborted();
  };
  await expect(recording.start(() => {})).rejects.toMatchObject({
    code: 'memory',
    message: expect.stringMatching(
      /^The recording did not begin, for the memory runs out: \d+ MiB/,
    ) as string,
  });
});
