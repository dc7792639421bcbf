import type { Page } from '@playwright/test';
import { busyHour } from '../../renderer/testing/busyHour.ts';
import { BOUNDS, mainThreadMs } from './bigTreeMeasures.ts';
import { expect, test } from './fakeWindow.ts';
import { frameTimes } from './readerMeasures.ts';

const FRAMES = 120;
const MOTIONS = ['zoom', 'pan', 'scroll'] as const;

// A trace takes more of the page's time than the page.
test.use({ trace: 'off' });

/** A notch of the wheel in each frame: in and out again, there and back. */
async function move(page: Page, motion: (typeof MOTIONS)[number]): Promise<void> {
  const step = await page.evaluateHandle(
    ([how, count]) =>
      (frame: number): void => {
        const tracks = document.querySelector<HTMLElement>('.timelineScroller')!;
        const isThere = frame < count / 2;
        if (how === 'scroll') {
          tracks.scrollTop += isThere ? 8 : -8;
          return;
        }
        const { left, top, width, height } = tracks.getBoundingClientRect();
        tracks.dispatchEvent(
          new WheelEvent('wheel', {
            deltaY: how === 'zoom' ? (isThere ? -90 : 90) : isThere ? 40 : -40,
            ctrlKey: how === 'zoom',
            shiftKey: how === 'pan',
            clientX: left + width * 0.6,
            clientY: top + height / 2,
            bubbles: true,
            cancelable: true,
          }),
        );
      },
    [motion, FRAMES] as const,
  );
  await frameTimes(page, FRAMES, step, await page.evaluateHandle(() => () => false));
}

/** The same bound as that of large trees: what frames cost the page itself, as other work may share the machine. */
test('an hour of a busy server is zoomed, moved and scrolled smoothly', async ({ window, server }) => {
  server.files.set('hour.sluice', busyHour());
  await window.evaluate(async () => {
    const bytes = await (await fetch('hour.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'hour.sluice');
  });
  await window.getByRole('tab', { name: 'Timeline' }).click();
  const tracks = window.getByRole('application', { name: 'Timeline, 41 tracks' });
  await expect(tracks).toBeVisible();
  for (const motion of MOTIONS) {
    const ms = (await mainThreadMs(window, () => move(window, motion))) / FRAMES;
    test.info().annotations.push({ type: motion, description: `${ms.toFixed(1)} ms a frame` });
    expect(ms, motion).toBeLessThan(1000 / BOUNDS.framesPerSecond);
  }
});
