import { join, resolve } from 'node:path';
import type { Locator } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { fetchJars } from '../fixtures/mavenJars.ts';
import { expect, SLOW, test } from './task.ts';
import { TASK_JDK, type TaskFolder } from './taskProgram.ts';

/** As e2e/programs/programJars.json has it. */
const H2 = {
  artifact: 'com.h2database:h2:2.3.232',
  sha256: '8dae62d22db8982c3dcb3826edb9c727c5d302063a67eef7d63d82de401f07d3',
};
const ORDERS = 50;

const fetched = fetchJars([H2]);

test.skip(fetched.kind === 'unreachable', fetched.kind === 'unreachable' ? fetched.reason : '');

/** The class path of the program and of the database. */
function pagesPath(folder: TaskFolder): string {
  if (fetched.kind !== 'here')
    throw new Error(fetched.kind === 'wrong' ? fetched.problems.join('\n') : fetched.reason);
  return folder.compiled('OrderPages.java', resolve(fetched.jars[0]));
}

/** What a row of the tree tells. */
async function invocations(tree: Locator, name: RegExp): Promise<number> {
  const cell = tree.getByRole('row', { name }).first().getByRole('gridcell').nth(4);
  return Number(((await cell.textContent()) ?? '').replace(/\D/g, ''));
}

/** A page of orders is slow. What does it ask the database? */
test(
  'a statement for each row: six steps from the list of JVMs to the method that sends it, and how often',
  { tag: '@slow' },
  async ({ folder, start, open }) => {
    test.setTimeout(240_000);
    const program = await start(['-cp', pagesPath(folder), 'pages.OrderPages', 'serve', 'each']);
    const { person, row, button, grid } = await open();
    await person.click(row(program).getByRole('button', { name: 'What Is Running Now' }));
    const hot = grid('Hot Spots');
    await expect(hot.getByRole('row').nth(1)).toBeVisible(SLOW);
    await person.press('y');
    const show = hot.getByRole('row', { name: /OrderPages\.show\(/ });
    await expect(show).toBeVisible(SLOW);
    await person.click(show);
    await person.press('u');
    await person.click(button('Start'));
    const tree = grid('Call Tree');
    await expect(tree.getByRole('row', { name: /OrderPages\.show\(/ })).toBeVisible(SLOW);
    await expect.poll(() => invocations(tree, /OrderPages\.show\(/), SLOW).toBeGreaterThan(100); // times settle
    await tree.focus(); // as Tab would
    await person.press('h');
    await expect(async () => {
      const [pages, statements] = await Promise.all(
        [/OrderPages\.show\(/, /OrderPages\.priceOf\(/].map((name) => invocations(tree, name)),
      );
      expect(pages).toBeGreaterThan(0);
      expect(statements / pages).toBeGreaterThan(ORDERS - 1);
      expect(statements / pages).toBeLessThan(ORDERS + 1);
    }).toPass(SLOW);
    person.took(6, 180);
  },
);

test('the gate of a build lets the page through that sends one statement, and fails the other', async ({
  folder,
}) => {
  const path = pagesPath(folder);
  const [joined, each] = await Promise.all(
    ['joined', 'each'].map(async (way) => {
      const file = join(folder.path, `${way}.sluice`);
      const options = ['--root', 'pages.OrderPages::show', '--clock', 'none', '-o', file];
      const java = [TASK_JDK.tool('java'), '-cp', path, 'pages.OrderPages', 'once', way];
      const { code, stderr } = await runCli(['launch', ...options, '--', ...java]);
      expect(code, stderr).toBe(0);
      return file;
    }),
  );
  const gate = ['--fail-on', 'calls:org.h2.jdbc.JdbcPreparedStatement::executeQuery>0'];
  const grown = await runCli(['diff', joined, each, ...gate]);
  expect(grown.code, grown.stderr).toBe(5);
  expect(grown.stdout + grown.stderr).toMatch(
    /FAILED .*: org\.h2\.jdbc\.JdbcPreparedStatement\.executeQuery\(\): .*10 -> 510/,
  );
  const mended = await runCli(['diff', each, joined, ...gate]);
  expect(mended.code, mended.stderr).toBe(0);
});
