import { expect, it } from 'vitest';
import { withSampledTimes } from '../../shared/recording/samples/sampledTimes.ts';
import { jfrRecording } from '../../shared/importers/jfrRecording.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { heldOut } from './heldOut.ts';

/** A calls B ten times, and C, which calls B ten times. */
const SCRIPT = `main: 0>A ${'101>B 101<B '.repeat(10)}100>C ${'101>B 101<B '.repeat(10)}900<C 910<A`;

function times(count: number, stack: string): string[] {
  const frames = stack.replace(/\b[ABC]\b/g, 'demo.Demo.$&');
  return Array<string>(count).fill(`main: ${frames}`);
}

it('holds a judge’s stacks against the ± of each context, as parts of the same whole', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const stacks = [...times(300, 'A'), ...times(100, 'A B'), ...times(100, 'A C B')];
  const sampling = { ...jfrRecording(jfrFile(stacks, '1 ms')), durationMs: 1_000 };
  const { threads, sampledTimes } = withSampledTimes(recorded, {
    phases: [{ when: 'before', sampling }],
    rootCalls: { passes: 2, ms: 1_000, threads: [] },
  });
  const snapshot = { ...recorded, threads, bareSamples: sampledTimes };
  const judged = (a: number, ab: number, acb: number): string => {
    const line = (frames: string, count: number): string => `Main.main;${frames} ${count}`;
    const lines = [
      line('demo.Demo.A;java.util.Map.get', a), // without a probe: its caller's
      line('demo.Demo.A;demo.Demo.B', ab),
      line('demo.Demo.A;demo.Demo.C;demo.Demo.B', acb),
      'Main.main;demo.Demo.A;[k] 1000', // taken by the judge alone
      'Main.main 1000', // outside of the root
    ];
    const { contexts, within, sampledContexts, sampledWithin } = heldOut(
      snapshot,
      'demo.Demo.A',
      [lines.join('\n')],
      (innermost) => innermost !== '[k]',
    );
    return `${within} of ${contexts}, ${sampledWithin} of ${sampledContexts}`;
  };
  // ± is 21 of the hundred samples of B, 36 of the three hundred of A. C has none, and may have three.
  expect(judged(300, 100, 100)).toBe('4 of 4, 3 of 3');
  expect(judged(600, 200, 200)).toBe('4 of 4, 3 of 3');
  expect(judged(300, 80, 120)).toBe('4 of 4, 3 of 3');
  expect(judged(300, 70, 130)).toBe('2 of 4, 1 of 3');
});
