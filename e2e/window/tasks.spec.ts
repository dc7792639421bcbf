import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { dataSetRecording } from '../../shared/recording/sets/dataSetRecording.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { DataSet } from '../../shared/recording/dataSets/dataSet.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { encodeUtf8 } from '../../shared/base/utf8.ts';
import { deadlocksIn } from '../../shared/threads/deadlocks.ts';
import { threadDumpsIn } from '../../shared/threads/threadDump.ts';
import type { DumpedThread } from '../../shared/threads/dumpedThread.ts';
import { threadTable } from '../../shared/threads/threadTable.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, test, tree } from './fakeWindow.ts';
import { Person } from './person.ts';
import { openFile, rootCallFile } from './rootCallFile.ts';

const HANDLE = 'com.acme.shop.order.OrderService::handle';

test.describe('a program that nobody knows', () => {
  test.use({ engineOptions: { demoRoots: [HANDLE] } });

  test('its hottest method: two steps, nothing typed', async ({ window }) => {
    const person = new Person(window);
    await person.click(button(window, 'Try the demo'));
    await expect(tree(window).getByRole('row').nth(1)).toBeVisible();
    await person.click(window.getByRole('tab', { name: 'Hot Spots' }));
    const hottest = window.getByRole('grid', { name: 'Hot Spots' }).getByRole('row').nth(1);
    await expect(hottest).toContainText(/\w+\(/);
    person.took(2, 10);
  });

  test('who calls a method: two steps from the tree', async ({ window }) => {
    await button(window, 'Try the demo').click();
    await expect(tree(window).getByRole('row').nth(2)).toBeVisible();
    const person = new Person(window);
    await person.click(tree(window).getByRole('row').nth(2));
    await person.press('b');
    const callers = window.getByRole('treegrid', { name: 'Back Traces' });
    await expect(callers.getByRole('row', { selected: true })).toContainText(/findPrice/);
    person.took(2, 10);
  });

  test('from the keyboard alone, from the start to the code of the hottest method: five steps', async ({
    window,
  }) => {
    const person = new Person(window);
    await person.press('F1');
    await person.write('try the demo');
    await person.press('Enter');
    await expect(tree(window).getByRole('row').nth(1)).toBeVisible();
    await tree(window).focus(); // as Tab would
    await person.press('h');
    await person.press('j');
    await expect(window.getByRole('region', { name: 'Source', exact: true })).toContainText(/public void/);
    person.took(5, 15);
  });
});

test('a pasted stack trace to the exact tree of its method: five steps', async ({ window }) => {
  const person = new Person(window);
  await person.click(button(window, 'Try the demo'));
  const field = window.getByRole('textbox', { name: 'Find class or method' });
  await person.click(field);
  await person.write('\tat com.acme.shop.order.OrderService.handle(OrderService.java:42)');
  await person.press('Enter');
  await expect(button(window, 'Start')).toBeEnabled();
  await person.press('Control+e');
  await expect(tree(window).getByRole('row').nth(1)).toContainText('handle');
  person.took(5, 15);
});

test.describe('which thread waits for whom', () => {
  /** As the JVM prints it; `right` holds what `left` waits for. @param rightWaits whether it is the other way round too */
  function dumpOf(rightWaits: boolean): readonly DumpedThread[] {
    return threadDumpsIn(
      encodeUtf8(`"left" #20 prio=5 os_prio=0 tid=0x7f nid=7 waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat Dead.both(Dead.java:4)
\t- waiting to lock <0x01> (a java.lang.Object)
\t- locked <0x02> (a java.lang.Object)

"right" #21 prio=5 os_prio=0 tid=0x8f nid=8 waiting for monitor entry
   java.lang.Thread.State: ${rightWaits ? 'BLOCKED (on object monitor)' : 'RUNNABLE'}
\tat Dead.both(Dead.java:9)
${rightWaits ? '\t- waiting to lock <0x02> (a java.lang.Object)\n' : ''}\t- locked <0x01> (a java.lang.Object)
`),
    )[0].threads;
  }

  function recorded(threads: readonly DumpedThread[]): Uint8Array {
    const target = { pid: 4711, mainClass: 'Dead', javaVersion: '', vmName: '', commandLine: '' };
    return encodeSnapshot(dataSetRecording([threadTable(threads)], { target, startedAtMs: 0 }));
  }

  const table = (page: Page) => page.getByRole('grid', { name: 'Threads' });

  test('of a JVM in the list, with nothing attached: two steps', async ({ window, server }) => {
    server.files.set('samples/threads', recorded(dumpOf(false)));
    const person = new Person(window);
    await person.click(window.getByRole('row', { name: /4711/ }));
    await person.click(button(window, 'Threads and Locks'));
    const waiting = table(window).getByRole('row', { name: /^left/ });
    await expect(waiting).toContainText('java.lang.Object');
    await expect(waiting.getByRole('gridcell').nth(4)).toHaveText('right');
    person.took(2, 10);
    await expect(window.getByText('every count is exact')).toHaveCount(0); // nothing was counted
    await expect(button(window, 'Record Again')).toHaveCount(0);
    await expectAccessible(window, 'threads and locks');
  });

  test('in a deadlock: three steps, and the window tells it by itself', async ({ window, server }) => {
    server.engine.deadlocked = deadlocksIn(dumpOf(true));
    server.files.set('samples/threads', recorded(dumpOf(true)));
    const person = new Person(window);
    await person.click(window.getByRole('row', { name: /4711/ }));
    await person.click(button(window, 'Attach'));
    await expect(window.getByRole('alert')).toContainText('left and right wait for each other');
    await person.click(button(window, 'Show Threads'));
    await expect(table(window)).toContainText('left');
    person.took(3, 10);
  });
});

test.describe('of recordings that are there', () => {
  const LINES: DataSet = {
    ...{ id: 'lines', title: 'Lines of code by samples', rows: 1, links: [] },
    texts: [
      { id: 'method', title: 'Method', texts: ['demo.Demo::A()'] },
      { id: 'line', title: 'Line', texts: ['42'] },
    ],
    values: ['samples', 'totalSamples'].map((id) => ({
      ...{ id, title: id, unit: 'samples', isExact: false },
      values: Float64Array.of(30),
    })),
  };

  test('where a class comes from: two steps from the row to the file of its source', async ({
    window,
    server,
  }) => {
    server.files.set('a.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 300<A')));
    await openFile(window, 'a.sluice');
    const person = new Person(window);
    await person.click(tree(window).getByRole('row').nth(1));
    await person.press('j');
    const source = window.getByRole('region', { name: 'Source', exact: true });
    await expect(source).toContainText('/work/shop/src/main/java/demo/Demo.java');
    person.took(2, 10);
  });

  test('a page for somebody who has no Sluice: three steps, and it shows the tree by itself', async ({
    window,
    server,
    context,
  }) => {
    server.files.set('a.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 100>B 200<B 1100<A')));
    const built = new URL('../../dist/renderer/recordingPage.html', import.meta.url);
    server.files.set('recordingPage.html', readFileSync(built));
    await openFile(window, 'a.sluice');
    const person = new Person(window);
    const download = window.waitForEvent('download');
    await person.press('F1');
    await person.write('html page');
    await person.press('Enter');
    const file = test.info().outputPath('shared.html');
    await (await download).saveAs(file);
    person.took(3, 10);
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    await expect(tree(page).getByRole('row').nth(1)).toContainText(/A\(/);
    await page.close();
  });

  test('what changed between two builds: two steps', async ({ window, server }) => {
    server.files.set('a.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 100>B 200<B 1100<A')));
    server.files.set('b.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 100>B 900<B 1100<A')));
    await openFile(window, 'a.sluice');
    await openFile(window, 'b.sluice');
    const person = new Person(window);
    await person.press('Control+d');
    await person.click(button(window, 'Compare'));
    const compared = window.getByRole('treegrid', {
      name: 'Compared Call Tree',
    });
    await expect(compared.getByRole('row').nth(1)).toContainText(/A\(/);
    person.took(2, 10);
  });

  test.describe('a slow request among many', () => {
    /** 50 requests: A calls B, and in one of them C, which takes as long as 40 others. */
    const requests = Array.from({ length: 50 }, (_, i) => {
      const ns = i * 10_000_000;
      const slow = i === 33 ? `${ns + 300_000}>C ${ns + 8_300_000}<C` : '';
      return `^ ${ns}>A ${ns + 10_000}>B ${ns + 200_000}<B ${slow} ${ns + (i === 33 ? 8_400_000 : 210_000)}<A`;
    });
    const script = `main: ${requests.join(' ')}`;

    test('the limit that divides it from the others: two steps, and it is on the clipboard', async ({
      window,
      server,
    }) => {
      server.files.set('all.sluice', rootCallFile(script, 0));
      await openFile(window, 'all.sluice');
      const person = new Person(window);
      await person.click(window.getByRole('tab', { name: 'Root Calls' }));
      const map = window.getByRole('figure', {
        name: /50 root calls: 50 % within/,
      });
      await expect(map).toContainText(/1 of 50 root calls lasted longer than/);
      await person.click(map.getByRole('button', { name: /^Copy --slow-calls/ }));
      person.took(2, 10);
      await expectAccessible(window, 'root calls');
    });

    test('the method that makes it slow: one step, and from its durations two', async ({
      window,
      server,
    }) => {
      server.files.set('apart.sluice', rootCallFile(script, 1));
      await openFile(window, 'apart.sluice');
      const all = tree(window).getByRole('row').nth(1);
      await expect(all).toContainText('50');
      const person = new Person(window);
      await person.click(window.getByRole('tab', { name: 'Root Calls' }));
      await person.click(button(window, 'Show slow root calls'));
      await expect(tree(window).getByRole('row', { name: /C\(/ })).toBeVisible();
      await expect(tree(window).getByRole('row', { name: /A\(/ })).not.toContainText('50');
      person.took(2, 10);
      const other = new Person(window);
      await other.click(button(window, 'Compare slow with fast'));
      const compared = window.getByRole('treegrid', {
        name: 'Compared Call Tree',
      });
      await expect(compared.getByRole('row', { name: /C\(/ })).toBeVisible();
      other.took(1, 10);
      await expectAccessible(window, 'slow root calls compared with fast ones');
    });

    test('the limit is moved from the keyboard, and says how many root calls are above it', async ({
      window,
      server,
    }) => {
      // 10 calls of each: a limit is behind each but the longest.
      const lastMs = [0.2, 1, 5, 25];
      const calls = Array.from({ length: 40 }, (_, i) => {
        const ns = i * 100_000_000;
        return `^ ${ns}>A ${ns + lastMs[i % 4] * 1e6}<A`;
      });
      server.files.set('all.sluice', rootCallFile(`main: ${calls.join(' ')}`, 0));
      await openFile(window, 'all.sluice');
      await window.getByRole('tab', { name: 'Root Calls' }).click();
      const limit = window.getByRole('slider', { name: 'Limit' });
      await expect(limit).toHaveAttribute('max', '2');
      await limit.focus();
      await window.keyboard.press('End');
      await expect(limit).toHaveAttribute('aria-valuetext', /^10 of 40 root calls lasted longer than /);
      await expect(window.locator('.rootCallsRow-slow')).toHaveCount(1);
      await window.keyboard.press('ArrowLeft');
      await expect(limit).toHaveAttribute('aria-valuetext', /^20 of 40 root calls/);
      await window.keyboard.press('Home');
      await expect(limit).toHaveAttribute('aria-valuetext', /^30 of 40 root calls/);
      await expect(window.locator('.rootCallsRow-slow')).toHaveCount(3);
    });
  });

  test('what a line costs: two steps from the row to the line', async ({ window, server }) => {
    const snapshot = {
      ...exampleSnapshot('main: 0>A 300<A'),
      dataSets: [LINES],
    };
    server.files.set('lines.sluice', encodeSnapshot(snapshot));
    await openFile(window, 'lines.sluice');
    const person = new Person(window);
    await person.click(tree(window).getByRole('row').nth(1));
    await person.press('j');
    await expect(window.locator('.sourceLine', { has: window.locator('.sourceHitText') })).toHaveText(
      /^3042/,
    );
    person.took(2, 10);
  });
});
