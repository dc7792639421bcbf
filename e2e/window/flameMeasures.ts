import type { Page } from '@playwright/test';
import { answerTimes, frameTimes, type FrameTimes, type KeyTimes } from './readerMeasures.ts';

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

/** Turns its tree around, or back. @returns ms until another picture is drawn */
export async function invertFlameGraph(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.flameCanvas')!;
    const small = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true })!;
    const look = (): string => {
      small.drawImage(canvas, 0, 0, 64, 64);
      return String(small.getImageData(0, 0, 64, 64).data);
    };
    const before = look();
    const buttons = [...document.querySelectorAll<HTMLElement>('button')];
    const startMs = performance.now();
    buttons.find(({ textContent }) => textContent === 'Invert')!.click();
    do await new Promise((resolve) => requestAnimationFrame(resolve));
    while (look() === before);
    return performance.now() - startMs;
  });
}

/** Presses each key and waits until another frame is selected and painted: what is said aloud has changed. */
export async function flameKeyTimes(page: Page, keys: readonly string[]): Promise<KeyTimes> {
  const said = await page.evaluateHandle(
    () => () => document.querySelector('.flameGraph [aria-live]')!.textContent,
  );
  return answerTimes(page, '.flameScroller', keys, said);
}

/** Zooms in and out again, or scrolls over the levels and back, a notch in each frame. */
export async function flameTimes(page: Page, motion: FlameMotion, frames: number): Promise<FrameTimes> {
  const step = await page.evaluateHandle(
    ([how, count]) =>
      (frame: number): void => {
        const graph = document.querySelector<HTMLElement>('.flameScroller')!;
        const isThere = frame < count / 2;
        if (how === 'scroll') {
          graph.scrollTop += isThere ? -12 : 12;
          return;
        }
        const { left, top, width, height } = graph.getBoundingClientRect();
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
      },
    [motion, frames] as const,
  );
  // A canvas is always there.
  return frameTimes(page, frames, step, await page.evaluateHandle(() => () => false));
}

/** Each of them selects another frame, from the root on. */
export const FLAME_KEYS: readonly string[] = ['End', 'ArrowDown', 'Home', 'ArrowUp', 'ArrowDown'];
