import { expect, it } from 'vitest';
import { PARTIAL_WAYS, type PartialResult } from './partial.ts';
import { partialPart } from './partialPart.ts';

/** Two rounds of 100 ms, of which the root takes 10, recorded in each way. @param chargedMs of both rounds, by way */
function resultOf(chargedMs: readonly number[]): PartialResult {
  const rounds = [{ wallMs: 100 }, { wallMs: 100 }];
  const costs = { probeMs: 1, swaps: 2, swapMs: 3, analysisMs: 4, incomplete: '' };
  const counts = { calls: 8, instrumented: 5, called: 3 };
  return {
    program: { name: 'h2', part: 'a.B::c' },
    bare: rounds,
    timed: [
      { passes: 4, rootMs: 9 },
      { passes: 4, rootMs: 11 },
    ],
    recorded: new Map(
      PARTIAL_WAYS.map((way, i) => [
        way,
        { rounds, recorded: { ...costs, ...counts, chargedMs: chargedMs[i], chargedErrorMs: 1_000 } },
      ]),
    ),
  } as unknown as PartialResult;
}

const CIRCUMSTANCES = { machine: '2 cores', java: 'JDK 25', absent: [] };

it('misses a goal by what is charged, however large the error is that is told', () => {
  const { text, missed } = partialPart([resultOf([30, 31, 15, 24])], CIRCUMSTANCES);
  expect(missed).toEqual([
    'h2, lazy, nano: charges 1.55 times the root time; 0.8 to 1.5',
    'h2, lazy, nano, bare first: charges 0.75 times the root time; 0.8 to 1.5',
    'h2, lazy, bursts, bare first: charges 1.20 times the root time; 0.9 to 1.15',
  ]);
  expect(text).toContain('15 ms ± 500 ms | 1.50 met |');
  expect(text).toContain('16 ms ± 500 ms | 1.55 missed |');
  expect(text).toContain('4 of 4 recordings have the root time within ±.');
});

it('meets all goals where each ratio is as wanted', () => {
  expect(partialPart([resultOf([20, 20, 20, 20])], CIRCUMSTANCES).text).toContain('All goals are met.');
});
