import type { Page } from '@playwright/test';
import { SluiceError } from '../../shared/base/errors.ts';
import { expectAccessible } from './axe.ts';
import { button, chooseDemoRoot, expect, test, tree } from './fakeWindow.ts';

/** Of an application that nobody has recorded before. */
const LOADED = [
  ...Array.from({ length: 4102 }, (_, i) => `org.hibernate.sql.C${i}`),
  ...Array.from({ length: 3911 }, (_, i) => `org.springframework.web.C${i}`),
  ...Array.from({ length: 12 }, (_, i) => `com.library${i}.C`),
  ...Array.from({ length: 40 }, (_, i) => `com.acme.shop.C${i}`),
];

const question = (window: Page) => window.getByRole('dialog', { name: 'What is to be measured?' });

async function startLarge(window: Page): Promise<void> {
  await button(window, 'Start').click();
  await expect(question(window)).toBeVisible();
}

test.beforeEach(async ({ window, server }) => {
  server.engine.measurable = LOADED;
  server.engine.places = new Map([['org.hibernate.sql', 'hibernate-core-7.2.jar']]);
  await chooseDemoRoot(window);
});

test('a recording that may become large is begun with the own code by one key', async ({
  window,
  server,
}) => {
  await startLarge(window);
  await expect(question(window)).toContainText(/about 48.000 methods of 8.065 loaded classes may get probes/);
  await expect(question(window)).toContainText(
    'preparing may take 16 s, and a first call of the root may wait for up to 6 s',
  );
  await expect(question(window)).toContainText('My code is com.acme.shop.**, of shop.jar.');
  await expect(question(window).getByRole('row')).toHaveText([
    /Package/,
    /^org\.hibernate4.102hibernate-core-7\.2\.jar$/,
    /org\.springframework3.911/,
    /com\.acme40/,
    ...Array.from({ length: 5 }, () => /com\.library\d+1/),
    /7 more7/,
  ]);
  await expect(button(window, 'Only My Code').last()).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(tree(window)).toBeVisible();
  expect(server.engine.requests.at(-1)?.includes).toEqual(['com.acme.shop.**']);
  expect(server.engine.requests.at(-1)?.scheme).toBe('everything'); // all of it at once: it is small
});

test('it can have the borders of the own code, too', async ({ window, server }) => {
  await startLarge(window);
  await question(window).getByRole('button', { name: 'My Code and Its Borders' }).click();
  await expect(tree(window)).toBeVisible();
  expect(server.engine.requests.at(-1)?.includes).toEqual([
    'com.acme.shop.**',
    'com.pool.Pool::getConnection',
    'com.pool.Rows::execute(int,int)',
  ]);
});

test('who wants everything is asked once in a session', async ({ window, server }) => {
  await startLarge(window);
  await button(window, 'Everything').click();
  await expect(tree(window)).toBeVisible();
  expect(server.engine.requests.at(-1)?.includes).toEqual([]);
  await button(window, 'Stop').click();
  await expect(button(window, 'Start')).toBeEnabled();
  await button(window, 'Start').click();
  await expect(button(window, 'Stop')).toBeEnabled();
  expect(server.engine.requests).toHaveLength(2);
});

test('nothing begins where it is given up', async ({ window, server }) => {
  await startLarge(window);
  await window.keyboard.press('Escape');
  await expect(question(window)).toBeHidden();
  expect(server.engine.requests).toEqual([]);
  await expect(button(window, 'Start')).toBeEnabled();
});

test('where own code is not known the reason stands in its place', async ({ window, server }) => {
  const why = 'The own packages of 4711 are not known: it has ended.';
  server.engine.whyNoOwnCode = new SluiceError('not-found', why);
  await startLarge(window);
  await expect(question(window)).toContainText('are not known: it has ended. Name them in Include only.');
  await expect(question(window).getByRole('button', { name: 'Only My Code' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('one whose classes are chosen begins at once', async ({ window, server }) => {
  await window.getByRole('textbox', { name: 'Include only' }).fill('**');
  await button(window, 'Start').click();
  await expect(tree(window)).toBeVisible();
  expect(server.engine.requests.at(-1)?.includes).toEqual(['**']);
});

test('all its buttons are whole in a narrow window', async ({ window }) => {
  await window.setViewportSize({ width: 480, height: 600 });
  await startLarge(window);
  for (const name of ['Cancel', 'Everything', 'My Code and Its Borders', 'Only My Code'])
    await expect(question(window).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('the question is read by everybody', async ({ window }) => {
  await startLarge(window);
  await expectAccessible(window, 'the question');
});
