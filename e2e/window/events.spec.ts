import type { Page } from '@playwright/test';
import { eventSets, NO_EVENT_FACTS } from '../../shared/jvmEvents/eventSet.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { jfrRecording } from '../../shared/importers/jfrRecording.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, test, tree } from './fakeWindow.ts';

/** For 1 s `parse` is at work, then `print`; a lock is waited for in between. */
function recording(): Uint8Array {
  const samples = jfrRecording(
    jfrFile([
      ...Array.from({ length: 100 }, (_, i) => `main@${i * 10}: demo.Shop.run demo.Shop.parse`),
      'main@1000: demo.Shop.run demo.Shop.lock blocked 200000000 on demo.Cart by worker',
      ...Array.from({ length: 80 }, (_, i) => `main@${1_200 + i * 10}: demo.Shop.run demo.Shop.print`),
      ...Array.from({ length: 50 }, (_, i) => `worker@${500 + i * 20}: demo.Worker.work`),
    ]),
  );
  const [waits] = samples.dataSets.filter(({ id }) => id === 'events');
  const others = samples.dataSets.filter((set) => set !== waits);
  const collections = Array.from({ length: 8 }, (_, i) => ({
    ...NO_EVENT_FACTS,
    ...{ kind: 'collection' as const, startNs: i * 2.5e8, durationNs: 2e7, what: 'G1New' },
    ...{ bytes: 20e6, bytesBefore: 60e6 },
  }));
  const heap = collections.flatMap(({ startNs, bytes, bytesBefore }) => [
    { ...NO_EVENT_FACTS, kind: 'heap' as const, startNs, bytes: bytesBefore },
    { ...NO_EVENT_FACTS, kind: 'heap' as const, startNs: startNs + 2e7, bytes },
  ]);
  const wait = {
    ...{ ...NO_EVENT_FACTS, kind: 'blocked' as const, startNs: 1e9, durationNs: 2e8 },
    ...{ what: 'demo.Cart', thread: 'main', other: 'worker', place: 'demo.Shop.lock' },
  };
  return encodeSnapshot({
    ...samples,
    durationMs: 2_000,
    dataSets: [...others, ...eventSets([...collections, ...heap, wait])],
  });
}

async function open(window: Page): Promise<void> {
  await window.evaluate(async () => {
    const bytes = await (await fetch('run.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'run.sluice');
  });
  await window.getByRole('tab', { name: 'Timeline' }).click();
}

test.beforeEach(({ server }) => void server.files.set('run.sluice', recording()));

test('tracks tell what lies under the pointer, and keys walk over them', async ({ window }) => {
  await open(window);
  const tracks = window.getByRole('application', { name: 'Timeline, 4 tracks' });
  const status = window.locator('.timelineStatus');
  const box = await tracks.boundingBox();
  if (!box) throw new Error('no timeline');
  const timesPx = box.width - 168;
  const at = (share: number, track: number) => ({ x: 168 + share * timesPx, y: 22 + (track + 0.5) * 22 });
  await tracks.hover({ position: at(0.55, 2) });
  await expect(status).toHaveText(
    /^blocked: demo\.Cart · at 1\.00 s, for 200 ms · by worker · in demo\.Shop\.lock/,
  );
  await tracks.hover({ position: at(0.2, 2) });
  await expect(status).toHaveText('running, by samples · at 0 ns, for 1.00 s');
  await tracks.hover({ position: at(0.505, 0) });
  await expect(status).toHaveText(
    /^collection: G1New · at 1\.00 s, for 20\.0 ms · 57\.2 MiB before, 19\.1 MiB after/,
  );
  await tracks.hover({ position: at(0.3, 1) });
  await expect(status).toHaveText(/^Heap in Use: 19\.1 MiB/);
  await window.mouse.move(0, 0);
  await tracks.focus();
  await window.keyboard.press('ArrowDown');
  await expect(status).toHaveText('Track Collections, 1 of 4.');
  await window.keyboard.press('.');
  await window.keyboard.press('.');
  await expect(status).toHaveText(/^collection: G1New, at 250 ms/);
  await window.keyboard.press(',');
  await expect(status).toHaveText(/^collection: G1New, at 0 ns/);
  await window.keyboard.press('ArrowDown');
  await expect(status).toHaveText(/^Track Heap in Use, up to [\d.]+ MiB, 2 of 4\.$/);
  await expectAccessible(window, 'the timeline');
});

test('a range that is dragged over the times holds in call tree, flame graph and locks, until it is given up', async ({
  window,
}) => {
  await open(window);
  const tracks = window.getByRole('application', { name: /^Timeline/ });
  const box = await tracks.boundingBox();
  if (!box) throw new Error('no timeline');
  const x = (share: number): number => box.x + 168 + share * (box.width - 168);
  await window.mouse.move(x(0.55), box.y + 10);
  await window.mouse.down();
  await window.mouse.move(x(0.7), box.y + 10, { steps: 4 });
  await window.mouse.move(x(1), box.y + 10, { steps: 4 });
  await window.mouse.up();
  const range = window.getByRole('region', { name: 'Range of time' });
  await expect(range).toHaveText(/Only what happened from 1\.10 s to 2\.00 s is shown/);
  await window.getByRole('tab', { name: 'Call Tree' }).click();
  await tree(window).press('*');
  await expect(tree(window).getByRole('row', { name: /print/ })).toContainText('800');
  await expect(tree(window).getByRole('row', { name: /parse/ })).toContainText(/^d\.Shop\.parse\(\)00\.0 %/);
  await window.getByRole('tab', { name: 'Locks' }).click();
  await expect(window.getByRole('grid').getByRole('row', { name: /demo\.Cart/ })).toContainText('100');
  await expectAccessible(window, 'a range of time');
  await window.getByRole('tab', { name: 'Call Tree' }).click();
  await button(window, 'Show All').click();
  await expect(range).toHaveCount(0);
  await expect(tree(window).getByRole('row', { name: /parse/ })).toContainText('1 000');
});

test('keys zoom, and Enter narrows all views to what is in view', async ({ window }) => {
  await open(window);
  const tracks = window.getByRole('application', { name: /^Timeline/ });
  await tracks.press('+');
  await tracks.press('+');
  await tracks.press('ArrowRight');
  await tracks.press('Enter');
  const range = window.getByRole('region', { name: 'Range of time' });
  await expect(range).toHaveText(/Only what happened from 766 ms to 1\.55 s is shown/);
  await tracks.press('Escape');
  await expect(range).toHaveCount(0);
});

test('samples of a program that only waits begin with its events, and say so where rows would be', async ({
  server,
  window,
}) => {
  const idle = jfrRecording(
    jfrFile(['main@1000: demo.Shop.run demo.Shop.lock blocked 200000000 on demo.Cart']),
  );
  server.files.set('idle.sluice', encodeSnapshot({ ...idle, threads: [] }));
  await window.evaluate(async () => {
    const bytes = await (await fetch('idle.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'idle.sluice');
  });
  await expect(window.getByRole('tab', { selected: true })).not.toHaveText(/Call Tree|Hot Spots/);
  await window.getByRole('tab', { name: 'Hot Spots' }).click();
  const panel = window.getByRole('tabpanel', { name: 'Hot Spots' });
  await expect(panel).toContainText('No Java code was at work');
  await expect(panel).toContainText('Threads and Locks, of the JVM in the list, shows them.');
  await expectAccessible(window, 'samples of nothing');
});
