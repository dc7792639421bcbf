import { readFileSync } from 'node:fs';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { useTestFolder } from './build/testFolder.mjs';
import { filesUnder, fromRoot } from './build/tree.mjs';

useTestFolder();

const FILES = '*.test.{ts,tsx,mjs}';

/** Folders of models and of the page's parts, whose tests leave nothing in their process for the next to find. */
const MODELS = ['shared', 'renderer'];

/** What replaces a module would be replaced for every test behind it. */
const replacingModules = MODELS.flatMap(filesUnder).filter(
  (file) => /\.test\.tsx?$/.test(file) && readFileSync(fromRoot(file), 'utf8').includes('vi.mock('),
);

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
      // One process for all files: to load the modules anew for each takes longer than the tests do.
      project('models', {
        include: [`{${MODELS.join()}}/**/${FILES}`],
        exclude: replacingModules,
        isolate: false,
      }),
      project('processes', {
        include: [`{electron,backend-java,build,bench,e2e}/**/${FILES}`, ...replacingModules],
        isolate: true,
      }),
    ],
  },
});

function project(
  name: string,
  { exclude = [], ...test }: { include: string[]; exclude?: string[]; isolate: boolean },
): TestProjectConfiguration {
  return { extends: true, test: { ...test, name, exclude: ['**/node_modules/**', ...exclude] } };
}
