import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { DataSet } from '../../shared/recording/dataSets/dataSet.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { SluiceError } from '../../shared/base/errors.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

test('the code of the selected method stands beside the view, and an editor opens it there', async ({
  window,
  server,
}) => {
  await record(window);
  await tree(window).getByRole('row').nth(1).click();
  await window.keyboard.press('j');
  const panel = window.getByRole('region', { name: 'Source', exact: true });
  await expect(panel.getByText(/public void handle\(\)/)).toBeInViewport();
  expect(server.engine.questions.at(-1)).toMatchObject({ sessionId: 'fake', name: 'handle', form: 'source' });
  await button(window, 'Open in Editor').click();
  await expect
    .poll(() => server.engine.opened)
    .toEqual([
      ['code --goto {file}:{line}', expect.stringMatching(/^\/work\/shop\/.*OrderService\.java$/), 41],
    ]);
  await expectAccessible(window, 'a source');

  // It goes along with the selection.
  await tree(window).focus();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowRight');
  await expect(panel.getByText(/public void handle\(\)/)).toHaveCount(0);
  await window.keyboard.press('F4');
  await expect(panel).toHaveCount(0);
});

test('bytecode shows the probes, and a decompiler is fetched when it is asked for', async ({
  window,
  server,
}) => {
  await record(window);
  await tree(window).getByRole('row').nth(1).click();
  await window.keyboard.press('j');
  const panel = window.getByRole('region', { name: 'Source', exact: true });
  await panel.getByText('Bytecode', { exact: true }).click();
  await expect(panel.locator('.sourceLine-probe')).toHaveCount(2);
  await expectAccessible(window, 'bytecode');
  const error = new SluiceError('not-found', 'Vineflower has not been fetched.', 'Fetch it.');
  server.engine.failNext('source', error);
  await panel.getByText('Decompiled', { exact: true }).click();
  await button(window, 'Fetch Vineflower and decompile').click();
  await expect(panel.getByText(/decompiled by Vineflower/)).toBeVisible();
  expect(server.engine.questions.at(-1)).toMatchObject({ form: 'decompiled', mayFetch: true });
});

test('places of sources are remembered, and asked with', async ({ window, server }) => {
  await record(window);
  await tree(window).getByRole('row').nth(1).click();
  await window.keyboard.press('j');
  await button(window, 'Places…').click();
  await window.getByRole('textbox', { name: 'Folder or archive of sources' }).fill('/work/shop/src');
  await window.keyboard.press('Enter');
  await expect.poll(() => server.engine.questions.at(-1)?.places).toEqual(['/work/shop/src']);
  await button(window, 'IntelliJ IDEA').click();
  await expectAccessible(window, 'places of sources');
  await button(window, 'Open in Editor').click();
  await expect.poll(() => server.engine.opened.at(-1)?.[0]).toBe('idea --line {line} {file}');
  await button(window, 'Remove /work/shop/src').click();
  await expect.poll(() => server.engine.questions.at(-1)?.places).toEqual([]);
});

test('lines have their samples, and a narrow window has the code below the view', async ({
  window,
  server,
}) => {
  const lines: DataSet = {
    ...{ id: 'lines', title: 'Lines of code by samples', rows: 2, links: [] },
    texts: [
      { id: 'method', title: 'Method', texts: ['demo.Demo::A()', 'demo.Demo$B::b()'] },
      { id: 'line', title: 'Line', texts: ['42', '43'] },
    ],
    values: [
      {
        ...{ id: 'samples', title: 'Self Samples', unit: 'samples', isExact: false },
        values: Float64Array.of(30, 0),
      },
      {
        ...{ id: 'totalSamples', title: 'Total Samples', unit: 'samples', isExact: false },
        values: Float64Array.of(31, 7),
      },
    ],
  };
  const snapshot = exampleSnapshot('main: 0>A 300<A');
  const bytes = encodeSnapshot({ ...snapshot, dataSets: [lines] });
  server.files.set('a.sluice', bytes);
  await window.evaluate(async () => {
    const file = await (await fetch('a.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(file, 'a.sluice');
  });
  await tree(window).getByRole('row').nth(1).click();
  await window.keyboard.press('j');
  const hits = window.locator('.sourceHitText');
  await expect(hits).toHaveText(['30', '(7)']);
  await window.setViewportSize({ width: 720, height: 640 });
  await idle(window);
  const [view, panel] = await Promise.all(
    [tree(window), window.getByRole('region', { name: 'Source', exact: true })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect(panel!.y).toBeGreaterThanOrEqual(view!.y + view!.height - 1);
  await expectAccessible(window, 'hits by line');
});
