import { expect, SLOW, test } from './task.ts';

/** The heap fills. With what, and what holds it? */
test('a leak: four steps from the list of JVMs to the class and to what holds its objects', async ({
  folder,
  start,
  open,
}) => {
  const program = await start(['-cp', folder.compiled('KeptCarts.java'), 'carts.KeptCarts']);
  const { page, person, row, button } = await open();
  await person.click(row(program));
  await person.click(button('Heap'));
  await person.click(button(/^(Take )?(a )?Heap Dump/));
  await person.click(button('Take the Dump'));
  await expect(page.getByRole('tab', { name: 'Leak Hints' })).toHaveAttribute('aria-selected', 'true', SLOW);
  const hints = page.getByRole('tabpanel');
  await expect(hints).toContainText('carts.KeptCarts$Cart', SLOW);
  await expect(hints).toContainText(/BY_VISITOR/);
  person.took(4, 90);
});
