import type { JSHandle, Page } from '@playwright/test';

/** What a reader of a large recording feels, measured in the page itself, in ms. */
export interface KeyTimes {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly worstMs: number;
}

export interface FrameTimes {
  readonly framesPerSecond: number;
  readonly p95Ms: number;
  readonly worstMs: number;
  /** Frames in which a part of what is to be seen was not there. */
  readonly blankFrames: number;
}

/**
 * Presses each key, at any moment of a frame, and waits until its answer is painted.
 * @param selector of the element that gets the keys
 * @param state    in the page: what every key changes; null = there is nothing to compare yet
 */
export async function answerTimes(
  page: Page,
  selector: string,
  keys: readonly string[],
  state: JSHandle<() => string | null>,
): Promise<KeyTimes> {
  const timesMs = await page.evaluate(
    async ([element, pressed, stateNow]) => {
      const times: number[] = [];
      for (const key of pressed) {
        await new Promise((resolve) => setTimeout(resolve, 7 + 11 * (times.length % 7)));
        const before = stateNow();
        const startMs = performance.now();
        document
          .querySelector(element)!
          .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        for (let now = stateNow(); now === before || now === null; now = stateNow()) {
          if (performance.now() - startMs > 5000) throw new Error(`no answer to ${key} in 5 s: ${before}`);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times.push(performance.now() - startMs);
      }
      return times;
    },
    [selector, keys, state] as const,
  );
  timesMs.sort((a, b) => a - b);
  return { medianMs: at(timesMs, 0.5), p95Ms: at(timesMs, 0.95), worstMs: at(timesMs, 1) };
}

/**
 * Moves something in each of so many frames.
 * @param step    in the page: moves it, and is told which frame it is
 * @param isBlank in the page: whether a part of it is not there
 */
export async function frameTimes(
  page: Page,
  frames: number,
  step: JSHandle<(frame: number) => void>,
  isBlank: JSHandle<() => boolean>,
): Promise<FrameTimes> {
  const { gapsMs, blankFrames } = await page.evaluate(
    async ([count, move, isMissing]) => {
      const gaps: number[] = [];
      let blanks = 0;
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      for (let frame = 0; frame < count; frame++) {
        move(frame);
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        gaps.push(now - last);
        last = now;
        if (isMissing()) blanks++;
      }
      return { gapsMs: gaps, blankFrames: blanks };
    },
    [frames, step, isBlank] as const,
  );
  const wholeMs = gapsMs.reduce((sum, gap) => sum + gap, 0);
  gapsMs.sort((a, b) => a - b);
  return {
    framesPerSecond: (1000 * gapsMs.length) / wholeMs,
    p95Ms: at(gapsMs, 0.95),
    worstMs: at(gapsMs, 1),
    blankFrames,
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
