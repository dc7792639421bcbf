import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, test, tree } from './fakeWindow.ts';
import { openFile } from './rootCallFile.ts';

/** One root call, A, sends so many statements from B. */
function sending(statements: number): Uint8Array {
  const sent = Array.from({ length: statements }, (_, i) => `${20 + 20 * i}>P ${30 + 20 * i}<P`);
  const endNs = 40 + 20 * statements;
  const statement = { className: 'pool.ProxyPreparedStatement', name: 'executeQuery', descriptor: '()V' };
  const events = ['0>A', '10>B', ...sent, `${endNs}<B`, `${endNs + 10}<A`].join(' ');
  return encodeSnapshot(exampleSnapshot(`main: ${events}`, {}, { P: statement }));
}

test('what stands out is read in whole sentences, and leads to the view that shows it', async ({
  window,
  server,
}) => {
  server.files.set('many.sluice', sending(12));
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
  server.files.set('few.sluice', sending(3));
  await openFile(window, 'few.sluice');
  await window.getByRole('tab', { name: 'Findings' }).click();
  await expect(window.getByRole('heading', { name: 'Nothing stands out' })).toBeVisible();
});
