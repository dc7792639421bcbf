import { expect, it } from 'vitest';
import { USUAL_SPECS, partsOf } from './testParts.mjs';
import { filesUnder } from './tree.mjs';

it('has usual specs that are there: a name that is none would choose nothing', () => {
  const there = filesUnder('e2e').flatMap((file) => /(\w+)\.spec\.ts$/.exec(file)?.[1] ?? []);
  expect(USUAL_SPECS.filter((name) => !there.includes(name))).toEqual([]);
});

it('runs the usual parts first, whatever is behind them', () => {
  const usual = ['check', 'unit', 'e2e'];
  expect(partsOf([])).toEqual(usual);
  expect(partsOf(['ci'])?.slice(0, 3)).toEqual(usual);
  expect(partsOf(['fuzz', 'unit'])).toEqual(['fuzz', 'unit']);
  expect(partsOf(['slow'])).toBeNull();
});
