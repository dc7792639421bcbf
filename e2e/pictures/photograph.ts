import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { fromRoot } from '../../build/tree.mjs';

/** Within it a view that is new in front has got its first picture. */
const VIEW_MS = 1_500;

/** As it is, in both themes: docs/views/NAME-light.png and NAME-dark.png. */
export async function photograph(page: Page, name: string): Promise<void> {
  mkdirSync(fromRoot('docs', 'views'), { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(VIEW_MS); // pictures fade in, and a view of what runs is drawn anew
    await page.screenshot({ path: fromRoot('docs', 'views', `${name}-${colorScheme}.png`) });
  }
}

/** The views behind these tabs, PREFIX-hot-spots. @param prepare what a person does in each first */
export async function photographViews(
  page: Page,
  prefix: string,
  tabs: readonly string[],
  prepare: (tab: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await prepare(tab);
    await photograph(page, `${prefix}-${tab.toLowerCase().replaceAll(' ', '-')}`);
  }
}
