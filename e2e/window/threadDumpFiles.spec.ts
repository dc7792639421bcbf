import { deadlockDump } from '../../shared/testing/deadlockDump.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fakeWindow.ts';

const ONE = deadlockDump('2026-11-27 22:53:50');
const TWO = `server started\n${ONE}\n22:53:52 a line of the log\n${deadlockDump('2026-11-27 22:53:55')}`;
const ROWS = [/^left.*blocked.*Dead\.both/, /^right.*blocked/, /^worker.*sleeping/, /^worker.*sleeping/];

test('a thread dump that is chosen shows each thread, the stacks in common, and the deadlock', async ({
  window,
}) => {
  const chooser = window.waitForEvent('filechooser');
  await window.keyboard.press('Control+o');
  await (await chooser).setFiles({ name: 'threads.txt', mimeType: 'text/plain', buffer: Buffer.from(ONE) });
  const threads = window.getByRole('grid', { name: 'Threads', exact: true }).getByRole('row');
  await expect(threads).toHaveText([/^Thread/, ...ROWS]);
  await expect(window.getByText('Deadlock: left and right wait for each other.')).toBeVisible();
  await window.getByRole('tab', { name: 'Deadlocks' }).click();
  const waits = window.getByRole('grid', { name: 'Threads that wait for each other' }).getByRole('row');
  await expect(waits).toHaveText([
    /^Deadlock/,
    /left.*java\.lang\.StringBuilder.*right/,
    /right.*java\.lang\.Object.*left/,
  ]);
  await window.getByRole('tab', { name: 'Stacks' }).click();
  const stacks = window.getByRole('grid', { name: 'Stacks that threads have in common' }).getByRole('row');
  await expect(stacks).toHaveText([/^State/, /worker × 2.*2$/, /left/, /right/]);
  await expectAccessible(window, 'a thread dump');
});

test('a log with several dumps that is dropped shows their list, and the threads of each', async ({
  window,
}) => {
  const data = await window.evaluateHandle((text) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], 'server.log'));
    return dropped;
  }, TWO);
  await window.locator('body').dispatchEvent('drop', { dataTransfer: data });
  const dumps = window.getByRole('grid', { name: 'Thread dumps of the file' }).getByRole('row');
  await expect(dumps).toHaveText([/^Dump/, /#1.*22:53:50.*4.*1$/, /#2.*22:53:55.*4.*1$/]);
  await window.getByRole('tab', { name: 'Threads', exact: true }).click();
  const threads = window.getByRole('grid', { name: 'Threads', exact: true }).getByRole('row');
  await expect(threads).toHaveCount(9);
  await window.getByRole('textbox', { name: 'Only rows of Threads with' }).fill('#2');
  await expect(threads).toHaveCount(5);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });
    test('a thread dump beside the address of the page is opened', async ({ window, server }) => {
      server.files.set('open', Buffer.from(TWO));
      await window.goto(`${server.url}#open=server.log`);
      await window.reload();
      await expect(window.getByRole('grid', { name: 'Thread dumps of the file' })).toBeVisible();
      await window.screenshot({ path: test.info().outputPath('dumps.png') });
      for (const name of ['Threads', 'Stacks', 'Deadlocks']) {
        await window.getByRole('tab', { name, exact: true }).click();
        await expect(window.getByRole('tabpanel')).toBeVisible();
        await window.screenshot({ path: test.info().outputPath(`${name}.png`) });
      }
    });
  });
