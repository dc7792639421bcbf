import { expect, it } from 'vitest';
import { roughTimes } from './roughTimes.ts';

it('says nothing of times that are known', () => {
  expect(roughTimes(0.49, 1e9, 0)).toBeNull();
});

it('says how large the errors are, what is exact all the same, and what makes it better', () => {
  expect(roughTimes(0.8, 0, 0)?.message).toBe(
    'Times are rough: ± is 80 % of the largest self times. Counts are exact.',
  );
  expect(roughTimes(0.8, 0, 0)?.remedy).toContain('--sampled-times');
  const busy = roughTimes(1.5, 26.7e9, 3);
  expect(busy?.message).toContain('Counts are too small, as events were dropped.');
  expect(busy?.remedy).toMatch(/^Threads waited 26\.7.s for a core/);
});
