import { describe, expect, it } from 'vitest';
import { SwapPatience } from './swapPatience.ts';

const LOOK_MS = 100;

/**
 * How long it waits for a swap that never ends.
 * @param work what of a millisecond the threads have run when so much time has passed
 */
function waitedMs(
  work: (passedMs: number) => { readonly workerMs?: number; readonly vmThreadMs?: number },
  lookMs = LOOK_MS,
): number {
  const look = (passedMs: number): { workerNs: number; vmThreadNs: number } => {
    const { workerMs = 0, vmThreadMs = 0 } = work(passedMs);
    return { workerNs: workerMs * 1e6, vmThreadNs: vmThreadMs * 1e6 };
  };
  const patience = new SwapPatience(400, look(0), 5_000);
  let passedMs = lookMs;
  while (patience.waitsOn(look(passedMs), 5_000 + passedMs)) passedMs += lookMs;
  return passedMs;
}

/** Of a thread that runs `share` of the time until `untilMs`. */
function runs(passedMs: number, share: number, untilMs: number): number {
  return share * Math.min(passedMs, untilMs);
}

describe('SwapPatience', () => {
  it('is over after 400 ms where nothing runs, or the system does not tell', () => {
    expect(waitedMs(() => ({}))).toBe(400);
  });

  it('lasts as long as the worker runs, though ten others want its core, and 400 ms more', () => {
    expect(waitedMs((passedMs) => ({ workerMs: runs(passedMs, 0.04, 8_000) }))).toBe(8_400);
  });

  it('takes no step for one where the worker only wakes: it waits for a lock, or for an answer of ours', () => {
    expect(waitedMs((passedMs) => ({ workerMs: runs(passedMs, 0.002, 60_000) }))).toBe(400);
  });

  it("counts the JVM's own thread for 1.5 s after the worker's last step: it may be collecting", () => {
    const work = (passedMs: number): { workerMs: number; vmThreadMs: number } => ({
      workerMs: runs(passedMs, 0.1, 3_000),
      vmThreadMs: runs(passedMs, 0.5, 60_000),
    });
    expect(waitedMs(work)).toBe(3_000 + 1_500 + 400);
  });

  it('ends after 20 s whatever runs', () => {
    expect(waitedMs((passedMs) => ({ workerMs: passedMs }))).toBe(20_000);
  });

  it('counts a look that comes late as one look: we had no core either', () => {
    expect(waitedMs(() => ({}), 3 * LOOK_MS)).toBe(3 * 400);
  });
});
