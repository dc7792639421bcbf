import type { Page } from '@playwright/test';
import type { FrameTimes, KeyTimes } from './bigTreeMeasures.ts';

/** What a reader of a large flame graph does in each frame. */
export type FlameMotion = 'zoom' | 'scroll';

/** Brings the flame graph to the front. @returns ms until it is drawn and a frame can be selected by key */
export async function showFlameGraph(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const startMs = performance.now();
    const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
    tab.find(({ textContent }) => textContent === 'Flame Graph')!.click();
    while (!document.querySelector('.zoomTrailStep')) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - startMs;
  });
}

/** Presses each key and waits until another frame is selected and painted: what is said aloud has changed. */
export async function flameKeyTimes(page: Page, keys: readonly string[]): Promise<KeyTimes> {
  const timesMs = await page.evaluate(async (pressed) => {
    const graph = document.querySelector<HTMLElement>('.flameScroller')!;
    const said = (): string => document.querySelector('.flameGraph [aria-live]')!.textContent;
    const times: number[] = [];
    for (const key of pressed) {
      await new Promise((resolve) => setTimeout(resolve, 7 + 11 * (times.length % 7))); // at any moment of a frame
      const before = said();
      const startMs = performance.now();
      graph.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      while (said() === before) {
        if (performance.now() - startMs > 5000) throw new Error(`no answer to ${key} in 5 s: ${before}`);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - startMs);
    }
    return times;
  }, keys);
  timesMs.sort((a, b) => a - b);
  return { medianMs: at(timesMs, 0.5), p95Ms: at(timesMs, 0.95), worstMs: at(timesMs, 1) };
}

/**
 * Zooms in and out again, or scrolls over the levels and back, a notch in each frame.
 */
export async function flameTimes(
  page: Page,
  motion: FlameMotion,
  frames: number,
): Promise<Omit<FrameTimes, 'blankFrames'>> {
  const gapsMs = await page.evaluate(
    async ([how, count]) => {
      const graph = document.querySelector<HTMLElement>('.flameScroller')!;
      const { left, top, width, height } = graph.getBoundingClientRect();
      const gaps: number[] = [];
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      for (let frame = 0; frame < count; frame++) {
        const isThere = frame < count / 2;
        if (how === 'zoom') {
          graph.dispatchEvent(
            new WheelEvent('wheel', {
              deltaY: isThere ? -30 : 30,
              ctrlKey: true,
              clientX: left + width * 0.37,
              clientY: top + height / 2,
              bubbles: true,
              cancelable: true,
            }),
          );
        } else graph.scrollTop += isThere ? -12 : 12;
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        gaps.push(now - last);
        last = now;
      }
      return gaps;
    },
    [motion, frames] as const,
  );
  const wholeMs = gapsMs.reduce((sum, gap) => sum + gap, 0);
  gapsMs.sort((a, b) => a - b);
  return {
    framesPerSecond: (1000 * gapsMs.length) / wholeMs,
    p95Ms: at(gapsMs, 0.95),
    worstMs: at(gapsMs, 1),
  };
}

/** Each of them selects another frame, from the root on. */
export const FLAME_KEYS: readonly string[] = ['End', 'ArrowDown', 'Home', 'ArrowUp', 'ArrowDown'];

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
