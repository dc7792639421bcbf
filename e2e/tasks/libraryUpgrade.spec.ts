import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { expect, test } from './task.ts';
import { TASK_JDK, type TaskFolder } from './taskProgram.ts';

const BOOKS = 300;
const WORDS = 4;

/** Counts the calls of one run with a version of the library, as a build does. */
async function counted(folder: TaskFolder, version: string): Promise<string> {
  const library = folder.compiled(`upgrade/${version}`);
  const path = folder.compiled('upgrade/Catalog.java', library);
  const file = join(folder.path, `slugs-${version}.sluice`);
  const options = ['--root', 'catalog.Catalog::main', '--clock', 'none', '-o', file];
  const { code, stderr } = await runCli([
    'launch',
    ...options,
    ...['--', TASK_JDK.tool('java'), '-cp', path, 'catalog.Catalog'],
  ]);
  expect(code, stderr).toBe(0);
  return file;
}

/** Picks a file in the dialog that a step opens. */
async function chooses(page: Page, file: string, step: () => Promise<void>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await step();
  await (await chooser).setFiles(file);
}

/** A library is newer, and the build takes longer. What is called more often? */
test('a library upgrade by counts: five steps from two files to the method that is called more often', async ({
  folder,
  open,
}) => {
  const [before, after] = await Promise.all(['1', '2'].map((version) => counted(folder, version)));
  const { page, person, button, tab, grid } = await open();
  const tree = grid('Call Tree');
  await chooses(page, before, () => person.click(button('Open File…')));
  await expect(tree.getByRole('row', { name: /Slug\.append/ })).toBeVisible();
  await chooses(page, after, () => person.press('Control+o'));
  await expect(page.getByRole('status').first()).toContainText('slugs-2.sluice: complete');
  await person.press('Control+d');
  await person.click(button('Compare'));
  await person.click(tab('Hot Spots'));
  const grown = grid('Compared Hot Spots').getByRole('row').nth(1);
  await expect(grown).toContainText('Slug.folded');
  await expect(grown).toContainText(`+${(BOOKS * (WORDS - 1)).toLocaleString('en')}`);
  person.took(5, 60);
});
