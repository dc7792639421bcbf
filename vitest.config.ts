import { defineConfig } from 'vitest/config';
import { useTestFolder } from './build/testFolder.mjs';

useTestFolder();

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,backend-java,build,bench,e2e}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.cache/**'],
    environment: 'node',
    pool: 'forks', // tests start JVMs and send signals: each file in a process of its own
    maxWorkers: 2,
    testTimeout: 30_000, // several tests start JVMs; the pure ones take milliseconds
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
  },
});
