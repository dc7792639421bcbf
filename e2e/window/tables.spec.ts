import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { wholeView } from '../../shared/report/reportView.ts';
import { viewJson } from '../../shared/report/viewJson.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { button, expect, idle, test } from './fakeWindow.ts';

const RECORDED = exampleSnapshot(`
  main: 0>A 100>B 200>D 250<D 400<B 500>C 600>B +G +G 900<B 1000<C 1100<A
  pool: 0>A 50>B 90<B 300<A
`);

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(async ({ window, server }) => {
  server.files.set('small.sluice', encodeSnapshot(RECORDED));
  await window.evaluate(async () => {
    const bytes = await (await fetch('small.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'small.sluice');
  });
});

test('views are chosen by their number and share one selection', async ({ window }) => {
  const selected = window.getByRole('tabpanel').locator('.tableRow-selected');
  await window.getByRole('treegrid', { name: 'Call Tree' }).getByRole('row', { name: /C\(\)/ }).click();
  await expect(selected).toContainText('C()');
  await window.keyboard.press('2');
  await expect(window.getByRole('tab', { name: 'Hot Spots' })).toHaveAttribute('aria-selected', 'true');
  await expect(window.getByRole('grid', { name: 'Hot Spots' })).toBeFocused();
  await expect(selected).toContainText('C()');
  await window.keyboard.press('Home');
  await expect(selected).toContainText('B()');
  await window.getByText('Classes', { exact: true }).click();
  await expect(window.getByRole('grid').getByRole('row')).toHaveCount(2);
  await window.keyboard.press('2'); // on a radio button it is no text

  await window.keyboard.press('3');
  await expect(window.getByRole('treegrid', { name: 'Back Traces' })).toBeFocused();
  await expect(selected).toContainText('B()');
  const traceOfB = window.getByRole('row', { name: /B\(\)/ }).first();
  await expect(traceOfB).toHaveAttribute('aria-expanded', 'true');
  await expect(window.getByRole('row', { name: /C\(\)/ }).first()).toHaveAttribute('aria-level', '2');

  await window.keyboard.press('4');
  const callees = window.getByRole('treegrid', { name: 'Callees' });
  await expect(callees.getByRole('row').nth(1)).toContainText('B()');
  await callees.getByRole('row', { name: /D\(\)/ }).click();
  await window.keyboard.press('Enter');
  await expect(callees.getByRole('row').nth(1)).toContainText('D()');
  await expect(window.getByRole('treegrid', { name: 'Callers' }).getByRole('row').nth(2)).toContainText(
    'B()',
  );
});

test('threads that are chosen are what all views show', async ({ window }) => {
  await window.getByRole('tab', { name: 'Threads' }).click();
  const threads = window.getByRole('grid', { name: 'Threads' });
  await threads.getByRole('row', { name: /pool/ }).click({ modifiers: ['Control'] });
  await expect(window.getByRole('combobox', { name: 'Thread' })).toHaveValue('2');
  await expect(threads.getByRole('row', { name: /pool/ })).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('1');
  await expect(window.getByRole('treegrid', { name: 'Call Tree' }).getByRole('row')).toHaveCount(3);
});

test('columns and percentages are chosen and remembered, and the table copied is that of the report', async ({
  window,
}) => {
  const headers = window.getByRole('columnheader');
  await expect(headers.nth(1)).toContainText('% of root total');
  await button(window, 'Columns').click();
  await window.getByRole('checkbox', { name: 'Self Time' }).uncheck();
  await window.getByRole('radio', { name: 'the row above' }).check();
  await expect(headers.nth(1)).toContainText('% of the row above');
  await expect(headers).toHaveText([/Name/, /Total Time/, /± Self/, /Invocations/]);
  await window.keyboard.press('Escape');
  await headers.nth(3).getByRole('button').press('Control+ArrowLeft');
  await expect(headers).toHaveText([/Name/, /Total Time/, /Invocations/, /± Self/]);
  await expect(headers.nth(2).getByRole('button')).toBeFocused();
  await headers.nth(3).dragTo(headers.nth(1));
  await expect(headers).toHaveText([/Name/, /± Self/, /Total Time/, /Invocations/]);
  const stored = await window.evaluate(() => localStorage.getItem('sluice.columns.tree'));
  expect(stored).toContain('["selfError","total","calls","metric:totalCalls","metric:totalBytecodes"'); // those of metrics too, shown where they were measured

  await window.keyboard.press('2');
  await expect(window.getByRole('grid', { name: 'Hot Spots' })).toBeFocused();
  await window.keyboard.press('Control+Shift+c');
  const clipboard = (): Promise<string> => window.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toMatch(/^Name\t/);
  const report = JSON.parse([...viewJson(RECORDED, wholeView('hot'), null)].join('')) as {
    readonly rows: readonly {
      class: string;
      method: string;
      totalNs: number;
      calls: number;
      timed?: false;
    }[];
  };
  const copied = (await clipboard()).trim().split('\n').slice(1);
  expect(copied.map((line) => line.split('\t')).map((cells) => [cells[0], cells[1], cells[4]])).toEqual(
    report.rows.map(({ class: className, method, totalNs, calls, timed }) => [
      `${className}.${method}()`,
      timed === false ? '' : String(totalNs),
      String(calls),
    ]),
  );
});

test('a filter leaves the paths to what is looked for', async ({ window }) => {
  const tree = window.getByRole('treegrid', { name: 'Call Tree' });
  await tree.focus();
  await window.keyboard.press('Control+g');
  await window.keyboard.type('demo.d');
  await idle(window);
  await expect(window.getByRole('combobox', { name: 'Find or filter' })).toHaveValue('contains');
  await window.getByRole('combobox', { name: 'Find or filter' }).selectOption('regexp');
  await window.getByRole('textbox', { name: 'Find in Call Tree' }).fill('D\\(');
  await expect(tree.getByRole('row', { name: /C\(\)/ })).toHaveCount(0);
  await expect(tree.getByRole('row', { name: /B\(\)/ })).toHaveCount(1);
  await window.getByRole('textbox', { name: 'Find in Call Tree' }).fill('(');
  await expect(window.getByText('is no regular expression').first()).toBeVisible();
  await window.getByRole('textbox', { name: 'Find in Call Tree' }).fill('D\\(');
  await button(window, 'Apply to all views').click();
  await expect(window.getByRole('navigation', { name: 'Changes of the tree' })).toContainText('Paths to /D');
  await window.getByRole('tab', { name: 'Hot Spots' }).click();
  await expect(window.getByRole('grid').getByRole('row', { name: /\(hidden\)/ })).toHaveCount(1);
});

test('Ctrl+F and F3 find after Ctrl+G has filtered, also when its field was emptied', async ({ window }) => {
  const tree = window.getByRole('treegrid', { name: 'Call Tree' });
  const field = window.getByRole('textbox', { name: 'Find in Call Tree' });
  const mode = window.getByRole('combobox', { name: 'Find or filter' });

  await tree.focus();
  await window.keyboard.press('Control+g');
  await field.fill('demo.d');
  await expect(mode).toHaveValue('contains');
  await window.keyboard.press('Control+f');
  await expect(mode).toHaveValue('find');
  await expect(field).toHaveValue('demo.d');
  await expect(field).toBeFocused();
  await expect(window.getByRole('search')).toContainText(/1 of \d/);

  await window.keyboard.press('Control+g');
  await window.keyboard.press('Escape');
  await expect(tree).toBeFocused();
  await window.keyboard.press('F3');
  await expect(field).toBeFocused();
  await expect(mode).toHaveValue('find');
});
