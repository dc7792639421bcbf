import { expect, it } from 'vitest';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { groupedSnapshot } from '../../shared/testing/groupedSnapshot.ts';
import type { NamedBytes } from './cctProtocol.ts';
import { OpenedComparison } from './openedComparison.ts';

it('compares groups of one recording per root call, also where there are as many of each', () => {
  const script = 'main: ^ 0>A 10<A ^ 20>A 30<A ^ 40>A 940<A ^ 950>A 1850<A';
  const file = encodeSnapshot(groupedSnapshot(script, 100)).slice().buffer;
  const of = (group?: string, isRest = false): NamedBytes => ({
    ...{ name: 'run', bytes: file },
    ...(group && { group, isRest }),
  });
  const { summary, diff } = new OpenedComparison(of('fast'), of('slow'));
  expect(summary.basis).toBe('root-call');
  expect(summary.b.groups).toEqual(['slow']);
  expect(diff.units).toEqual({ a: 2, b: 2 });
  expect(new OpenedComparison(of(), of()).summary.basis).toBe('recording');
  const { summary: ofRest } = new OpenedComparison(of('slow', true), of('slow'));
  expect(ofRest.a).toMatchObject({ name: 'run (root calls other than slow)', groups: ['fast'] });
});
