import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { button, expect, test } from './fakeWindow.ts';

const region = (window: Page, name: string) => window.getByRole('region', { name, exact: true });
const curve = (window: Page, name: string) => region(window, name).getByRole('img');

async function monitor(window: Page): Promise<void> {
  await window.getByRole('row', { name: /ShopServer/ }).click();
  await button(window, 'Monitor').click();
  await expect(curve(window, 'CPU')).toBeVisible();
}

test('a JVM is looked at before anything is recorded, and goes on to be', async ({ window, server }) => {
  server.engine.monitorLimits = ['The heap is shown as its last collection left it.'];
  await monitor(window);
  for (const name of ['CPU', 'Heap', 'Memory Pools', 'Pauses', 'Threads', 'Classes'])
    await expect(curve(window, name)).toHaveAccessibleName(new RegExp(`^${name}: .*\\d`));
  await expect(window.getByText('The heap is shown as its last collection left it.')).toBeVisible();
  await expect(region(window, 'Memory Pools')).toContainText('Survivor 12.0 MiB');
  await expectAccessible(window, 'the monitor');
  const when = window.getByText(/^The numbers are of the second/);
  const before = (await when.textContent()) ?? '';
  await expect(when).not.toHaveText(before);
});

test('a second of the past is told by all curves and by the threads', async ({ window }) => {
  await monitor(window);
  const when = window.getByText(/^The numbers are of the second/);
  await expect(when).toContainText('now, ');
  await curve(window, 'Heap').focus();
  await window.keyboard.press('Home');
  await expect(when).toContainText('ended at ');
  // The first second of the shop: a collection has just ended.
  await expect(region(window, 'Pauses')).toContainText('safepoints 21.5 ms/s');
  await expect(region(window, 'CPU')).toContainText('process 1.60 cores');
  const threads = region(window, 'Busiest Threads').getByRole('row');
  await expect(threads.filter({ hasText: 'http-nio' }).first()).toContainText('0.90 cores');
  await window.keyboard.press('ArrowRight');
  await expect(region(window, 'Pauses')).toContainText('safepoints 0.0 ms/s');
  await expectAccessible(window, 'a second of the past');
  await window.keyboard.press('Escape');
  await expect(when).toContainText('now, ');
  await curve(window, 'CPU').hover();
  await expect(when).toContainText('ended at ');
});

test('names of threads are asked for, and stay', async ({ window }) => {
  await monitor(window);
  const threads = region(window, 'Busiest Threads');
  await expect(threads).not.toContainText('http-nio-8080-exec-1');
  await button(window, 'Full Thread Names').click();
  await expect(threads.getByRole('rowheader', { name: 'http-nio-8080-exec-1' })).toBeVisible();
  await expect(threads.getByRole('rowheader', { name: 'http-nio-8080-e', exact: true })).toBeVisible();
});

test('each curve leads to what explains it, and that leads back', async ({ window }) => {
  await monitor(window);
  for (const [name, command] of [
    ['CPU', 'What Is Running Now'],
    ['Heap', 'Heap'],
    ['Memory Pools', 'Heap'],
    ['Pauses', 'What Is Running Now'],
    ['Threads', 'Threads and Locks'],
    ['Classes', 'Heap'],
    ['Busiest Threads', 'Threads and Locks'],
  ])
    await expect(region(window, name).getByRole('button', { name: command, exact: true })).toBeEnabled();
  await region(window, 'Heap').getByRole('button', { name: 'Heap', exact: true }).click();
  await expect(window.getByRole('grid', { name: 'Live objects by class' })).toContainText(
    'com.acme.shop.Session',
  );
  await button(window, 'Close Heap').click();
  await expect(curve(window, 'CPU')).toBeVisible();
  await button(window, 'Close Monitor').click();
  await expect(window.getByRole('heading', { name: 'Running JVMs' })).toBeVisible();
});

test('a JVM that cannot be attached to is looked at too, and one that ends is told', async ({
  window,
  server,
}) => {
  await window.getByRole('row', { name: /elastic/ }).click();
  await expect(button(window, 'Heap')).toHaveAttribute('aria-disabled', 'true');
  await button(window, 'Monitor').click();
  await expect(curve(window, 'CPU')).toBeVisible();
  await expect(button(window, 'Attach')).toHaveAttribute('title', /DisableAttachMechanism/);
  server.engine.monitoredEnded = true;
  await expect(window.getByText('The program has ended')).toBeVisible();
  await expect(curve(window, 'CPU')).toBeVisible();
  await expectAccessible(window, 'the monitor of a program that has ended');
});

test.describe('a window of 720 px', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test('has one curve below the other, none wider than the window', async ({ window }) => {
    await monitor(window);
    const [cpu, heap] = await Promise.all(
      ['CPU', 'Heap'].map(async (name) => (await region(window, name).boundingBox())!),
    );
    expect(heap.y).toBeGreaterThan(cpu.y);
    expect(cpu.width).toBeLessThanOrEqual(720);
    expect(await window.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
    await expectAccessible(window, 'the monitor, narrow');
  });
});
