import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { pictureDump } from '../../shared/testing/pictureDump.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, test } from './fakeWindow.ts';

/** A map of sessions that is never emptied, listeners, and what a thread holds. */
const SESSIONS = 40;
const names = (prefix: string): string[] => Array.from({ length: SESSIONS }, (_, i) => `${prefix}${i}`);
const LEAK = `
  class com.acme.Shop -> sessions onClose config
  sessions:java.util.Hashtable -> table
  table -> ${names('e').join(' ')}
  ${names('e')
    .map((entry, i) => `${entry}:java.util.Hashtable$Entry -> s${i}`)
    .join('\n')}
  ${names('s')
    .map((session) => `${session}:com.acme.Session -> config`)
    .join('\n')}
  onClose:java.util.Vector -> listeners
  listeners -> ${names('l').join(' ')}
  ${names('l')
    .map((listener) => `${listener}:com.acme.CloseListener`)
    .join('\n')}
  config:com.acme.Config
`;

async function open(window: Page, name: string): Promise<void> {
  await window.evaluate(async (file) => {
    const bytes = await (await fetch(file)).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, file);
  }, name);
}

const tab = (window: Page, name: string) => window.getByRole('tab', { name, exact: true });

test('a heap dump is opened, and its hints lead to what holds a leak', async ({ window, server }) => {
  server.files.set('leak.hprof', pictureDump(LEAK).bytes);
  await open(window, 'leak.hprof');
  await expect(window.getByRole('heading', { name: 'leak.hprof' })).toBeVisible();
  const hints = window.getByRole('list', { name: 'Leak hints' });
  const sessions = hints.getByRole('listitem').filter({ hasText: '40 × com.acme.Session' });
  await expect(sessions.getByRole('list')).toHaveText(/class Shop.*s0.*Hashtable/);
  await expect(hints).toContainText('40 listeners in one place: com.acme.CloseListener');
  await expectAccessible(window, 'leak hints');

  await sessions.getByRole('button', { name: /^Paths to/ }).click();
  const picture = window.getByRole('group', { name: /Shortest paths/ });
  await expect(picture.getByRole('button')).toHaveText([/class Shop/, /Hashtable/]);
  await window.getByRole('textbox', { name: 'Class or object' }).fill('com.acme.Session');
  await window.keyboard.press('Enter');
  await expect(picture.getByRole('button').last()).toHaveText(/Session ×40/);
  await expectAccessible(window, 'paths');

  await picture.getByRole('button').nth(1).click();
  await expect(window.getByRole('grid', { name: 'What refers to them' })).toContainText('com.acme.Shop');
  await expect(window.getByRole('grid', { name: 'What they refer to' })).toContainText('Object[]');
  await expectAccessible(window, 'references');
});

test('each view of a dump is shown, by its key too', async ({ window, server }) => {
  server.files.set('leak.hprof.gz', gzipSync(pictureDump(LEAK).bytes));
  await open(window, 'leak.hprof.gz');
  await tab(window, 'Dominators').click();
  const dominators = window.getByRole('treegrid', { name: 'Dominators' });
  const shop = dominators.getByRole('row', { name: /class com\.acme\.Shop/ });
  await shop.click();
  await window.keyboard.press('ArrowRight');
  await expect(dominators.getByRole('row', { name: /java\.util\.Hashtable@/ })).toHaveAttribute(
    'aria-level',
    '2',
  );
  await window.keyboard.press('ArrowDown');
  await expect(dominators.getByRole('row', { selected: true })).toHaveAttribute('aria-level', '2');
  await window.keyboard.press('ArrowLeft');
  await expect(shop).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('ArrowLeft');
  await expect(shop).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(window, 'dominators');
  await window.keyboard.press('2');
  const classes = window.getByRole('grid', { name: 'Objects of the dump by class' });
  await classes.getByRole('row', { name: /com\.acme\.Session/ }).click();
  await expectAccessible(window, 'classes');
  await button(window, 'Paths to Roots').click();
  await expect(window.getByRole('group', { name: /Shortest paths/ })).toContainText('Session ×40');
  for (const name of ['Biggest', 'Strings', 'Arrays', 'Loaders']) {
    await tab(window, name).click();
    await expect(window.getByRole('tabpanel', { name }).getByRole('grid')).toBeVisible();
    await expectAccessible(window, name);
  }
  await button(window, 'Close Heap Dump').click();
  await expect(window.getByRole('heading', { name: 'Running JVMs' })).toBeVisible();
});

test('a dump that is no good ends in a sentence', async ({ window, server }) => {
  const { bytes } = pictureDump(LEAK);
  server.files.set('cut.hprof', bytes.slice(0, 900));
  await open(window, 'cut.hprof');
  await expect(window.getByRole('alert')).toContainText('cut.hprof: The heap dump is damaged: it was cut');
  server.files.set('cut.hprof.gz', gzipSync(bytes).subarray(0, 700));
  await open(window, 'cut.hprof.gz');
  await expect(window.getByRole('alert')).toContainText('cut.hprof.gz: The heap dump');
  await expect(window.getByRole('heading', { name: 'Running JVMs' })).toBeVisible();
});

test('the heap of a JVM is counted again and again, and what rises is told', async ({ window, server }) => {
  await window
    .getByRole('row', { name: /OrderServer|shop/i })
    .first()
    .click();
  await button(window, 'Heap').click();
  const strip = window.getByRole('listbox', { name: 'Snapshots' });
  const snapshots = strip.getByRole('option');
  await expect(snapshots).toHaveCount(1);
  await expect(window.getByRole('grid', { name: 'Live objects by class' })).toContainText(
    'com.acme.shop.Session',
  );
  for (const count of [2, 3]) {
    await button(window, 'Count Again').click();
    await expect(snapshots).toHaveCount(count);
  }
  const suspects = window.getByRole('grid', { name: 'Leak suspects: what rose in 2 steps' });
  await expect(suspects.getByRole('row', { name: /com\.acme\.shop\.Session/ })).toContainText(/1.140/);
  await expect(suspects).not.toContainText('order.Order');
  await expectAccessible(window, 'suspects');

  // One is dragged to another one: the earlier one is A.
  await snapshots.nth(2).dragTo(snapshots.nth(0));
  const compared = window.getByRole('grid', { name: 'Snapshot 1 (A) and 3 (B)' });
  await expect(compared.getByRole('row', { name: /shop\.Session/ })).toContainText('240');
  await expectAccessible(window, 'compared snapshots');
  await strip.press('Home');
  await expect(window.getByRole('grid', { name: 'Live objects by class' })).toBeVisible();
  await strip.press('Shift+ArrowRight');
  await expect(window.getByRole('grid', { name: 'Snapshot 1 (A) and 2 (B)' })).toBeVisible();

  // What a dump costs is told before it is made.
  server.files.set('dumps/fake', pictureDump(LEAK).bytes);
  await button(window, 'Take a Heap Dump…').click();
  const question = window.getByRole('dialog', { name: 'Take a heap dump?' });
  await expect(question).toContainText('about 1.2 to 6.0 s');
  await expectAccessible(window, 'the question before a dump');
  await question.getByRole('button', { name: 'Take the Dump' }).click();
  await expect(window.getByRole('list', { name: 'Leak hints' })).toBeVisible();
  await expect(window.getByText('stood still for at most 1.5 s')).toBeVisible();
  await button(window, 'Close Heap Dump').click();
  await expect(snapshots).toHaveCount(3);
});
