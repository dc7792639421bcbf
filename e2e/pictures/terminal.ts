import type { Page } from 'playwright';
import { photograph } from './photograph.ts';

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 20px 24px; background: light-dark(#fafafa, #16181d); color: light-dark(#1f2328, #d7dae0); }
  pre { margin: 0; font: 13px/1.5 'DejaVu Sans Mono', monospace; white-space: pre-wrap; }
  .failed { color: light-dark(#b42318, #ff7b72); }
`;

const WIDTH_PX = 1280;

/** A command, and what it said, as a terminal shows them. */
export async function photographTerminal(
  page: Page,
  name: string,
  command: string,
  lines: readonly string[],
): Promise<void> {
  await page.setContent(`<style>${STYLE}</style><pre></pre>`);
  await page.evaluate(
    ([typed, ...said]) => {
      const shown = document.querySelector('pre')!;
      for (const line of [`$ ${typed}`, ...said]) {
        const span = document.createElement('span');
        span.textContent = `${line}\n`;
        span.className = /^FAILED|exit code [1-9]/.test(line) ? 'failed' : '';
        shown.append(span);
      }
    },
    [command, ...lines],
  );
  await page.setViewportSize({ width: WIDTH_PX, height: 400 });
  const { height } = (await page.locator('pre').boundingBox())!;
  await page.setViewportSize({ width: WIDTH_PX, height: Math.ceil(height) + 40 });
  await photograph(page, name);
}
