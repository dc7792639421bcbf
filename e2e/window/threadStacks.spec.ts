import type { Page } from '@playwright/test';
import { SluiceError } from '../../shared/base/errors.ts';
import { encodeUtf8 } from '../../shared/base/utf8.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { deadlockDump } from '../../shared/testing/deadlockDump.ts';
import { threadDumpsIn } from '../../shared/threads/threadDump.ts';
import { threadDumpRecording } from '../../shared/threads/threadDumpSets.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, test } from './fakeWindow.ts';
import { openFile } from './rootCallFile.ts';

const AGENT = `"Sluice pump" #40 daemon prio=5 os_prio=0 cpu=0.05ms elapsed=2.80s tid=0x00a nid=40 waiting on condition
   java.lang.Thread.State: WAITING (parking)
\tat sluice.agent.PumpThread.run(Unknown Source)

`;
const DEAD = deadlockDump('2026-11-27 22:53:50').replace('"left"', `${AGENT}"left"`);
/** `left` has got what it waited for, and is elsewhere. */
const LATER = DEAD.replace('BLOCKED (on object monitor)', 'RUNNABLE')
  .replace('demo.Dead.both(Dead.java:4)', 'demo.Dead.after(Dead.java:40)')
  .replace('\t- waiting to lock <0x000000070001> (a java.lang.StringBuilder)\n', '');

/** Of a JVM in the list. */
const target = {
  pid: 4711,
  mainClass: 'com.acme.shop.ShopServer',
  javaVersion: '',
  vmName: '',
  commandLine: '',
};

function recorded(dump: string): Uint8Array {
  return encodeSnapshot(threadDumpRecording(threadDumpsIn(encodeUtf8(dump)), { target, startedAtMs: 0 }));
}

const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });
const row = (page: Page, name: RegExp) => grid(page, 'Threads').getByRole('row', { name });
const frames = (page: Page, stack: string) => grid(page, stack).getByRole('row');

test.describe('threads of a JVM now', () => {
  test.beforeEach(async ({ window, server }) => {
    server.files.set('samples/threads', recorded(DEAD));
    await window.getByRole('row', { name: /4711/ }).click();
    await button(window, 'Threads and Locks').click();
    await row(window, /^left/).click();
  });

  test('a blocked thread has its stack beside the table, and that of who holds the lock', async ({
    window,
  }) => {
    await expect(frames(window, 'left, blocked')).toHaveText([
      'left, blocked',
      'demo.Dead.both(Dead.java:4)',
    ]);
    await expect(frames(window, 'Held by right')).toHaveText([
      'Held by right',
      'demo.Dead.both(Dead.java:9)',
    ]);
    await expectAccessible(window, 'stacks of a thread');
  });

  test('threads of Sluice are set apart, and equal stacks are one row', async ({ window }) => {
    await expect(row(window, /Sluice/)).toHaveCount(0);
    await window.getByRole('tab', { name: 'Tool' }).click();
    await expect(
      grid(window, 'Threads of Sluice and of the Flight Recorder').getByRole('row', { name: /^Sluice pump/ }),
    ).toBeVisible();
    await window.getByRole('tab', { name: 'Stacks' }).click();
    await grid(window, 'Stacks that threads have in common')
      .getByRole('row', { name: /worker × 2/ })
      .click();
    await expect(frames(window, 'worker × 2, sleeping')).toHaveCount(3);
    await window.getByRole('tab', { name: 'Waits' }).click();
    await grid(window, 'Threads that wait for what others hold').getByRole('row', { name: /^left/ }).click();
    await expect(frames(window, 'Held by right blocked').nth(1)).toHaveText('demo.Dead.both(Dead.java:9)');
  });

  test('F5 shows what they do by now: the same thread stays selected, with its new stack', async ({
    window,
    server,
  }) => {
    server.files.set('samples/threads', recorded(LATER));
    await window.keyboard.press('F5');
    await expect(row(window, /^left/)).toContainText('runnable');
    await expect(row(window, /^left/)).toHaveAttribute('aria-selected', 'true');
    await expect(frames(window, 'left, runnable')).toHaveText([/left/, 'demo.Dead.after(Dead.java:40)']);
    await expect(grid(window, 'Held by right')).toHaveCount(0);
  });

  test('each second they come by themselves, until that is switched off or the JVM does not answer', async ({
    window,
    server,
  }) => {
    const each = button(window, 'Each Second');
    await each.click();
    await expect(each).toHaveAttribute('aria-pressed', 'true');
    server.files.set('samples/threads', recorded(LATER));
    await expect(row(window, /^left/)).toContainText('runnable');
    server.files.set('samples/threads', recorded(DEAD));
    await expect(row(window, /^left/)).toContainText('blocked');
    server.engine.failNext('dumpThreads', new SluiceError('target-gone', 'The JVM 4711 has ended.'));
    await expect(window.getByRole('alert')).toContainText('The JVM 4711 has ended.');
    await expect(each).toHaveAttribute('aria-pressed', 'false');
  });

  test('from a frame to its code, by the line at which it is', async ({ window }) => {
    await frames(window, 'left, blocked').nth(1).click();
    await window.keyboard.press('j');
    const code = window.getByRole('region', { name: /^Code of Dead/ });
    await expect(code.locator('.sourceHitText')).toHaveCount(1);
    await expectAccessible(window, 'the code of a frame');
    await window.keyboard.press('j');
    await expect(code).toHaveCount(0);
  });

  test('from a frame to a recording of its method', async ({ window }) => {
    await expect(button(window, 'Use as Root')).toHaveAttribute('title', 'Select a frame first.');
    await frames(window, 'Held by right').nth(1).click();
    await window.keyboard.press('u');
    await expect(window.getByText('demo.Dead::both')).toBeVisible();
    await expect(button(window, 'Detach')).toBeVisible();
  });
});

test('a dump in a file has the same stacks, and is not refreshed', async ({ window, server }) => {
  server.files.set('threads.tdump', encodeUtf8(DEAD));
  await openFile(window, 'threads.tdump');
  await row(window, /^right/).click();
  await expect(frames(window, 'Held by left').nth(1)).toHaveText('demo.Dead.both(Dead.java:4)');
  await expect(button(window, 'Refresh Threads')).toHaveCount(0);
  await expect(button(window, 'Use as Root')).toHaveAttribute('title', 'Select a frame first.');
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 720])
    test.describe(`in ${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 720 } });
      test('stacks are drawn', async ({ window, server }) => {
        server.files.set('samples/threads', recorded(DEAD));
        await window.getByRole('row', { name: /4711/ }).click();
        await button(window, 'Threads and Locks').click();
        await row(window, /^left/).click();
        await frames(window, 'Held by right').nth(1).click();
        await window.screenshot({ path: test.info().outputPath('stacks.png') });
        await window.keyboard.press('j');
        await expect(window.getByRole('region', { name: /^Code of Dead/ })).toBeVisible();
        await window.screenshot({ path: test.info().outputPath('code.png') });
      });
    });
