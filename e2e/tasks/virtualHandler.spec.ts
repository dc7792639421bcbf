import { Load, type Turn } from '../applications/load.ts';
import { expect, SLOW, test } from './task.ts';
import { TASK_JDK } from './taskProgram.ts';

const turn: Turn = async (ask, number) => {
  await ask('GET', `/baskets/${number}`, 200);
};

test.skip(TASK_JDK.feature < 21, 'virtual threads need JDK 21');

/** Which handler do all these virtual threads run, and what does it do? */
test('a handler on virtual threads: three steps from the list of JVMs to its exact tree', async ({
  folder,
  start,
  open,
}) => {
  const program = await start(['-cp', folder.compiled('VirtualPages.java'), 'baskets.VirtualPages']);
  const load = new Load(`http://127.0.0.1:${program.told}`, turn, 1);
  const { page, person, row, button, grid } = await open();
  await person.click(row(program).getByRole('button', { name: 'What Is Running Now' }));
  const suggested = page.getByRole('region', { name: 'Suggested roots' });
  await expect(suggested).toContainText('baskets.VirtualPages::handle', SLOW);
  await person.click(suggested.getByRole('button', { name: /VirtualPages::handle/ }));
  await person.click(button('Start'));
  const tree = grid('Call Tree');
  await expect(tree.getByRole('row', { name: /VirtualPages\.checked/ })).toBeVisible(SLOW);
  await expect(tree.getByRole('row', { name: /VirtualPages\.drawn/ })).toBeVisible();
  person.took(3, 90);
  await load.stop();
});
