import { pathToFileURL } from 'node:url';
import { expect, SLOW, test } from './task.ts';

/** Of a phone on which the page is opened from a mail. */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A colleague without Sluice asks what takes the time, and has a phone at hand. */
test('a page for a phone: six steps from the list of JVMs to a file that shows the answer at 390 px', async ({
  folder,
  start,
  open,
  browser,
}) => {
  const program = await start(['-cp', folder.compiled('UserOrders.java'), 'shop.UserOrders']);
  const { page, person, row, button, grid } = await open();
  await person.click(row(program).getByRole('button', { name: 'What Is Running Now' }));
  const suggested = page.getByRole('region', { name: 'Suggested roots' });
  await expect(suggested).toContainText('shop.UserOrders::', SLOW);
  await person.click(suggested.getByRole('button', { name: /UserOrders::handle/ }));
  await person.click(button('Start'));
  await expect(grid('Call Tree').getByRole('row', { name: /UserOrders\.spent/ })).toBeVisible(SLOW);
  await person.click(button('Stop'));
  await expect(page.getByRole('status').first()).toContainText('every count is exact', SLOW);
  const download = page.waitForEvent('download');
  await person.click(button('Menu'));
  await person.click(page.getByRole('menuitem', { name: /HTML/ }));
  const file = test.info().outputPath('handle.html');
  await (await download).saveAs(file);
  person.took(6, 90);
  const phone = await browser.newContext(PHONE);
  const shared = await phone.newPage();
  await shared.goto(pathToFileURL(file).href);
  const rows = shared.getByRole('treegrid', { name: 'Call Tree' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('UserOrders.handle');
  const slowest = rows.nth(2);
  await expect(slowest).toContainText('UserOrders.spent');
  await expect(slowest).toBeInViewport();
  const { x, width } = (await slowest.getByRole('gridcell').nth(1).boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(PHONE.viewport.width); // its time stands beside its name
  await phone.close();
});
