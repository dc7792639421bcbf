import { SluiceError } from '../../shared/base/errors.ts';
import { button, expect, test } from './fakeWindow.ts';

const METHOD = 'com.acme.shop.order.OrderService::handle';

test('a chosen root is timed by itself, its numbers and histogram live, by keyboard too', async ({
  window,
}) => {
  await button(window, 'Try the demo').click();
  await button(window, 'Time one method…').click();
  await expect(button(window, 'Time it')).toBeDisabled();
  await window.getByRole('tab', { name: 'Roots' }).click();
  await window.getByRole('textbox', { name: 'Find class or method' }).fill(METHOD);
  await button(window, 'Add pattern').click();
  await button(window, 'Time this method…').click();

  const lines = window.getByRole('textbox', { name: 'Lines' });
  await expect(window.getByRole('textbox', { name: 'Method' })).toHaveValue(METHOD);
  await lines.fill('52-40');
  await expect(button(window, 'Time it')).toHaveAttribute('title', /40-52/);
  await lines.fill('40-52');
  await lines.press('Enter');

  const region = window.getByRole('region', { name: 'Timed region' });
  await expect(region.getByRole('heading')).toHaveText(`${METHOD}, lines 40-52`);
  const passes = async (): Promise<number> => {
    const text = await region.locator('dd').first().textContent();
    return Number(text?.replaceAll(/\D/g, ''));
  };
  const before = await passes();
  await expect.poll(passes).toBeGreaterThan(before);
  await expect(region).toContainText('about one clock read is in every time');

  const chart = region.getByRole('img', { name: /Histogram of .* passes from 700 ns to/ });
  await chart.focus();
  await window.keyboard.press('Home');
  await expect(region.locator('figcaption')).toContainText(/ ns to .*: [\d\u202f]+ passes, \d/);
  await window.keyboard.press('End');
  await expect(region.locator('figcaption')).toContainText(/ms to .* passes/);

  await expect(button(window, 'Start')).toBeDisabled();
  await button(window, 'Stop timing').click();
  await expect(button(window, 'Time it')).toBeEnabled();
  const after = await passes();
  expect(after).toBeGreaterThan(before);
  await expect(chart).toBeVisible();
});

test('what cannot be timed is said, and the form stays', async ({ window, server }) => {
  await button(window, 'Try the demo').click();
  await window.getByRole('tab', { name: 'Region' }).click();
  await window.getByRole('textbox', { name: 'Method' }).fill('a.B::c');
  const refusal = new SluiceError(
    'usage',
    'Region a.B::c: 2 methods match: c(int), c(long).',
    'Name one of them.',
  );
  server.engine.failNext('start', refusal);
  await button(window, 'Time it').click();
  await expect(window.getByRole('alert')).toContainText('2 methods match');
  await expect(window.getByRole('textbox', { name: 'Method' })).toHaveValue('a.B::c');
});
