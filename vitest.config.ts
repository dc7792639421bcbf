import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,backend-java,build,bench,e2e}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.cache/**'],
    environment: 'node',
    env: { XDG_STATE_HOME: join(tmpdir(), 'sluice-test-state') }, // not the user's own
    pool: 'forks', // tests start JVMs and send signals: each file in a process of its own
    maxWorkers: 2,
    testTimeout: 30_000, // several tests start JVMs; the pure ones take milliseconds
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
  },
});
