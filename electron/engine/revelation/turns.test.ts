import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

describe('turns', () => {
  it('are taken one after the other, and a failed one keeps nobody from the next', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b fails');
      return name;
    };
    const taken = ['a', 'b', 'c'].map((name) => turns.take(work(name)));
    const over = turns.over();
    expect(await Promise.allSettled(taken)).toMatchObject([
      { value: 'a' },
      { reason: { message: 'b fails' } },
      { value: 'c' },
    ]);
    await over;
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });
});
