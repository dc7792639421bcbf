import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { FakeEngine } from '../../renderer/testing/fakeEngine.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

const TOLD = /Hot swaps took .* of the .* recorded/;

test('a recording with many hot swaps says so, and offers a reset when it is quiet', async ({
  window,
  server,
}) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await expect(window.getByText(TOLD)).toHaveCount(0);
  server.engine.changeStatus({ counters: { hotSwaps: 40, swapMs: 5_000 } });
  const name = 'Discard Warm-Up';
  // Both in one look: it is so for 2 s only.
  await expect(window.getByRole('button', { name, exact: true, disabled: true })).toHaveAttribute(
    'title',
    /wait until there has been no hot swap for 2 s/,
  );
  const reset = button(window, name);
  await expect(window.getByText(TOLD)).toBeVisible();
  await expect(reset).toBeEnabled();
  await reset.click();
  await expect(window.getByText(TOLD)).toHaveCount(0);
});

test('rows whose time may be the stall of a hot swap are marked, and no others', async ({ window }) => {
  // A is called once, for 4 ms; B once, for less than a swap takes.
  const snapshot = exampleSnapshot('main: 0>A 2000000>B 2000010<B 4000000<A');
  const sample = {
    ...{ fromMs: 0, toMs: 5, events: 6, hotSwaps: 2, swapMs: 2.5, waitedMs: 0, coreWaitMs: 0 },
    ...{ classLoads: 0, classLoadMs: 0, compilingMs: 0, pausedMs: 0 },
  };
  const bytes = encodeSnapshot({ ...snapshot, timeline: [sample] });
  await window.evaluate((content) => {
    const files = new DataTransfer();
    files.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], 'swaps.sluice'));
    for (const type of ['dragover', 'drop'])
      globalThis.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
  }, Buffer.from(bytes).toString('base64'));
  await idle(window);
  await expect(window.getByText(TOLD)).toBeVisible();
  const rows = tree(window).getByRole('row');
  await expect(rows.filter({ hasText: 'first call' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'first call' })).toContainText('A()');
  await expect(window.getByText('first call', { exact: true })).toHaveAttribute(
    'title',
    /^Its time is of 1 call, each longer than a hot swap, and 2 hot swaps took 2\.50 ms/,
  );
});

test.describe('with a warm-up that ends by itself', () => {
  test.use({ warmup: 'auto' });

  test('the results begin anew when it is quiet, and what is left out is told', async ({
    window,
    server,
  }) => {
    swapAtOnce(server.engine);
    await record(window);
    await expect(window.getByText(/^Warming up\. Hot swaps took/)).toBeVisible();
    await expect(
      window.getByText(/^The warm-up is over: .* \d+ hot swaps and about .* calls are left out/),
    ).toBeVisible();
    await expect(window.getByText(TOLD)).toHaveCount(0);
  });

  test('it can be kept, and then nothing is left out', async ({ window, server }) => {
    swapAtOnce(server.engine);
    await record(window);
    await button(window, 'Keep All').click();
    await expect(button(window, 'Discard Warm-Up')).toBeEnabled();
    await expect(window.getByText(/^The warm-up is over/)).toHaveCount(0);
  });
});

/** Methods are swapped in for 5 s as soon as it records. */
function swapAtOnce(engine: FakeEngine): void {
  engine.onUpdate((update) => {
    if (update.kind !== 'status') return;
    const { phase, measurement, counters } = update.status;
    if (phase === 'recording' && measurement.elapsedMs > 0 && counters.hotSwaps < 40)
      engine.changeStatus({ counters: { hotSwaps: 40, swapMs: 5_000 } });
  });
}
