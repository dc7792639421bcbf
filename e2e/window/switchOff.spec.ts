import { SluiceError } from '../../shared/base/errors.ts';
import { button, expect, idle, pressAtOnce, record, test, tree } from './fakeWindow.ts';

test('a method is not measured any more from the tree, by button and key, and measured again from the list', async ({
  window,
  server,
}) => {
  await record(window);
  await idle(window);
  const rows = tree(window).getByRole('row');
  await expect(button(window, 'Switch off method')).toHaveAttribute('title', /Delete/);
  await rows.nth(1).click();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Delete');
  const link = window.getByTitle(
    'Methods that are not measured any more, by your wish or to keep the overhead down',
  );
  await expect(link).toHaveText('1');
  await window.keyboard.press('ArrowDown');
  await button(window, 'Switch off method').click();
  await expect(link).toHaveText('2');
  await expect(tree(window).getByTitle(/^Switched off/)).toHaveText(['off', 'off']);

  await link.click();
  const again = window.getByRole('button', { name: /^Measure com.acme.* again$/ });
  await expect(again).toHaveCount(2);
  await expect(window.getByRole('listitem').first()).toContainText(/com\.acme\.shop\.\S+::\w+\(/);
  await again.first().click();
  await expect(link).toHaveText('1');
  await button(window, 'Measure all again').click();
  await expect(link).toHaveCount(0);

  const why = 'a.B::c: a root of the recording cannot be switched off: nothing would be recorded without it.';
  server.engine.failNext('switchOff', new SluiceError('usage', why, 'Switch off what it calls.'));
  await button(window, 'Switch off method').click();
  await expect(window.getByRole('alert')).toContainText(why);

  await button(window, 'Stop').click();
  await expect(button(window, 'Switch off method')).toHaveCount(0);
});

test('the row that is selected when the key comes is not measured any more, however soon that is', async ({
  window,
}) => {
  await record(window);
  await idle(window);
  const rows = tree(window).getByRole('row');
  await rows.nth(1).click();
  await window.keyboard.press('ArrowRight');
  await idle(window);
  await pressAtOnce(tree(window), ['ArrowDown', 'Delete']);
  await expect(tree(window).getByTitle(/^Switched off/)).toHaveCount(1);
  await expect(tree(window).locator('[aria-selected=true]')).toContainText('off');
  await expect(rows.nth(1)).not.toContainText('off');
});

test('a limit of the overhead switches off what costs most, and says so', async ({ window }) => {
  await button(window, 'Try the demo').click();
  await window
    .getByRole('textbox', { name: 'Find class or method' })
    .fill('com.acme.shop.order.OrderService::handle');
  await button(window, 'Add pattern').click();
  // The scripted engine goes on with methods that are switched off: what is told is what counts here.
  const limit = window.getByRole('textbox', { name: 'Overhead limit' });
  await limit.fill('little');
  await expect(button(window, 'Start')).toHaveAttribute('title', /type a percentage above 0, as 10%/);
  await limit.fill('0.5%');
  await button(window, 'Start').click();
  const note = window.getByText(/^The probes cost .* at most 0.5 % is allowed: switched off com\.acme/);
  await expect(note).toBeVisible();
  await expect(window.getByTitle(/^Methods that are not measured any more/)).toHaveText(/^[\d\s]+$/);
});
