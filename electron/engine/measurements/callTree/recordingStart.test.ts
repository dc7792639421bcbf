import { describe, expect, it } from 'vitest';
import { NOTHING_RECORDED } from '../../../../shared/wire/runningTotals.ts';
import { agentOptions, rehearse, type RehearsalLimits } from './recordingStart.ts';
import { recordingRequest } from '../../../../shared/testing/recordingRequest.ts';

const OPTIONS = agentOptions(recordingRequest('Main::root', { clock: 'nano' }));

/** @param newsAfterMs when something is told, after the rehearsal began */
async function rehearsed(
  newsAfterMs: readonly number[],
  limits: Partial<RehearsalLimits>,
  signals: { giveUp?: AbortSignal; enough?: AbortSignal } = {},
): Promise<{ tookMs: number; log: string[]; failure: string }> {
  const log: string[] = [];
  const agent = {
    startRecording: async (options: typeof OPTIONS) =>
      void log.push(`start ${options.rehearsal ? 'rehearsal' : 'recording'} by ${options.clock}`),
    stopRecording: async () => {
      log.push('stop');
      return NOTHING_RECORDED;
    },
  };
  const beganMs = performance.now();
  const rehearsal = {
    begun: async () => void log.push('begun'),
    lastNewsMs: () =>
      Math.max(-Infinity, ...newsAfterMs.map((ms) => beganMs + ms).filter((ms) => ms <= performance.now())),
    settled: async () => void log.push('settled'),
    ended: () => void log.push('ended'),
  };
  const all = { firstCallMs: 5_000, quietMs: 5_000, longestMs: 5_000, ...limits };
  const never = new AbortController().signal;
  const failure = await rehearse(
    agent,
    rehearsal,
    OPTIONS,
    { giveUp: never, enough: never, ...signals },
    all,
  ).then(() => '', String);
  return { tookMs: performance.now() - beganMs, log, failure };
}

describe('a rehearsal', () => {
  it('ends when nothing was told for a while', async () => {
    const { tookMs, log } = await rehearsed([10, 80, 150], { quietMs: 100 });
    expect(tookMs).toBeGreaterThan(240);
    expect(log.filter((line, i) => line !== log[i - 1])).toEqual([
      ...['start rehearsal by none', 'begun', 'settled', 'stop', 'ended', 'settled'],
    ]);
  });

  it('waits longer for news where it has taken long, for then the calls of a root do', async () => {
    const often = Array.from({ length: 100 }, (_, i) => i * 10);
    expect((await rehearsed(often, { quietMs: 50 })).tookMs).toBeGreaterThan(1_090);
  });

  it('ends when no root is called', async () => {
    expect((await rehearsed([], { firstCallMs: 100 })).tookMs).toBeGreaterThan(90);
  });

  it('ends in time where there are always news', async () => {
    const always = Array.from({ length: 1_000 }, (_, i) => i * 10);
    expect((await rehearsed(always, { longestMs: 200 })).tookMs).toBeGreaterThan(190);
  });

  it('ends at once when it is enough, and the recording begins', async () => {
    const enough = new AbortController();
    setTimeout(() => enough.abort(), 50);
    const { tookMs, log, failure } = await rehearsed([10, 20], {}, { enough: enough.signal });
    expect(failure).toBe('');
    expect(tookMs).toBeLessThan(2_000);
    expect(log.slice(-3)).toEqual(['stop', 'ended', 'settled']);
  });

  it('is given up at once, and nothing is recorded then', async () => {
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), 50);
    const { tookMs, log, failure } = await rehearsed([], {}, { giveUp: giveUp.signal });
    expect(failure).toContain('Abort');
    expect(tookMs).toBeLessThan(2_000);
    expect(log.at(-1)).toBe('stop');
  });
});
