import { expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { reportText } from './reportText.ts';
import { wholeView } from './reportView.ts';
import type { Snapshot } from '../recording/snapshot.ts';

it('of callers those methods come first, and are left out last, that took most themselves, not with what they call', () => {
  const snapshot = exampleSnapshot('main: 0>A 10>B 40<B 40<A');
  expect(shownNames(snapshot, 100)).toEqual(['Demo.B()', '  Demo.A()', 'Demo.A()']);
  expect(shownNames(snapshot, 2)).toEqual(['Demo.B()', '  Demo.A()']);
});

it('of callers those methods come first that are called most where there is no clock', () => {
  const snapshot = exampleSnapshot('main: >A >B <B >B <B <A', { clock: 'none' });
  expect(shownNames(snapshot, 1)).toEqual(['Demo.B()']);
});

/** Indented as they are. */
function shownNames(snapshot: Snapshot, top: number): string[] {
  const lines = [...reportText(snapshot, { view: wholeView('callers'), top, names: 'short' })];
  const head = lines.findIndex((line) => line.endsWith('Back Traces'));
  return lines.slice(head + 1).flatMap((line) => /\S {2}( *Demo\..*)$/.exec(line)?.[1] ?? []);
}
