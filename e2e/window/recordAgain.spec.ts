import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { button, expect, idle, test, tree } from './fakeWindow.ts';
import { openFile } from './rootCallFile.ts';

const SHOP = 'com.acme.shop.ShopServer';

/** Of a program of the list, unless the changes say otherwise. */
function recorded(changes: Partial<Snapshot> = {}, mainClass = SHOP): Uint8Array {
  const snapshot = exampleSnapshot('main: 0>A 300<A', {
    ...{ roots: ['com.acme.shop.cart.CartService::add'], slowCalls: ['120ms'], scheme: 'eager' },
    ...changes,
  });
  return encodeSnapshot({ ...snapshot, target: { ...snapshot.target, mainClass } });
}

async function expectForm(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { name: 'Roots', selected: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Root methods' }).getByRole('listitem')).toHaveText([
    /CartService::add/,
  ]);
  await expect(page.getByRole('radio', { name: /All reachable, before the start/ })).toBeChecked();
}

test('an opened recording is made once more: attached, with its roots and options, in two steps', async ({
  window,
  server,
}) => {
  server.files.set('shop.sluice', recorded());
  await openFile(window, 'shop.sluice');
  await button(window, 'Record Again').click();
  await expectForm(window);
  await button(window, 'Start').click();
  await expect(tree(window)).toBeVisible();
  expect(server.engine.requests.at(-1)).toMatchObject({
    ...{ roots: ['com.acme.shop.cart.CartService::add'], slowCalls: ['120ms'], scheme: 'eager' },
  });
});

test('of a program that does not run the form is filled as soon as one is attached to', async ({
  window,
  server,
}) => {
  server.files.set('mail.sluice', recorded({}, 'com.acme.mail.MailServer'));
  await openFile(window, 'mail.sluice');
  await button(window, 'Record Again').click();
  await expect(window.getByText(/No JVM runs com\.acme\.mail\.MailServer\. Start it/)).toBeVisible();
  const [one, ...others] = server.engine.jvms;
  server.engine.jvms = [{ ...one, pid: 77, mainClass: 'com.acme.mail.MailServer' }, ...others];
  await window.getByRole('row', { name: /77.*MailServer/ }).click();
  await button(window, 'Attach').click();
  await expectForm(window);
});

test('of a program whose only JVM cannot be attached to, it says why not', async ({ window, server }) => {
  server.files.set('mail.sluice', recorded({}, 'com.acme.mail.MailServer'));
  const [one, ...others] = server.engine.jvms;
  const whyNot = 'It forbids agents. Start it without that option.';
  const mail = { ...one, pid: 88, mainClass: 'com.acme.mail.MailServer', attachable: false, whyNot };
  server.engine.jvms = [mail, ...others];
  await openFile(window, 'mail.sluice');
  await button(window, 'Record Again').click();
  await expect(window.getByRole('region', { name: 'Problems' })).toContainText(whyNot);
});

test('who has gone elsewhere before the JVMs are known stays there', async ({ window, server }) => {
  server.files.set('shop.sluice', recorded());
  await openFile(window, 'shop.sluice');
  const { engine } = server;
  const list = engine.listJvms.bind(engine);
  const holds: (() => void)[] = [];
  engine.listJvms = async () => {
    await new Promise<void>((resolve) => holds.push(resolve));
    return list();
  };
  await button(window, 'Record Again').click();
  await expect.poll(() => holds.length).toBeGreaterThan(0);
  await button(window, 'Close Recording').click();
  engine.listJvms = list;
  for (const goOn of holds) goOn();
  await idle(window);
  await expect(button(window, 'Attach')).toBeVisible();
  await expect(window.getByRole('tab', { name: 'Roots' })).toHaveCount(0);
});

test('beside another program it waits for the end of that session', async ({ window, server }) => {
  server.files.set('shop.sluice', recorded());
  await button(window, 'Try the demo').click();
  await expect(window.getByRole('tab', { name: 'Roots' })).toBeVisible();
  await openFile(window, 'shop.sluice');
  await expect(button(window, 'Record Again')).toHaveAttribute('aria-disabled', 'true');
  await expect(button(window, 'Record Again')).toHaveAttribute('title', /Detach from the other JVM first/);
});
