import { expect, test } from './task.ts';

/** Orders hang: all wait for a connection. Who has the lock of the pool, and what does it do? */
test('a pool that everybody waits for: four steps to the method that its lock is held in', async ({
  folder,
  start,
  open,
}) => {
  const program = await start(['-cp', folder.compiled('PooledOrders.java'), 'orders.PooledOrders']);
  const { person, row, button, tab, grid } = await open();
  await person.click(row(program));
  await person.click(button('Threads and Locks'));
  await person.click(tab('Waits'));
  const waits = grid('Threads that wait for what others hold');
  await expect(waits).toContainText('order-');
  await person.click(waits.getByRole('row').nth(1));
  await expect(grid(/^Held by pool-keeper/)).toContainText('orders.PooledOrders$Pool.dropTheDead');
  person.took(4, 60);
});
