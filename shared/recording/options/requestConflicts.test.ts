import { expect, it } from 'vitest';
import { INITIAL_OPTIONS } from './chosenOptions.ts';
import { optionConflict } from './optionConflict.ts';
import type { RecordingOptions } from './options.ts';

function conflict(chosen: Partial<RecordingOptions>): ReturnType<typeof optionConflict> {
  return optionConflict({ ...INITIAL_OPTIONS, ...chosen, roots: ['a::b'] }, false);
}

const WHEN = { when: ['arg0 > 5'] };
const SPLIT = { split: ['arg0'] };

it('conditions and labels go together, with each clock that times each call and with bytecodes', () => {
  for (const clock of ['nano', 'ticker', 'cpu'] as const)
    expect(conflict({ ...WHEN, ...SPLIT, clock, metrics: 'calls,time,bytecodes' })).toBeNull();
  expect(conflict({ ...WHEN, clock: 'bursts', metrics: 'calls,time,objects' })).toBeNull();
});

it('neither goes with times of the bare program, which are those of all root calls', () => {
  for (const [key, options] of Object.entries({ when: WHEN, split: SPLIT })) {
    expect(conflict({ ...options, bareFirst: true })).toMatchObject({
      key,
      why: expect.stringContaining('--bare-first'),
    });
    expect(conflict({ ...options, sampledTimes: '5s' })).toMatchObject({
      ...{ key, why: expect.stringContaining('--sampled-times') },
    });
  }
});

it('labels do not go with what is not told apart by them', () => {
  const whyNot = (chosen: Partial<RecordingOptions>): string => conflict({ ...SPLIT, ...chosen })?.why ?? '';
  expect(whyNot({ slowCalls: ['120ms'] })).toContain('a root call is of one group');
  expect(whyNot({ clock: 'bursts' })).toContain('times in bursts are estimated for all root calls together');
  expect(whyNot({ metrics: 'calls,time,objects' })).toContain('objects are not told apart');
  expect(whyNot({ live: ['512k'] })).toContain('some are followed');
});
