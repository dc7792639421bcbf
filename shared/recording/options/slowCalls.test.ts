import { expect, it } from 'vitest';
import { INITIAL_OPTIONS } from './chosenOptions.ts';
import { optionConflict } from './optionConflict.ts';
import type { RecordingOptions } from './options.ts';
import { slowCallsNs } from './slowCalls.ts';

it('is one duration, or none', () => {
  expect(slowCallsNs([])).toBe(0);
  expect(['120ms', '1.5s', '50us', '2m'].map((text) => slowCallsNs([text]))).toEqual([
    120e6, 1.5e9, 50e3, 120e9,
  ]);
});

it.each([['soon'], ['120'], ['0ms'], ['2h'], ['61m'], ['-3ms'], ['']])('refuses %j', (text) => {
  expect(() => slowCallsNs([text])).toThrow('is no duration from 1us to 60m');
});

it('refuses a second limit', () => {
  expect(() => slowCallsNs(['1ms', '2ms'])).toThrow('--slow-calls 2ms is a second limit');
});

it('goes with the clocks that tell how long each root call lasts', () => {
  for (const clock of ['nano', 'ticker'] as const) expect(conflict({ clock })).toBeNull();
  for (const clock of ['bursts', 'cpu'] as const)
    expect(conflict({ clock })).toMatchObject({ key: 'slowCalls', why: expect.stringContaining(clock) });
});

it('does not go with objects or samples, which tell of no root call', () => {
  expect(conflict({ metrics: 'calls,time,objects' })?.why).toContain('objects');
  expect(conflict({ live: ['512k'] })?.why).toContain('objects');
  expect(conflict({ sampledTimes: '5s' })?.why).toContain('samples');
});

function conflict(chosen: Partial<RecordingOptions>): ReturnType<typeof optionConflict> {
  return optionConflict({ ...INITIAL_OPTIONS, slowCalls: ['120ms'], ...chosen, roots: ['a::b'] }, false);
}
