import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import type { DataSet } from '../../shared/recording/dataSets/dataSet.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, tree } from './fakeWindow.ts';

const LOCKS: DataSet = {
  ...{ id: 'locks', title: 'Blocked and waiting threads', rows: 3, links: [] },
  texts: [{ id: 'lock', title: 'Lock', texts: ['demo.Cart', 'demo.Shop', 'java.util.Vector'] }],
  values: [
    {
      ...{ id: 'times', title: 'Times', unit: 'count', isExact: false },
      values: Float64Array.of(3, 20, 100),
    },
    {
      ...{ id: 'stillNs', title: 'Time', unit: 'ns', isExact: false },
      values: Float64Array.of(9e6, 5e6, NaN),
    },
  ],
};

test('a data set of a recording is a tab: sorted, filtered, walked through and copied', async ({
  window,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const recording = { ...exampleSnapshot('main: 0>A 100>B 200<B 300<A'), dataSets: [LOCKS] };
  server.files.set('locks.sluice', encodeSnapshot(recording));
  await window.evaluate(async () => {
    const bytes = await (await fetch('locks.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'locks.sluice');
  });
  await expect(tree(window)).toBeVisible();
  await window.getByRole('tab', { name: 'Locks' }).click();
  const grid = window.getByRole('grid', { name: LOCKS.title });
  const rows = grid.getByRole('row');
  await expect(rows).toHaveText([/^LockTimesTime \[ms\]$/, /Cart39\.000/, /Shop205\.000/, /Vector100–/]);
  await grid.getByRole('button', { name: 'Times' }).click();
  await expect(rows).toHaveText([/Times▼/, /Vector/, /Shop/, /Cart/]);
  await window.keyboard.press('Control+f');
  await window.keyboard.type('demo');
  await window.keyboard.press('Enter');
  await expect(rows).toHaveText([/Times▼/, /Shop/, /Cart/]);
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('ArrowDown');
  await expect(grid.getByRole('row', { selected: true })).toHaveText(/Cart/);
  await window.keyboard.press('Control+c');
  await expect.poll(() => window.evaluate(() => navigator.clipboard.readText())).toBe('demo.Cart\t3\t9.000');
  await expectAccessible(window, 'a data set');
  await window.getByRole('textbox', { name: /Only rows of/ }).fill('nobody');
  await expect(window.getByRole('heading', { name: 'No row has these words' })).toBeVisible();
  await window.getByRole('tab', { name: 'Call Tree' }).click();
  await expect(tree(window)).toBeVisible();
});

test('Page Down and Page Up go as many rows as are in view, however high the window is', async ({
  window,
  server,
}) => {
  const rows = 300;
  const names = Array.from({ length: rows }, (_, i) => `demo.Lock${i}`);
  const many: DataSet = {
    ...{ ...LOCKS, rows, texts: [{ id: 'lock', title: 'Lock', texts: names }] },
    values: [{ ...LOCKS.values[0], values: new Float64Array(rows) }],
  };
  const recording = { ...exampleSnapshot('main: 0>A 1<A'), threads: [], dataSets: [many] };
  server.files.set('many.sluice', encodeSnapshot(recording));
  await window.evaluate(async () => {
    const bytes = await (await fetch('many.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'many.sluice');
  });
  const grid = window.getByRole('grid', { name: many.title });
  const selected = grid.getByRole('row', { selected: true });
  for (const height of [900, 600]) {
    await window.setViewportSize({ width: 1400, height });
    await expect
      .poll(() => grid.evaluate((element) => element.getBoundingClientRect().bottom))
      .toBeLessThan(height);
    const inView = await grid.evaluate((element) => {
      const [header, row] = ['.tableHeader', '.tableRow'].map(
        (part) => element.querySelector(part)!.clientHeight,
      );
      return Math.floor((element.clientHeight - header) / row);
    });
    await grid.press('Home');
    await window.keyboard.press('PageDown');
    await expect(selected).toHaveText(`demo.Lock${inView}0`);
    await window.keyboard.press('End');
    await expect(grid.getByRole('columnheader', { name: 'Lock' })).toBeInViewport();
    await window.keyboard.press('PageUp');
    await expect(selected).toHaveText(`demo.Lock${rows - 1 - inView}0`);
  }
});

test('a recording that holds a data set alone shows it at once', async ({ window, server }) => {
  const recording = { ...exampleSnapshot('main: 0>A 1<A'), threads: [], dataSets: [LOCKS] };
  server.files.set('heap.sluice', encodeSnapshot(recording));
  await window.evaluate(async () => {
    const bytes = await (await fetch('heap.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'heap.sluice');
  });
  await expect(window.getByRole('tab')).toHaveText(['Locks']);
  await expect(window.getByRole('grid').getByRole('row')).toHaveCount(4);
});
