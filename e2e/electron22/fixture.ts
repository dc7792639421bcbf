import { existsSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { ELECTRON_22, ELECTRON_22_PROGRAM } from '../../build/electron22.mjs';
import { bundleForElectron22 } from '../../build/electron22Bundle.mjs';
import { DESKTOP, isThere } from '../../build/testPrograms.mjs';
import { Desktop } from './desktop.ts';
import { openScreen, type Screen } from './screen.ts';

/** What every test here is called: it says nothing of the Electron that is shipped. */
export const NAME = `Electron ${ELECTRON_22.version}, same code`;

interface Fixtures {
  readonly desktop: Desktop;
}

/** Tests get an ordinary user at a display, who runs the same sources in an older Electron, in Chromium's sandbox. */
export const test = base.extend<Fixtures, { readonly atScreen: Screen }>({
  atScreen: [
    async ({}, use) => {
      await bundleForElectron22();
      const screen = await openScreen();
      await use(screen);
      await screen.stop();
    },
    { scope: 'worker' },
  ],
  desktop: async ({ atScreen }, use) => {
    const desktop = new Desktop(atScreen);
    await use(desktop);
    await desktop.end();
  },
});

/** To be called by each file of tests. */
export function skipUnlessThere(): void {
  test.skip(!existsSync(ELECTRON_22_PROGRAM), `${NAME}: it is fetched by npm run test:window`);
  test.skip(!isThere(DESKTOP), `not installed: ${DESKTOP.packages.join(', ')}`);
}
