import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, test, tree } from './fakeWindow.ts';
import { openFile, rootCallFile } from './rootCallFile.ts';

/** A call of main takes 8 ms, all others are fast; those of the pool call B. */
const SCRIPT = `
  main: ^ 0>A 200000>C 300000<C 400000<A ^ 1000000>A 1100000>C 8900000<C 9000000<A
  pool-1: ^ 0>A 100000>B 200000<B 300000<A
`;

function groups(page: Page) {
  return page.getByRole('combobox', { name: 'Root calls' });
}

test.describe('root calls that are told apart by how long they last', () => {
  test.beforeEach(async ({ window, server }) => {
    server.files.set('apart.sluice', rootCallFile(SCRIPT, 1));
    await openFile(window, 'apart.sluice');
    await expect(tree(window).getByRole('row', { name: /C\(/ })).toBeVisible();
  });

  test('a thread without such a call says so, and there is a way back', async ({ window }) => {
    await window.getByRole('combobox', { name: 'Thread' }).selectOption('pool-1');
    await groups(window).selectOption('Slow root calls');
    await expect(window.getByText('No call was recorded of the threads and root calls')).toBeVisible();
    await expectAccessible(window, 'nothing of the chosen threads and root calls');
    await groups(window).selectOption('All root calls');
    await expect(tree(window).getByRole('row', { name: /B\(/ })).toBeVisible();
    await groups(window).selectOption('Slow root calls');
    await button(window, 'Show all threads and root calls').click();
    await expect(tree(window).getByRole('row', { name: /C\(/ })).toBeVisible();
    await expect(groups(window)).toHaveValue('all');
  });

  test('the slow ones are shown of all threads, whichever was chosen', async ({ window }) => {
    await window.getByRole('combobox', { name: 'Thread' }).selectOption('pool-1');
    await window.getByRole('tab', { name: 'Root Calls' }).click();
    await button(window, 'Show slow root calls').click();
    await expect(tree(window).getByRole('row', { name: /C\(/ })).toBeVisible();
    await expect(window.getByRole('combobox', { name: 'Thread' })).toHaveValue('all');
  });

  test('those that are compared are of the recording in front, whatever was chosen meanwhile', async ({
    window,
  }) => {
    await window.keyboard.press('Control+d');
    const other = encodeSnapshot(exampleSnapshot('main: 0>X 100<X'));
    const asked = window.waitForEvent('filechooser');
    await button(window, 'Choose file…').first().click();
    await (
      await asked
    ).setFiles({ name: 'other.sluice', mimeType: 'application/octet-stream', buffer: Buffer.from(other) });
    const before = window.getByRole('combobox', { name: 'A, before' });
    await expect(before.getByRole('option', { name: 'other.sluice' })).toBeAttached();
    await button(window, 'Cancel').click();
    await button(window, 'Compare slow with fast').click();
    const compared = window.getByRole('treegrid', { name: 'Compared Call Tree' });
    await expect(compared.getByRole('row', { name: /C\(/ })).toBeVisible();
    await expect(window.getByText('apart.sluice').first()).toBeVisible();
  });
});

test('a value that is called slow is a value, and nothing is said of fast ones', async ({
  window,
  server,
}) => {
  const script = 'main: ^ 0>A 300<A ^ 1000>A 9000<A';
  const { threads } = exampleSnapshot(script);
  const changes = {
    threads: threads.map((thread) => ({ ...thread, group: 'slow' })),
    split: ['arg0'],
  };
  server.files.set('split.sluice', rootCallFile(script, 0, changes));
  await openFile(window, 'split.sluice');
  await expect(groups(window).getByRole('option')).toHaveText(['All root calls', 'slow']);
  await expect(button(window, 'Compare slow with fast')).toHaveCount(0);
  await window.getByRole('tab', { name: 'Root Calls' }).click();
  await expect(window.getByRole('slider', { name: 'Limit' })).toBeVisible();
  await expect(button(window, 'Show slow root calls')).toHaveCount(0);
});
