import { button, expect, test } from './fakeWindow.ts';

test('each metric has a box with what it costs: any of them are recorded, and times go with a clock', async ({
  window,
  server,
}, info) => {
  await window.getByRole('row', { name: /4711/ }).dblclick();
  const field = window.getByRole('textbox', { name: 'Find class or method' });
  await field.fill('com.acme.shop.web.**');
  await field.press('Enter');
  const box = (name: string) => window.getByRole('checkbox', { name: new RegExp(`^${name} `) });
  const none = window.getByRole('radio', { name: /^None/ });
  const fast = window.getByRole('radio', { name: /^Whole blocks/ });
  await expect(box('Calls')).toBeChecked();
  await expect(box('Calls')).toBeDisabled();
  await expect(box('Times')).toBeChecked();
  await expect(window.locator('label', { has: box('Objects') })).toContainText('0.5 to 2 ns an object');
  await expect(fast).toBeDisabled();

  await box('Bytecodes').check();
  await box('Objects').check();
  await fast.check();
  await box('Times').uncheck();
  await expect(none).toBeChecked();
  for (const theme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme: theme });
    await box('Bytecodes').scrollIntoViewIfNeeded();
    await info.attach(theme, { body: await window.screenshot(), contentType: 'image/png' });
  }
  await button(window, 'Start').click();
  await expect(button(window, 'Stop')).toBeEnabled();
  expect(server.engine.requests[0]).toMatchObject({
    metrics: 'calls,bytecodes,objects',
    clock: 'none',
    bytecodes: 'fast',
  });
});

test('ticking times brings a clock back, and without bytecodes nobody counts them fast', async ({
  window,
}) => {
  await window.getByRole('row', { name: /4711/ }).dblclick();
  const box = (name: string) => window.getByRole('checkbox', { name: new RegExp(`^${name} `) });
  await window.getByRole('radio', { name: /^None/ }).check();
  await expect(box('Times')).not.toBeChecked();
  await box('Times').check();
  await expect(window.getByRole('radio', { name: /^System.nanoTime/ })).toBeChecked();
  await box('Bytecodes').check();
  await window.getByRole('radio', { name: /^Whole blocks/ }).check();
  await box('Bytecodes').uncheck();
  await expect(window.getByRole('radio', { name: /^Precise/ })).toBeChecked();
});
