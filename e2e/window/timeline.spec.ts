import { button, expect, record, test } from './fakeWindow.ts';

test('the timeline shows hot swaps, waits for the tool and pauses where they were, by pointer and keyboard', async ({
  window,
  server: { engine },
}) => {
  await record(window);
  const timeline = window.getByRole('img', { name: /^Timeline of the recording/ });
  const readout = window.getByRole('figure').locator('figcaption');
  const height = (await timeline.boundingBox())?.height;

  await expect(timeline).toHaveAccessibleName(/at most [\d\s]+ events\/s; threads waited 12\.0\sms/);
  engine.changeStatus({ hotSwaps: 6, swapMs: 205, pausedMs: 700 });
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
  await record(window);
  const timeline = window.getByRole('img', { name: /^Timeline of the recording/ });
  await expect(timeline).toHaveAccessibleName(/threads waited 12\.0\sms/);
  engine.changeStatus({ hotSwaps: 6, swapMs: 205 });
  await expect(timeline).toHaveAccessibleName(/2 hot swaps, 45\.0\sms/);
  await button(window, 'Snapshot').click();
  await expect(button(window, 'Close Recording')).toBeVisible();
  await expect(timeline).toHaveAccessibleName(/2 hot swaps, 45\.0\sms; threads waited 12\.0\sms for Sluice$/);
});

test('where the window is low the timeline is a line of text, until the user unfolds it', async ({
  window,
  server: { engine },
}) => {
  await window.setViewportSize({ width: 1280, height: 700 });
  await record(window);
  const whole = window.getByRole('region', { name: 'Timeline' });
  await expect(whole).toContainText(/threads waited 12\.0\sms for Sluice$/);
  engine.changeStatus({ hotSwaps: 6, swapMs: 205, pausedMs: 700 });
  await expect(whole).toContainText(
    /2 hot swaps, 45\.0\sms; threads waited 12\.0\sms for Sluice; paused 700\sms$/,
  );
  await expect(window.getByRole('figure')).toBeHidden();
  await whole.getByRole('button').click();
  await expect(window.getByRole('figure')).toBeVisible();

  await window.reload();
  await expect(window.getByRole('figure')).toBeVisible();
});
