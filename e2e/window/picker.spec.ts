import type { Page } from '@playwright/test';
import { SluiceError } from '../../shared/base/errors.ts';
import { button, expect, idle, test, tree } from './fakeWindow.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Find class or method' });
const chips = (page: Page) => page.getByRole('list', { name: 'Root methods' }).getByRole('listitem');

async function paste(page: Page, text: string): Promise<void> {
  await field(page).focus();
  await field(page).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    // What the browser does with a paste that nobody has taken.
    if (input.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);
}

test('a class that loads while its name is looked for comes into the list by itself', async ({
  window,
  server,
}) => {
  await button(window, 'Try the demo').click();
  await window.getByRole('textbox', { name: 'Find class or method' }).fill('late.Arrival');
  await expect(window.getByText('No loaded class has “late.Arrival” in its name')).toBeVisible();
  server.engine.lateClasses.push('org.late.Arrival');
  const classes = window.getByRole('listbox', { name: 'Loaded classes' });
  await expect(classes.getByRole('option', { name: 'Arrival org.late' })).toBeVisible();
  await classes.getByRole('option').click();
  await idle(window);
  server.engine.lateClasses.push('org.late.ArrivalBoard');
  await expect(classes.getByRole('option')).toHaveCount(2);
  await expect(classes.getByRole('option', { selected: true })).toHaveAccessibleName('Arrival org.late');
});

/** With the button that removes it. */
const chip = (root: string): string => `${root}×`;
const HANDLE = 'com.acme.shop.order.OrderService::handle(int,String)';

for (const text of [
  'OrderService::hand',
  'order.OrderService::handle',
  'com.acme.shop.order.OrderService.handle',
  'OrderService#handle',
  'com/acme/shop/order/OrderService.handle',
  'OrderService.handle (57)',
  'com/acme/shop/order/OrderService.handle_[j]',
  '"com.acme.shop.order.OrderService.handle"',
  '2026-01-02 12:00:01 ERROR failed at com.acme.shop.order.OrderService.handle(OrderService.java:57)',
  'at com.acme.shop.order.OrderService.handle(OrderService.java:57)',
  'at app//com.acme.shop.order.OrderService.handle(OrderService.java:57) ~[shop.jar:1.0]',
])
  test(`Enter takes the loaded method that was meant: ${text}`, async ({ window }) => {
    await button(window, 'Try the demo').click();
    await paste(window, text);
    await window.keyboard.press('Enter');
    await expect(chips(window)).toHaveText([chip(HANDLE)]);
    await expect(field(window)).toHaveValue('');
  });

test('Enter takes the class that is shown, as the line below the field says', async ({ window }) => {
  await button(window, 'Try the demo').click();
  await field(window).fill('OrderServ');
  const taken = 'com.acme.shop.order.OrderService';
  await expect(window.getByText(`Enter adds ${taken}, all of its methods`)).toBeVisible();
  await expect(
    window.getByRole('listbox', { name: 'Loaded classes' }).getByRole('option', { selected: true }),
  ).toHaveAccessibleName('OrderService com.acme.shop.order');
  await window.keyboard.press('Enter');
  await expect(chips(window)).toHaveText([chip(taken)]);
});

test('roots of earlier recordings of the program are offered before anything is typed', async ({
  window,
  server,
}) => {
  await button(window, 'Try the demo').click();
  await field(window).fill('OrderService::hand');
  await window.keyboard.press('Enter');
  await expect(chips(window)).toHaveText([chip(HANDLE)]);
  await window.keyboard.press('Enter');
  await expect.poll(() => server.engine.requests.length).toBe(1);
  await button(window, 'Stop').click();
  await window.getByRole('tab', { name: 'Roots' }).click();
  await button(window, `Remove root ${HANDLE}`).click();
  await button(window, `Add root ${HANDLE}, used before`).click();
  await expect(chips(window)).toHaveText([chip(HANDLE)]);
});

test.describe('the demo', () => {
  test.use({ engineOptions: { demoRoots: [HANDLE] } });

  test('lands in a running recording, with three hints that can be dismissed', async ({ window, server }) => {
    await button(window, 'Try the demo').click();
    await expect(tree(window).getByRole('row').nth(1)).toBeVisible();
    expect(server.engine.requests.map(({ roots }) => roots)).toEqual([[HANDLE]]);
    const hints = window.getByRole('region', { name: 'Three things to try' });
    await expect(hints.getByRole('listitem')).toHaveCount(3);
    await window.keyboard.press('5');
    await expect(window.getByRole('tab', { name: 'Flame Graph', selected: true })).toBeVisible();
    await button(window, 'Dismiss hints').click();
    await expect(hints).toHaveCount(0);
  });
});

test('Enter takes nothing that names no loaded class; as a pattern it can be taken', async ({ window }) => {
  await button(window, 'Try the demo').click();
  await field(window).fill('com.acme.Odrer::handle');
  await window.keyboard.press('Enter');
  await expect(window.getByText('No loaded class has “com.acme.Odrer” in its name')).toBeVisible();
  await expect(field(window)).toBeFocused();
  await expect(chips(window)).toHaveCount(0);
  await button(window, 'Add pattern').click();
  await expect(chips(window)).toHaveText([chip('com.acme.Odrer::handle')]);
});

test('a pasted trace is a list of its methods, from which roots are taken', async ({ window, server }) => {
  await button(window, 'Try the demo').click();
  await paste(
    window,
    `java.lang.IllegalStateException: no stock
\tat com.acme.shop.order.OrderService.handle(OrderService.java:57)
\tat com.acme.shop.gone.Cleaner.sweep(Cleaner.java:3)
\tat com.acme.shop.order.OrderService.lambda$find$0(OrderService.java:61)`,
  );
  const list = window.getByRole('listbox', { name: 'Methods in what was pasted' });
  await expect(list.getByRole('option')).toHaveText([
    /^OrderService::handle/,
    /^Cleaner::sweep.*its class is not loaded$/,
    /^OrderService::lambda\$find\$0/,
    /^OrderService::find/,
  ]);
  await expect(list).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(chips(window)).toHaveText([chip('com.acme.shop.order.OrderService::handle')]);
  await button(window, 'All classes').click();
  await expect(window.getByRole('listbox', { name: 'Loaded classes' })).toBeVisible();
  await expect(field(window)).toBeFocused();
  await window.keyboard.press('Enter');
  await expect.poll(() => server.engine.requests.length).toBe(1);
});

test('a start that does not find its root offers the one that was meant', async ({ window, server }) => {
  await button(window, 'Try the demo').click();
  await field(window).fill('order.OrderService::handle');
  await button(window, 'Add pattern').click();
  server.engine.failNext(
    'start',
    new SluiceError('root-not-found', 'Root order.OrderService::handle: no such class is loaded.'),
  );
  await button(window, 'Start').click();
  const alert = window.getByRole('alert');
  await alert.getByRole('button', { name: `Use ${HANDLE}` }).click();
  await expect(alert).toHaveCount(0);
  await expect(chips(window)).toHaveText([chip(HANDLE)]);
  await button(window, 'Start').click();
  await expect.poll(() => server.engine.requests.map(({ roots }) => roots)).toEqual([[HANDLE]]);
});
