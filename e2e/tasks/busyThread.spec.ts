import { expect, test } from './task.ts';

/** A core is busy, and every worker waits. Who is it? */
test('a program at 100 % CPU that says it waits: four steps to the thread and its method', async ({
  folder,
  start,
  open,
}) => {
  const program = await start(['-cp', folder.compiled('SpinningQueue.java'), 'queues.SpinningQueue']);
  const { person, row, button, grid } = await open();
  await person.click(row(program));
  await person.click(button('Threads and Locks'));
  const threads = grid('Threads');
  const busiest = threads.getByRole('row').nth(1);
  await expect(busiest).toBeVisible();
  await person.click(threads.getByRole('columnheader', { name: /^CPU Time/ }));
  await expect(busiest).toHaveAccessibleName(/^dispatcher runnable/);
  await expect(threads.getByRole('row', { name: /^worker-\d (waiting|parked)/ })).toHaveCount(6);
  await person.click(busiest);
  await expect(grid('dispatcher, runnable')).toContainText('queues.SpinningQueue.dispatch');
  person.took(4, 60);
});
