import { dataSetRecording } from '../../shared/recording/sets/dataSetRecording.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { threadDumpsIn } from '../../shared/threads/threadDump.ts';
import { deadlocksIn } from '../../shared/threads/deadlocks.ts';
import type { DumpedThread } from '../../shared/threads/dumpedThread.ts';
import { encodeUtf8 } from '../../shared/base/utf8.ts';
import { threadTable } from '../../shared/threads/threadTable.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, test } from './fakeWindow.ts';

const DUMP = `Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

"left" #20 daemon prio=5 os_prio=0 cpu=2.05ms elapsed=2.80s tid=0x00007f nid=7 waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat Dead.both(Dead.java:4)
\t- waiting to lock <0x000000070001> (a java.lang.StringBuilder)
\t- locked <0x000000070002> (a java.lang.Object)

"right" #21 daemon prio=5 os_prio=0 cpu=1.05ms elapsed=2.80s tid=0x00008f nid=8 waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat Dead.both(Dead.java:9)
\t- waiting to lock <0x000000070002> (a java.lang.Object)
\t- locked <0x000000070001> (a java.lang.StringBuilder)
`;

function dumped(): readonly DumpedThread[] {
  return threadDumpsIn(encodeUtf8(DUMP))[0].threads;
}

test('who attaches to threads that wait for each other is told which, and led to them', async ({
  window,
  server,
}) => {
  const threads = dumped();
  server.engine.deadlocked = deadlocksIn(threads);
  const target = { pid: 1, mainClass: 'Dead', javaVersion: '', vmName: '', commandLine: '' };
  server.files.set(
    'samples/threads',
    encodeSnapshot(dataSetRecording([threadTable(threads)], { target, startedAtMs: 0 })),
  );
  await window
    .getByRole('row', { name: /4711|com\.acme/ })
    .first()
    .click();
  await button(window, 'Attach').click();
  const banner = window.getByRole('alert');
  await expect(banner).toContainText('Deadlock: left and right wait for each other.');
  await expect(banner).toContainText(
    'left waits for a java.lang.StringBuilder that right holds, right for a java.lang.Object that left holds.',
  );
  await expectAccessible(window, 'a deadlock');
  await window.screenshot({ path: test.info().outputPath('deadlock.png') });
  await button(window, 'Show Threads').click();
  const rows = window.getByRole('grid', { name: 'Threads' }).getByRole('row');
  await expect(rows).toHaveText([/^Thread/, /^leftblockedDead\.both/, /^rightblockedDead\.both/]);
});

test('the banner goes when it is dismissed', async ({ window, server }) => {
  server.engine.deadlocked = deadlocksIn(dumped());
  await window
    .getByRole('row', { name: /4711|com\.acme/ })
    .first()
    .click();
  await button(window, 'Attach').click();
  const banner = window.getByRole('alert');
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
});
