import type { JSHandle, Page } from '@playwright/test';
import { mainThreadMs, scrollTimes } from './bigTreeMeasures.ts';

const STEP_PX = 400;
const FRAMES = 60;
/** Of both, in turn; odd, since the middle one is told. */
const ROUNDS = 5;

/**
 * What a scroll of the tree costs the page's thread, over what the same rows cost when nothing but the browser draws them: how
 * fast the processor and the browser are does not count, and other processes do not either. What a recording that goes on costs
 * the page meanwhile is in both.
 * @returns the median ratio, and of each round ms a frame
 */
export async function scrollCost(
  page: Page,
): Promise<{ ratio: number; rounds: string; blankFrames: number }> {
  const rounds: { treeMs: number; browserMs: number }[] = [];
  let blankFrames = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const wholeMs = await mainThreadMs(page, async () => {
      blankFrames += (await scrollTimes(page, STEP_PX, FRAMES)).blankFrames;
    });
    rounds.push({ treeMs: wholeMs / FRAMES, browserMs: await browserAloneMs(page) });
  }
  const ratios = rounds.map(({ treeMs, browserMs }) => treeMs / browserMs).sort((a, b) => a - b);
  return {
    ratio: ratios[(ROUNDS - 1) / 2],
    rounds: rounds
      .map(({ treeMs, browserMs }) => `${treeMs.toFixed(1)} of ${browserMs.toFixed(1)}`)
      .join(', '),
    blankFrames,
  };
}

/** @returns ms a frame of the page's thread, for a copy of the tree that is scrolled as far */
async function browserAloneMs(page: Page): Promise<number> {
  const copy = await copyOfTree(page);
  const wholeMs = await mainThreadMs(page, () =>
    copy.evaluate(
      async (tree, { stepPx, frames }) => {
        const box = tree.querySelector<HTMLElement>('.tableWindow')!;
        const rows = ([...box.children] as HTMLElement[]).sort((a, b) => a.offsetTop - b.offsetTop);
        const models = rows.map((row) => row.cloneNode(true) as HTMLElement);
        const rowPx = rows[0].offsetHeight;
        const top = rows[0].offsetTop;
        let gone = 0;
        for (let frame = 1; frame <= frames; frame++) {
          for (; (gone + 1) * rowPx <= frame * stepPx; gone++) {
            const row = models[gone % models.length].cloneNode(true) as HTMLElement;
            row.style.top = `${top + (gone + rows.length) * rowPx}px`;
            rows[gone % rows.length].replaceWith(row);
            rows[gone % rows.length] = row;
          }
          box.style.transform = `translateY(${-frame * stepPx}px)`;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      },
      { stepPx: STEP_PX, frames: FRAMES },
    ),
  );
  await copy.evaluate((tree) => tree.remove());
  return wholeMs / FRAMES;
}

/** The elements of the tree as they are, in its place, but nobody's: neither React nor the worker know of them. */
function copyOfTree(page: Page): Promise<JSHandle<HTMLElement>> {
  return page.evaluateHandle(() => {
    const tree = document.querySelector<HTMLElement>('[role=treegrid]')!;
    const copy = tree.cloneNode(true) as HTMLElement;
    for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
    const { left, top, width, height } = tree.getBoundingClientRect();
    copy.style.cssText = `position: fixed; z-index: 9; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
    tree.parentElement!.append(copy);
    return copy;
  });
}
