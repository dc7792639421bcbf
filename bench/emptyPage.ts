import type { Page } from '@playwright/test';
import { frameTimes, type FrameTimes } from '../e2e/window/readerMeasures.ts';

/**
 * The floor of what frames cost on this machine: a page with nothing but a canvas that is painted anew in each frame, while a
 * worker reads the same stream and throws it away. What Sluice's page has less than this is its own; the rest is the browser
 * that paints without a graphics card, and the events on their way.
 */
export const EMPTY_PAGE = `<!doctype html><title>floor</title><canvas width="1300" height="800"></canvas><script>
  const read = "onmessage = async ({ data }) => {" +
    "const reader = (await fetch(data)).body.getReader(); while (!(await reader.read()).done); }";
  const worker = new Worker(URL.createObjectURL(new Blob([read])));
  worker.postMessage(new URL('sessions/fake/events/1', location.href).href);
</script>`;

/** @param url of EMPTY_PAGE, on the server whose engine records */
export async function emptyPageTimes(page: Page, url: string, frames: number): Promise<FrameTimes> {
  await page.goto(url);
  const step = await page.evaluateHandle(() => (frame: number): void => {
    const pen = document.querySelector('canvas')!.getContext('2d')!;
    pen.fillStyle = frame % 2 === 0 ? '#ddd' : '#bbb';
    pen.fillRect(0, 0, 1300, 800);
  });
  return frameTimes(page, frames, step, await page.evaluateHandle(() => () => false));
}
