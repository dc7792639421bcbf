import { expectAccessible } from './axe.ts';
import { button, expect, record, test, tree } from './fakeWindow.ts';
import { openFile, statementsFile } from './rootCallFile.ts';

test('what stands out is read in whole sentences, and leads to the view that shows it', async ({
  window,
  server,
}) => {
  server.files.set('many.sluice', statementsFile(12));
  await openFile(window, 'many.sluice');
  await window.getByRole('tab', { name: 'Findings' }).click();
  const found = window.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await expect(found.first()).toContainText(
    /Demo\.B\(\) sends a statement 12 times per root call from one place \(.*counted exactly\)/,
  );
  await expectAccessible(window, 'findings');
  await button(window, 'Show Call Tree').click();
  await expect(tree(window)).toBeVisible();
});

test('a recording of which nothing is above a threshold says so', async ({ window, server }) => {
  server.files.set('few.sluice', statementsFile(3));
  await openFile(window, 'few.sluice');
  await window.getByRole('tab', { name: 'Findings' }).click();
  await expect(window.getByRole('heading', { name: 'Nothing stands out' })).toBeVisible();
});

test('what stands out in a session is told when its recording has stopped', async ({ window }) => {
  await record(window);
  await window.getByRole('tab', { name: 'Findings' }).click();
  await expect(
    window.getByRole('heading', { name: 'What stands out is told when the recording has stopped' }),
  ).toBeVisible();
  await button(window, 'Stop').click();
  const found = window.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await expect(found.or(window.getByRole('heading', { name: 'Nothing stands out' })).first()).toBeVisible();
  await expectAccessible(window, 'findings of a session');
});
