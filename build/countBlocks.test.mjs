import { expect, it } from 'vitest';
import { countBlocks } from './countBlocks.mjs';

it('counts functions, branches, loops, cases and the sides of a choice, and computes what it did', async () => {
  const { text, literals } = countBlocks(`
    export function f(n) {
      let sum = 0;
      for (let i = 0; i < n; i++) if (i % 2) sum += i; else sum--;
      switch (n) { case 7: sum *= 2; default: sum++; }
      return n > 3 ? (n > 4 ? sum : 'four') : 'few';
    }
  `);
  const { f: run } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  expect([run(7), run(4), run(0)]).toEqual([11, 'four', 'few']);
  globalThis.sluiceBlocks.fill(0);
  run(7);
  expect([...globalThis.sluiceBlocks]).toEqual([1, 7, 3, 4, 1, 1, 1, 0, 1, 0]);
  expect(literals).toEqual(expect.arrayContaining([7, 'four', 'few']));
});
