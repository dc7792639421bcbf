import { readFileSync } from 'node:fs';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { useTestFolder } from './build/testFolder.mjs';
import { filesUnder, fromRoot } from './build/tree.mjs';

useTestFolder();

const FOLDERS = ['shared', 'electron', 'renderer', 'backend-java', 'build', 'bench', 'e2e'];
const IS_TEST = /\.test\.(ts|tsx|mjs)$/;

const files = FOLDERS.flatMap(filesUnder).filter((file) => IS_TEST.test(file));
/** What replaces a module would have replaced it for every test behind it. */
const alone = files.filter((file) => readFileSync(fromRoot(file), 'utf8').includes('vi.mock('));
const together = files.filter((file) => !alone.includes(file));

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks', // tests start JVMs and send signals
    maxWorkers: 2,
    testTimeout: 30_000, // several tests start JVMs; the pure ones take milliseconds
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
    tags: [
      { name: 'slow', description: 'Left to `npm run test:all`: many rounds, many JVMs, large classes.' },
    ],
    projects: [
      // Two processes for all files: to load the modules anew for each takes longer than most tests do.
      project('together', together, false),
      project('alone', alone, true),
    ],
  },
});

function project(name: string, include: string[], isolate: boolean): TestProjectConfiguration {
  return { extends: true, test: { name, include, isolate, exclude: ['**/node_modules/**'] } };
}
