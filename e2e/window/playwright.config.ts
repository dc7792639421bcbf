import { defineConfig } from '@playwright/test';
import whole from '../../playwright.config.ts';

/** The window alone, with a fake engine: nothing has to be built first. npx playwright test -c e2e/window */
export default defineConfig({
  ...whole,
  globalSetup: [],
  testDir: '.',
  outputDir: '../../.cache/windowResults',
  timeout: 30_000,
});
