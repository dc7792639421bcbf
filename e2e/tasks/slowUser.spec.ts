import { expectAccessible } from '../window/axe.ts';
import { expect, SLOW, test } from './task.ts';

const BUSIEST_USER = '4711';

/** Some requests are slow: for whom? */
test('requests that are slow for one user: five steps from the list of JVMs to the id', async ({
  folder,
  start,
  open,
}) => {
  const program = await start(['-cp', folder.compiled('UserOrders.java'), 'shop.UserOrders']);
  const { page, person, row, button, tab, grid } = await open();
  await person.click(row(program).getByRole('button', { name: 'What Is Running Now' }));
  const suggested = page.getByRole('region', { name: 'Suggested roots' });
  await expect(suggested).toContainText('shop.UserOrders::', SLOW);
  await person.click(suggested.getByRole('button', { name: /UserOrders::handle/ }));
  await person.click(button(/^Split by arg0/));
  await expectAccessible(page, 'what the roots can be split by');
  await person.click(button('Start'));
  await person.click(tab('Groups'));
  await expect(grid('Groups').getByRole('row').nth(1)).toContainText(BUSIEST_USER, SLOW);
  person.took(5, 90);
});
