import { jfrRecording } from '../../shared/importers/jfrRecording.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, tree } from './fakeWindow.ts';
import { openFile } from './rootCallFile.ts';

test('what has to be known first of the numbers of a recording stands above them, and a click tells all', async ({
  window,
  server,
}) => {
  const snapshot = jfrRecording(jfrFile(['main: demo.Shop.run']));
  const notes = ['A thread ran 4.00 s <b>unseen</b>.', 'Samples were lost.'];
  server.files.set('told.sluice', encodeSnapshot({ ...snapshot, notes }));
  server.files.set('plain.sluice', encodeSnapshot(snapshot));
  await openFile(window, 'plain.sluice');
  await expect(tree(window)).toContainText('run');
  await expect(window.getByText('Notes', { exact: true })).toHaveCount(0);
  await openFile(window, 'told.sluice');
  await expect(window.getByTitle(notes[0])).toBeVisible(); // where there are no roots
  const number = window.locator('.recordingNumber', { hasText: 'Notes' });
  await number.getByRole('button', { name: '2' }).click();
  await expect(number.getByRole('listitem')).toHaveText(notes);
  await expectAccessible(window, 'notes');
});
