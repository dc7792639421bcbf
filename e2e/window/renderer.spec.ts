import { SluiceError } from '../../shared/base/errors.ts';
import { button, expect, record, test, tree } from './fakeWindow.ts';

test.describe('the list of JVMs', () => {
  test('shows every JVM, says why one cannot be attached to, and keeps the selection while it refreshes', async ({
    window,
    server,
  }) => {
    const jvms = window.getByRole('grid', { name: 'Running JVMs' });
    await expect(jvms.getByRole('row')).toHaveCount(6);
    await expect(jvms.getByRole('row', { name: /org.elastic.Node.*DisableAttachMechanism/ })).toBeVisible();
    await expect(button(window, 'Attach')).toBeDisabled();

    await jvms.getByRole('row', { name: /4711/ }).click();
    const details = window.getByRole('region', { name: 'Selected JVM' });
    await expect(details).toContainText('JEP 451');
    await expect(details.locator('code')).toHaveText('sluice launch');
    await expect(window.locator('main')).not.toContainText('`');
    server.engine.jvms = [{ ...server.engine.jvms[0], pid: 1, mainClass: 'a.New' }, ...server.engine.jvms];
    await expect(jvms.getByRole('row', { name: /a\.New/ })).toBeVisible();
    await expect(jvms.getByRole('row', { name: /4711/ })).toHaveAttribute('aria-selected', 'true');

    await jvms.getByRole('row', { name: /org.elastic.Node/ }).click();
    await expect(button(window, 'Attach')).toBeDisabled();
    await expect(button(window, 'Attach')).toHaveAttribute(
      'title',
      /DisableAttachMechanism.*with sluice launch\.$/,
    );
    await button(window, 'Launch Instead…').click();
    await expect(window.getByRole('dialog').getByRole('textbox').first()).toHaveValue(/org\.elastic\.Node$/);
    await expect(window.getByRole('textbox', { name: 'Root methods' })).toHaveValue('org.elastic.Node::main');
  });

  test('is filtered, walked through and attached from by keyboard', async ({ window }) => {
    await window.getByRole('textbox', { name: 'Filter JVMs' }).fill('shop');
    const rows = window.getByRole('grid').locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.first().getByRole('gridcell')).toHaveCount(7);
    await window.keyboard.press('Tab');
    await window.keyboard.press('PageDown');
    await expect(rows.last()).toBeFocused();
    await expect(rows.last()).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Home');
    await window.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(window.getByRole('status')).toContainText('Attached; nothing is instrumented');
  });

  test('says what to do when there is no JVM, and what went wrong when attaching fails', async ({
    window,
    server,
  }) => {
    server.engine.failNext(
      'attach',
      new SluiceError(
        'attach-failed',
        'The JVM did not answer within 5 s.',
        'It may be stopped: check with ps.',
      ),
    );
    await window.getByRole('row', { name: /5120/ }).dblclick();
    const alert = window.getByRole('alert');
    await expect(alert).toContainText('The JVM did not answer within 5 s.');
    await expect(alert).toContainText('check with ps');
    await expect(button(window, 'Copy details')).toBeVisible();
    await button(window, 'Dismiss').click();
    await expect(alert).toBeHidden();

    server.engine.jvms = [];
    await expect(window.getByRole('heading', { name: 'No JVM is running' })).toBeVisible();
    await expect(button(window, 'Try the demo')).toBeEnabled();
  });
});

