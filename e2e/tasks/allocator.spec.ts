import { expect, SLOW, test } from './task.ts';

/** The collector runs all the time. Whose objects does it take away? */
test('who allocates before the collector runs: six steps from the list of JVMs to the method, counted exactly', async ({
  folder,
  start,
  open,
}) => {
  const path = folder.compiled('CsvReports.java');
  const program = await start(['-Xmx64m', '-cp', path, 'reports.CsvReports']);
  const { page, person, row, button, tab, grid } = await open();
  await person.click(row(program).getByRole('button', { name: 'What Is Running Now' }));
  const suggested = page.getByRole('region', { name: 'Suggested roots' });
  await expect(suggested).toContainText('reports.CsvReports::', SLOW);
  await person.click(suggested.getByRole('button', { name: /CsvReports::write\(/ }));
  await person.click(page.getByRole('checkbox', { name: /^Objects/ }));
  await person.click(button('Start'));
  await person.click(tab('Hot Spots'));
  await expect(grid('Hot Spots').getByRole('row').nth(3)).toBeVisible(SLOW);
  await person.click(grid('Hot Spots').getByRole('columnheader', { name: /Self Bytes/ }));
  await expect(grid('Hot Spots').getByRole('row').nth(1)).toContainText('CsvReports.withLine');
  person.took(6, 90);
});
