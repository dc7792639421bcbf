import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { say } from './command.mjs';
import { canInstall, install } from './debian.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPS = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
const WINDOWS_FOLDERS = [
  process.env['ProgramFiles'],
  process.env['ProgramFiles(x86)'],
  process.env['LocalAppData'],
];

/** The Chromium or Chrome of this machine, or "" when there is none. SLUICE_CHROMIUM names another one. */
export function findBrowser() {
  const named = process.env.SLUICE_CHROMIUM;
  if (named) return named;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const onWindows = WINDOWS_FOLDERS.filter(Boolean).map((folder) =>
    join(folder, 'Google/Chrome/Application/chrome.exe'),
  );
  return [...onPath, ...MAC_APPS, ...onWindows].find((path) => existsSync(path)) ?? '';
}

/**
 * A browser for the end-to-end tests: the machine's own, else the one that Playwright keeps, else Debian's package
 * where we may install it. "" when there is none: the tests that need it then fail with that sentence.
 */
export async function provideBrowser() {
  const found = findBrowser() || (await playwrightsOwn());
  if (found || !canInstall()) return found;
  say('No Chromium on this machine.');
  await install(['chromium']);
  return findBrowser();
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : '';
}
