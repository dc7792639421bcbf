import { expect, it } from 'vitest';
import type { ComparedRow } from '../../worker/table/tableRow.ts';
import type { FlameFrame } from '../../worker/views/flameFrame.ts';
import { frameNumbers } from './frameText.ts';

const FRAME: FlameFrame = {
  node: 1,
  method: 1,
  title: null,
  level: 1,
  span: { from: 0, to: 1 },
  isCounted: false,
  calls: 4,
  selfNs: 2000,
  totalNs: 8000,
  errorNs: 10,
  totalErrorNs: 20,
  compared: null,
  further: [],
  frames: 1,
};
const BASES = { timed: true, totalNs: 8000, allCalls: 4, shape: 'calls' as const };

it('tells the average of a call, in total and by itself', () => {
  expect(averageOf(FRAME)).toMatch(/^2\S*\sµs total, 500\S*\sns self$/);
});

it('tells no average of one call, of calls that were only counted, and without a clock', () => {
  expect(averageOf({ ...FRAME, calls: 1 })).toBeUndefined();
  expect(averageOf({ ...FRAME, isCounted: true })).toBeUndefined();
  expect(averageOf({ ...FRAME, totalNs: 0, selfNs: 0 })).toBeUndefined();
  expect(averageOf(FRAME, { ...BASES, timed: false })).toBeUndefined();
});

it('tells no average of a self time that is within its doubt', () => {
  expect(averageOf({ ...FRAME, selfNs: 5 })).toMatch(/^2\S*\sµs total$/);
});

it('marks a self time that is within its doubt, as the tables do, and says why', () => {
  const selfOf = (frame: FlameFrame) =>
    frameNumbers(frame, BASES).find(({ label }) => label === 'Self Time')?.text;
  expect(selfOf({ ...FRAME, errorNs: 2000 })).toMatch(
    /^~2.* ±.*2.* \(25\.0 %\), below measurement accuracy$/,
  );
  expect(selfOf(FRAME)).toMatch(/^2.* ±.*10.* \(25\.0 %\)$/);
});

function averageOf(frame: FlameFrame, bases = BASES): string | undefined {
  return frameNumbers(frame, bases).find(({ label }) => label === 'Average')?.text;
}

it('tells what else was measured', () => {
  const further = [{ column: 'metric:totalBytecodes', value: 1200 } as const];
  expect(frameNumbers({ ...FRAME, further }, BASES)).toContainEqual({
    label: 'Total Bytecodes',
    text: '1\u202f200',
  });
});

it('tells of two recordings what else was measured of both, and the change', () => {
  const further = [
    { column: 'metric:totalBytecodes:Change', value: -30 },
    { column: 'metric:totalBytecodes:A', value: 130 },
    { column: 'metric:totalBytecodes:B', value: 100 },
  ] as const;
  const numbers = { callsA: 4, callsB: 4, callsChange: 0 } as ComparedRow['numbers'];
  const frame = { ...FRAME, isCounted: true, further, compared: { side: 'both', numbers } as const };
  expect(frameNumbers(frame, BASES)).toContainEqual({ label: 'Total Bytecodes', text: '130 → 100 (−30)' });
});
