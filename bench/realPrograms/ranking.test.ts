import { describe, expect, it } from 'vitest';
import { hottestRecorded, hottestSampled } from './ranking.ts';

describe('the hottest methods', () => {
  const methods = [
    { class: 'a.B', method: 'work', calls: 10, selfNs: 5_000 },
    { class: 'a.B', method: 'size', calls: 900, selfNs: 0, timed: false },
  ] as const;

  it('by samples give what counted methods take to their callers, as the call tree does', () => {
    const { timed } = hottestRecorded(methods);
    const stacks = 'a.Main.main;a.B.work 1\na.Main.main;a.B.work;a.B.size 7\na.Main.main 2\n';
    expect(hottestSampled(stacks, 'a.Main.main', timed)).toEqual(['a.B.work', 'a.Main.main']);
  });
});
