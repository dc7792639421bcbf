import { describe, expect, test } from 'vitest';
import { judge, type HotView } from './judgeRecording.ts';

const PROGRAM = { prefixes: ['p.'], mayTell: /^a hook still ran$/ };
const ORACLE = { calls: new Map([['p.A.run()V', 2]]), hiddenClasses: new Set<string>() };
const WITH_HIDDEN = { ...ORACLE, hiddenClasses: new Set(['p.Rule']) };
const TOLD = 'Class p.Rule is not measured: it is hidden.';

function recording(calls: number, losses: readonly string[] = []): HotView {
  const row = { method: 'run', descriptor: '()V' };
  const rows = [
    { ...row, class: 'p.A', calls },
    { ...row, class: 'other.A', calls: 7 },
  ];
  return { complete: losses.length === 0, losses, rows };
}

describe('judge', () => {
  test('every call is there: right, classes without a prefix left out', () => {
    expect(judge(recording(2), TOLD, ORACLE, PROGRAM)).toMatchObject({ differences: [], violations: [] });
  });

  test.each([1, 3])('told complete with %i calls of 2: wrong', (calls) => {
    expect(judge(recording(calls), TOLD, ORACLE, PROGRAM)).toMatchObject({
      differences: [`p.A.run()V: 2 calls, recorded ${calls}`],
      violations: ['told complete, but 1 methods differ'],
    });
  });

  test('a method that the JVM writes into a class of the program is not compared, and no other', () => {
    const calls = new Map([...ORACLE.calls, ['p.A.commit()V', 7], ['p.A.commits()V', 7]]);
    const program = { ...PROGRAM, writtenByJvm: /^p\.A\.commit\(\)/ };
    expect(judge(recording(2), TOLD, { ...ORACLE, calls }, program).differences).toEqual([
      'p.A.commits()V: 7 calls, recorded 0',
    ]);
  });

  test('told incomplete: wrong where every count is right, unless what is told holds by itself', () => {
    const violations = (calls: number, loss: string): readonly string[] =>
      judge(recording(calls, [loss]), TOLD, ORACLE, PROGRAM).violations;
    expect(violations(2, 'a swap failed')).toEqual([
      'told incomplete, but every count is right: a swap failed',
    ]);
    expect(violations(1, 'a swap failed')).toEqual([]);
    expect(violations(2, 'a hook still ran')).toEqual([]);
  });

  test('a hidden class was called: its calls are missing, and it must be named', () => {
    const violations = (losses: readonly string[], told: string): readonly string[] =>
      judge(recording(2, losses), told, WITH_HIDDEN, PROGRAM).violations;
    expect(violations(['1 class is not measured'], TOLD)).toEqual([]);
    expect(violations(['1 class is not measured'], '')).toEqual(['the hidden class p.Rule is not named']);
    expect(violations([], TOLD)).toEqual(['told complete, but 1 hidden classes were called']);
  });

  test('an oracle that counted nothing proves nothing', () => {
    const nothing = { calls: new Map<string, number>(), hiddenClasses: new Set<string>() };
    expect(judge({ complete: true, losses: [], rows: [] }, TOLD, nothing, PROGRAM).violations).toEqual([
      'the oracle counted nothing',
    ]);
  });
});
