import { defineConfig } from '@playwright/test';
import { useTestFolder } from './build/testFolder.mjs';

useTestFolder();

const executablePath = process.env.SLUICE_CHROMIUM;

/**
 * A spec is by itself if it looks at what belongs to nobody or everybody, or if it measures: at shared temporary folders, as
 * other users of the machine do (all of security/), for leftovers, at samples and times with a bound. All other specs mind the
 * JVMs, folders and engines that they have started, find them by pid, and judge counts, rows and texts. Two of these at a time do
 * not disturb each other; most of their time is waiting for JVMs that start.
 */
const ALONE = /e2e\/(security\/\w+|badInput|cpuTime|desktop|runningNow)\.spec\.ts$/;

/** Specs of the page alone, each with a scripted engine of its own; but big trees and timelines, which measure the page, are by themselves. */
const PAGE = /e2e\/window\/(?!accessibility|big|look)\w+\.spec\.ts$/;

/** What those two do, once more in every theme, width, scheme and choice of probes. */
const VARIANTS = /(accessibility|countTrivial|look|schemes)\.spec\.ts$/;

/** What can go wrong around a recording: `npm run test:faults`, and a share of it in CI. */
const FAULTS = /e2e\/faults\/\w+\.spec\.ts$/;

/** The desktop window's code in an older Electron: `npm run test:window`. */
const OLDER_ELECTRON = /e2e\/electron22\/\w+\.spec\.ts$/;

/** Specs that take long, or measure; elsewhere such tests are tagged @slow: long programs, many rounds, floods of a hostile target, trees of a million contexts. */
const SLOW =
  /(attachDetach|bareFirst|big[A-Z]\w+|cheapClocks|classUnloading|coreWaits|hostileNames|hostileTargets|javac|notepad|overheadBudget|swapMemory|retainedSizes|tomcat|tomcatLeaks|unmadeInCore)\.spec\.ts$/;

/**
 * The tests of a process share one window of the browser: to open one costs a second of a core, half of what a test of the page
 * took. Each has a server on a port, thus storage, of its own. What a test changes in the browser itself (permissions, geolocation)
 * stays, and would be given back by it.
 */
const ONE_WINDOW = { reuseContext: true };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/fixtures/prepare.ts',
  outputDir: 'test-results',
  workers: 1, // the specs measure JVMs and look at /proc: one at a time, but for beside, page and variants in `npm test`
  projects: [
    {
      name: 'beside',
      testMatch: '**/*.spec.ts',
      testIgnore: [ALONE, PAGE, VARIANTS, SLOW, FAULTS, OLDER_ELECTRON],
      fullyParallel: true,
    },
    { name: 'page', testMatch: PAGE, fullyParallel: true, use: ONE_WINDOW },
    { name: 'alone', testMatch: ALONE, testIgnore: SLOW },
    { name: 'variants', testMatch: VARIANTS, fullyParallel: true, use: ONE_WINDOW },
    { name: 'slow', testMatch: SLOW },
    { name: 'faults', testMatch: FAULTS },
    { name: 'electron22', testMatch: OLDER_ELECTRON },
  ],
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    viewport: { width: 1400, height: 900 },
    trace: 'on-first-retry', // a trace of every run takes a third of the machine: half a second more for each test of the page
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
