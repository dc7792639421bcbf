import { defineConfig } from '@playwright/test';
import { useTestFolder } from './build/testFolder.mjs';

useTestFolder();

const executablePath = process.env.SLUICE_CHROMIUM;

/** Specs that mind their own JVMs only, and most of whose time is waiting: two at a time do not disturb each other. */
const TREES = /(countTrivial|exactCounts|exports|followThreads|lateRoots|schemes|switchOff)\.spec\.ts$/;

/** Specs of the page alone, each with a scripted engine of its own; but big trees and timelines, which measure the page, are by themselves. */
const PAGE = /e2e\/window\/(?!big)\w+\.spec\.ts$/;

/** What can go wrong around a recording: `npm run test:faults`, and a share of it in CI. */
const FAULTS = /e2e\/faults\/\w+\.spec\.ts$/;

/** Specs that take minutes, of long programs or many rounds: `npm run test:all`. */
const SLOW =
  /(cheapClocks|classUnloading|coreWaits|javac|notepad|overheadBudget|swapMemory|tomcat)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/fixtures/prepare.ts',
  outputDir: 'test-results',
  workers: 1, // the specs measure JVMs and look at /proc: one at a time, but for the trees and the page in `npm test`
  projects: [
    { name: 'trees', testMatch: TREES, fullyParallel: true },
    { name: 'page', testMatch: PAGE, fullyParallel: true },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: [TREES, PAGE, SLOW, FAULTS] },
    { name: 'slow', testMatch: SLOW },
    { name: 'faults', testMatch: FAULTS },
  ],
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    viewport: { width: 1400, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--headless',
        '--no-sandbox', // the tests may run as root; the page is ours
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
