import { test as base, type Locator, type Page } from '@playwright/test';
import { openPage, startApp } from '../fixtures/app.ts';
import { Person } from '../window/person.ts';
import { startProgram, TaskFolder, type TaskProgram } from './taskProgram.ts';

export { expect } from '@playwright/test';

/** For what a real JVM is asked, beside other work on the machine. */
export const SLOW = { timeout: 60_000 };

/** Somebody with a question about a program that runs, before the built page. */
export interface Asker {
  readonly page: Page;
  readonly person: Person;
  /** The row of a program in the list of JVMs. */
  row(program: Pick<TaskProgram, 'pid'>): Locator;
  button(name: string | RegExp): Locator;
  tab(name: string): Locator;
  grid(name: string | RegExp): Locator;
}

/** What each task has: a folder, programs that end with it, and the page. */
export const test = base.extend<{
  folder: TaskFolder;
  start: (words: readonly string[]) => Promise<TaskProgram>;
  /** The page is opened as the test asks for it: behind its programs. */
  open: () => Promise<Asker>;
}>({
  folder: async ({}, use) => {
    const folder = new TaskFolder();
    await use(folder);
    folder.remove();
  },
  start: async ({}, use) => {
    const programs: TaskProgram[] = [];
    await use(async (words) => {
      const program = await startProgram(words);
      programs.push(program);
      return program;
    });
    for (const program of programs) await program.stop();
  },
  open: async ({ page }, use) => {
    const app = await startApp();
    await use(async () => {
      await openPage(page, app);
      return asker(page);
    });
    await app.stop();
  },
});

function asker(page: Page): Asker {
  return {
    page,
    person: new Person(page),
    row: ({ pid }) => page.getByRole('row', { name: new RegExp(`^${pid} `) }),
    button: (name) => page.getByRole('button', { name, exact: true }),
    tab: (name) => page.getByRole('tab', { name, exact: true }),
    grid: (name) => page.getByRole('grid', { name }).or(page.getByRole('treegrid', { name })),
  };
}
