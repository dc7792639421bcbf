import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const THEMES = ['light', 'dark'] as const;

/** axe, with all of its rules, finds nothing on what is shown, in neither theme. @param what it is, for the failure */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await putAxe(page);
  const found: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await violations(page)).map((text) => `${what}, ${colorScheme}: ${text}`));
  }
  expect.soft(found).toEqual([]);
}

async function putAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  await page.evaluate(axe.source);
}

/** One line for each element: the rule, where, and what is wrong. */
function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe: engine } = globalThis as unknown as { axe: typeof axe };
    const { violations: broken } = await engine.run(document, { resultTypes: ['violations'] });
    return broken.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  });
}
