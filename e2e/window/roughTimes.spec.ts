import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, tree } from './fakeWindow.ts';
import { openFile } from './rootCallFile.ts';

const SCRIPT = 'main: 0>A 100>B 1000<B 1100>B 2000<B 2100<A';

test('where the errors of the largest times are as large, a sentence above the table says so', async ({
  window,
  server,
}) => {
  const calibration = { ...NO_CALIBRATION, innerNs: 10, outerNs: 10, spreadNs: 800 };
  server.files.set('rough.sluice', encodeSnapshot(exampleSnapshot(SCRIPT, { calibration })));
  server.files.set('known.sluice', encodeSnapshot(exampleSnapshot(SCRIPT)));
  await openFile(window, 'rough.sluice');
  const told = window.getByRole('note').filter({ hasText: 'Times are rough' });
  await expect(told).toContainText(/± is \d+(\.\d times| % of) the largest self times\. Counts are exact\./);
  await expect(told).toContainText('--sampled-times');
  await expectAccessible(window, 'rough times');
  await window.getByRole('tab', { name: 'Hot Spots' }).click();
  await expect(told).toBeVisible();
  await openFile(window, 'known.sluice');
  await expect(tree(window).getByRole('row').nth(1)).toBeVisible();
  await expect(told).toHaveCount(0);
});