test.describe('choosing roots', () => {
  test.beforeEach(async ({ window }) => button(window, 'Try the demo').click());

  test('a class is found by typing, its methods say why they cannot be roots, several roots are chips', async ({
    window,
    server,
  }) => {
    await expect(button(window, 'Start')).toBeDisabled();
    await expect(button(window, 'Start')).toHaveAttribute('title', 'Choose a root method first.');
    const field = window.getByRole('textbox', { name: 'Find class or method' });
    await field.fill('order InvoiceCache');
    const found = window.getByRole('listbox', { name: 'Loaded classes' });
    await found
      .getByRole('option', { name: /InvoiceCache/ })
      .first()
      .click();
    const methods = window.getByRole('listbox', { name: 'Methods', exact: true });
    await expect(methods.getByRole('option', { name: /hashCode.*native/ })).toBeDisabled();
    await methods
      .getByRole('option', { name: /process|find|load|map/ })
      .first()
      .click();
    await field.fill('org.late.*');
    await field.press('Enter');
    const chips = window.getByRole('list', { name: 'Root methods' }).getByRole('listitem');
    await expect(chips).toHaveCount(2);
    await button(window, 'Remove root org.late.*').click();
    await expect(chips).toHaveCount(1);

    await window.getByRole('radio', { name: /eager/ }).click();
    await window.getByRole('textbox', { name: 'Include only' }).fill('a.**, d.**');
    await window.getByRole('textbox', { name: 'Exclude' }).fill('a.B::c(int, long) d.**');
    await window.getByRole('checkbox', { name: 'Include core classes' }).check();
    await window.getByRole('checkbox', { name: 'Follow threads started by the callees' }).check();
    await window.getByRole('checkbox', { name: 'Leave them in the times' }).check();
    await window.keyboard.press('Control+e');
    await expect(button(window, 'Stop')).toBeEnabled();
    expect(server.engine.requests[0]).toMatchObject({
      roots: [expect.stringMatching(/^com\.acme\.shop\.order\.InvoiceCache::/)],
      scheme: 'eager',
      clock: 'nano',
      includes: ['a.**', 'd.**'],
      excludes: ['a.B::c(int,long)', 'd.**'],
      includeCore: true,
      followThreads: true,
      chargeCoreWaits: true,
    });
  });

  test('roots come from the packages tree, are previewed, kept as a preset, and changed while it records', async ({
    window,
    server,
  }) => {
    await window.getByRole('tabpanel').getByText('Packages', { exact: true }).click();
    const packages = window.getByRole('tree', { name: 'Packages' });
    await expect(packages.getByRole('treeitem')).toHaveText([/com\.acme\.shop/]);
    await packages.focus();
    await window.keyboard.press('ArrowRight');
    await packages.press('ArrowDown');
    await expect(packages.locator('[aria-selected=true]')).toHaveText(/billing/);
    const methods = window.getByRole('listbox', { name: 'Methods', exact: true });
    await methods.getByRole('option', { name: 'com.acme.shop.billing.* all' }).click();
    await packages.press('ArrowRight');
    await packages.press('ArrowDown');
    await expect(methods.getByRole('option', { name: /^All methods/ })).toBeVisible();

    await window.keyboard.press('Control+Shift+v');
    const preview = window.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText(/Up to 5\D000 methods of \d+ classes/);
    await expect(preview.getByRole('row', { name: /com\.acme\.shop\.order/ })).toBeVisible();
    await expect(preview.getByRole('list', { name: 'Not measured, or in part' })).toContainText('64 KB');
    await window.getByRole('radio', { name: /eager/ }).click();
    await expect(preview).toContainText('update the preview');
    await preview.getByRole('button', { name: 'Only My Code' }).click();
    await expect(window.getByRole('textbox', { name: 'Include only' })).toHaveValue('com.acme.shop.**');

    await window.getByRole('textbox', { name: 'Name of the preset' }).fill('billing, eager');
    await button(window, 'Save preset').click();
    await window.getByRole('radio', { name: /lazy/ }).click();
    await window.getByRole('combobox', { name: 'Preset' }).selectOption('billing, eager');
    await expect(window.getByRole('radio', { name: /eager/ })).toBeChecked();

    await button(window, 'Start').click();
    await expect(button(window, 'Stop')).toBeEnabled();
    await window.getByRole('tab', { name: 'Roots' }).click();
    await button(window, 'Remove root com.acme.shop.billing.*').click();
    await window.getByRole('textbox', { name: 'Find class or method' }).fill('com.acme.shop.web.**');
    await window.keyboard.press('Enter');
    await button(window, 'Restart with New Settings').click();
    await expect(tree(window)).toBeVisible();
    expect(server.engine.requests.map(({ roots, scheme }) => [scheme, ...roots])).toEqual([
      ['eager', 'com.acme.shop.billing.*'],
      ['eager', 'com.acme.shop.web.**'],
    ]);
  });

  test('a recording is reached by keyboard alone, and Enter takes the only method that was typed', async ({
    window,
    server,
  }) => {
    const field = window.getByRole('textbox', { name: 'Find class or method' });
    await expect(field).toBeFocused();
    await window.keyboard.type('shop.order.OrderService handle');
    await window.keyboard.press('Enter'); // at once: the lists still show what an earlier text found
    await expect(window.getByRole('list', { name: 'Root methods' }).getByRole('listitem')).toHaveText(
      /OrderService::handle/,
    );
    await expect(field).toHaveValue('');
    await window.keyboard.press('Enter');
    await expect(tree(window)).toBeFocused();
    expect(server.engine.requests[0].roots).toEqual([expect.stringMatching(/OrderService::handle\(/)]);
    await window.keyboard.press('Home');
    await expect(tree(window).locator('[aria-selected=true]')).toHaveAttribute('aria-level', '1');
    await window.keyboard.press('Control+e');
    await expect(button(window, 'Start')).toBeEnabled();
  });

  test('the last word may be a method, and a refused start leads back with the reason', async ({
    window,
    server,
  }) => {
    await window
      .getByRole('textbox', { name: 'Find class or method' })
      .fill('shop.order.OrderService handle');
    await window.getByRole('option', { name: /^handle/ }).click();
    server.engine.failNext(
      'start',
      new SluiceError('root-not-found', 'No class is loaded yet.', 'Use it first.'),
    );
    await button(window, 'Start').click();
    await expect(window.getByRole('alert')).toContainText('No class is loaded yet.');
    await expect(window.getByRole('tab', { name: 'Roots' })).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('what takes long', () => {
  test.use({ engineOptions: { stepMs: 1_000 } });

  test('is cut short where the roots run before it is recorded', async ({ window, server }) => {
    await button(window, 'Try the demo').click();
    await window.getByRole('textbox', { name: 'Find class or method' }).fill('a.B::c');
    await button(window, 'Add pattern').click();
    await button(window, 'Start').click();
    await expect(window.getByRole('heading', { name: 'Preparing' })).toBeVisible();
    await expect(button(window, 'Record Now')).toHaveCount(0);
    server.engine.changeStatus({ measurement: { rehearsing: true } });
    await button(window, 'Record Now').click();
    await expect.poll(() => server.engine.recordedNow).toBe(1); // the button goes with the start in any case
    await expect(button(window, 'Record Now')).toHaveCount(0);
    await expect(tree(window)).toBeVisible();
  });

  test('is shown and cancelled: the session is as it was', async ({ window }) => {
    await button(window, 'Try the demo').click();
    await window.getByRole('textbox', { name: 'Find class or method' }).fill('a.B::c');
    await button(window, 'Add pattern').click();
    await button(window, 'Start').click();
    await expect(window.getByRole('progressbar')).toBeVisible();
    // It is said at once, while the step goes on that is under way: read in the page, in the frame after the click.
    const heard = await button(window, 'Cancel').evaluate(async (cancel: HTMLElement) => {
      cancel.click();
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      const status = document.querySelector('[role=status]')?.textContent;
      return { status, disabled: cancel.getAttribute('aria-disabled'), tab: document.body.innerText };
    });
    expect(heard).toMatchObject({ status: 'Cancelling after the running swap.', disabled: 'true' });
    expect(heard.tab).toContain('Then all of them are put back.');
    await expect(window.getByText('Cancelled.')).toBeVisible();
    await expect(window.getByRole('progressbar')).toHaveCount(0);
    await expect(button(window, 'Start')).toBeEnabled();
    await expect(window.getByRole('tab', { name: 'Roots' })).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('a root that is not called', () => {
  test.use({ engineOptions: { program: 'silent' } });

  test('is waited for, and dropped events are loud', async ({ window, server }) => {
    await record(window);
    await expect(window.getByRole('heading', { name: /Waiting for the first call of/ })).toBeVisible();
    // After a while it says who could call it.
    await expect(window.getByRole('list', { name: 'Who could call it' })).toHaveText(
      'com.acme.shop.web.Dispatcher::dispatch',
    );
    await expect(window.getByText(/instrumented, [5-9] s ago/)).toBeVisible();
    server.engine.changeStatus({ instrumentation: { methods: 0 }, refusals: ['a.B::c: it is native.'] });
    await expect(window.getByRole('heading', { name: 'Nothing is instrumented' })).toBeVisible();
    await button(window, '1').click();
    await expect(window.getByText('a.B::c: it is native.').last()).toBeVisible();
    await window.keyboard.press('Escape');
    server.engine.changeStatus({ instrumentation: { methods: 5 }, droppedEvents: 7000, complete: false });
    await expect(window.getByRole('heading', { name: 'Every event so far was dropped' })).toBeVisible();
  });
});

test('the page turns no text into markup or code', async ({ page, server }) => {
  await page.goto(server.url);
  const outcomes = await page.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      // eslint-disable-next-line no-restricted-syntax -- that the browser refuses it is what is tested
      innerHTML: () => (document.createElement('p').innerHTML = '<b>x</b>'),
      Worker: () => new Worker('./other.js'),
      policy: () =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('another', {}),
    };
    return Object.entries(tries).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} works`;
      } catch (thrown) {
        return `${name}: ${(thrown as Error).name}`;
      }
    });
  });
  expect(outcomes).toEqual(['innerHTML: TypeError', 'Worker: TypeError', 'policy: TypeError']);
});

test.describe('when something breaks', () => {
  test('a lost engine is said everywhere and nothing can be started', async ({ window, server }) => {
    await record(window);
    await expect(tree(window)).toBeVisible();
    server.breakConnections();
    await expect(window.getByRole('alert')).toContainText('The engine is gone: start Sluice again.');
    await expect(window.getByRole('status')).toContainText('The engine is gone');
    await expect(button(window, 'Stop')).toBeDisabled();
    await expect(tree(window)).toBeVisible();
  });

  test('a reloaded page finds its session again', async ({ window }) => {
    await record(window);
    await expect(tree(window)).toBeVisible();
    window.on('dialog', (question) => void question.accept());
    await window.reload();
    await expect(button(window, 'Detach')).toBeEnabled();
    await expect(button(window, 'Stop')).toBeEnabled();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('text stands out from what it stands on', async ({ window }) => {
      await record(window);
      await expect(tree(window)).toBeVisible();
      expect(await window.evaluate(weakContrasts)).toEqual([]);
    });
  });
}

/** The text colours of the theme that have less than 4.5:1 (WCAG 2.2) on a surface they are used on. Runs in the page. */
function weakContrasts(): string[] {
  const probe = document.body.appendChild(document.createElement('span'));
  const luminance = (token: string): number => {
    probe.style.color = `var(${token})`;
    const [r, g, b] = getComputedStyle(probe)
      .color.match(/[\d.]+/g)!
      .slice(0, 3)
      .map((byte) => Number(byte) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (text: string, surface: string): number => {
    const [dark, light] = [luminance(text), luminance(surface)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const surfaces = ['--surface', '--surface-chrome', '--surface-raised', '--surface-hover'];
  const selections = ['--selection', '--selection-idle'];
  const bars = ['--bar-total', '--bar-self', '--bar-count'];
  const frames = ['all', 'core', 'dim', 'match', 0, 1, 2, 3, 4, 5, 6, 7].map((name) => `--flame-${name}`);
  const changes = ['gone', 'less-2', 'less-1', 'same', 'more-1', 'more-2', 'new', 'more-bar', 'less-bar'];
  const used: readonly (readonly [texts: readonly string[], on: readonly string[]])[] = [
    [
      ['--text', '--text-muted'],
      [...surfaces, ...selections, ...bars],
    ],
    [['--text'], ['--match', '--danger-surface', '--warning-surface']],
    [
      ['--text-faint', '--danger', '--warning', '--accent'],
      ['--surface', '--surface-chrome', '--surface-hover'],
    ],
    [['--text'], [...frames, ...changes.map((name) => `--change-${name}`)]],
    [
      ['--change-more', '--change-less', '--own'],
      [...surfaces, ...selections],
    ],
    [['--on-accent'], ['--accent-strong', '--accent-hover']],
    [['--surface'], ['--danger']],
  ];
  const weak = used.flatMap(([texts, on]) =>
    texts.flatMap((text) =>
      on
        .map((surface) => ({ text, surface, ratio: contrast(text, surface) }))
        .filter(({ ratio }) => ratio < 4.5)
        .map(({ surface, ratio }) => `${text} on ${surface}: ${ratio.toFixed(2)}`),
    ),
  );
  probe.remove();
  return weak;
}
