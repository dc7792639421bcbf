import type { Page } from '@playwright/test';
import { button, expect, record, test, tree } from './fakeWindow.ts';

/** Long enough to see what is there before the recording begins. */
test.use({ engineOptions: { stepMs: 700 } });

/** As one has who unfolded it before. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('sluice.timeline', '{"version":1,"value":true}'));
}

test('the timeline shows hot swaps, waits for the tool and pauses where they were, by pointer and keyboard', async ({
  window,
  server: { engine },
}) => {
  await unfold(window);
  await record(window);
  const timeline = window.getByRole('img', { name: /^Timeline of the recording/ });
  const readout = window.getByRole('figure').locator('figcaption');
  const height = (await timeline.boundingBox())?.height;

  await expect(timeline).toHaveAccessibleName(/at most [\d\s]+ events\/s; threads waited 12\.0\sms/);
  engine.changeStatus({ counters: { hotSwaps: 6, swapMs: 205, pausedMs: 700 } });
  const whole = /; 2 hot swaps, 45\.0\sms; threads waited 12\.0\sms for Sluice; paused 700\sms$/;
  await expect(timeline).toHaveAccessibleName(whole);
  await button(window, 'Stop').click();
  await expect(button(window, 'Start')).toBeEnabled();
  await expect(timeline).toHaveAccessibleName(whole);

  await timeline.focus();
  await window.keyboard.press('Home');
  await expect(readout).toHaveText(
    /^0\.0 s to \d\.\d s: [\d\s]+ events\/s; threads waited 12\.0\sms for Sluice$/,
  );
  await expect(async () => {
    await window.keyboard.press('ArrowRight');
    const held = / events\/s; 2 hot swaps, 45\.0\sms; paused 700\sms$/;
    await expect(readout).toHaveText(held, { timeout: 200 });
  }).toPass();
  await timeline.hover({ position: { x: 130, y: 20 } });
  await expect(readout).toHaveText(/^0\.0 s to /);
  expect((await timeline.boundingBox())?.height).toBe(height);
});

test('a recording file has its timeline, which is shown when it is opened', async ({
  window,
  server: { engine },
}) => {
  await unfold(window);
  await record(window);
  const timeline = window.getByRole('img', { name: /^Timeline of the recording/ });
  await expect(timeline).toHaveAccessibleName(/threads waited 12\.0\sms/);
  engine.changeStatus({ counters: { hotSwaps: 6, swapMs: 205 } });
  await expect(timeline).toHaveAccessibleName(/2 hot swaps, 45\.0\sms/);
  await button(window, 'Snapshot').click();
  await expect(button(window, 'Close Recording')).toBeVisible();
  await expect(timeline).toHaveAccessibleName(/2 hot swaps, 45\.0\sms; threads waited 12\.0\sms for Sluice$/);
});

test('the timeline is a button that tells what is in it, until the user unfolds it; the first row stands high', async ({
  window,
  server: { engine },
}) => {
  await window.setViewportSize({ width: 1440, height: 900 });
  await record(window);
  const fold = button(window, 'Show timeline');
  await expect(fold).toHaveAttribute('title', /threads waited 12\.0\sms for Sluice$/);
  engine.changeStatus({ counters: { hotSwaps: 6, swapMs: 205, pausedMs: 700 } });
  await expect(fold).toHaveAttribute(
    'title',
    /2 hot swaps, 45\.0\sms; threads waited 12\.0\sms for Sluice; paused 700\sms$/,
  );
  await expect(window.getByRole('figure')).toHaveCount(0);
  const first = await tree(window).getByRole('row').nth(1).boundingBox();
  expect(first?.y).toBeLessThanOrEqual(0.2 * 900);
  await fold.click();
  await expect(window.getByRole('figure')).toBeVisible();

  await window.reload();
  await expect(window.getByRole('figure')).toBeVisible();
});
