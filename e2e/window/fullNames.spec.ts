import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { button, expect, test, tree } from './fakeWindow.ts';
import { openFile } from './rootCallFile.ts';

test('package names are written out in all views, and are so after a reload', async ({ window, server }) => {
  const methods = { A: { className: 'org.apache.shop.Main', name: 'run', descriptor: '()V' } };
  server.files.set('a.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 300<A', {}, methods)));
  await openFile(window, 'a.sluice');
  const row = tree(window).getByRole('row').nth(1);
  await expect(row).toContainText('o.a.s.Main.run()');
  await button(window, 'Columns').click();
  await window.getByRole('checkbox', { name: 'Full package names' }).check();
  await expect(row).toContainText('org.apache.shop.Main.run()');
  await window.reload();
  await expect(window.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
  await openFile(window, 'a.sluice');
  await window.getByRole('tab', { name: 'Hot Spots' }).click();
  await expect(window.getByRole('grid', { name: 'Hot Spots' }).getByRole('row').nth(1)).toContainText(
    'org.apache.shop.Main.run()',
  );
  await window.getByRole('tab', { name: 'Flame Graph' }).click();
  const key = window.getByRole('list', { name: 'Key of colours' });
  await expect(key).toHaveText('org.apache.shop.Main.run');
});
