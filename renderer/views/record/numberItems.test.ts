import { expect, it } from 'vitest';
import { NO_CALIBRATION } from '../../../shared/cct/cctTable.ts';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { attachedStatus } from '../../testing/attachedStatus.ts';
import { fakeJvms } from '../../testing/fakeJvms.ts';
import { recordingItems, sessionItems } from './numberItems.ts';

it('says plainly when the bare root could not complete the calibration', () => {
  const bareRoot = { passes: 200, meanNs: 12_300 };
  const itemWith = (contextNs: number | undefined) =>
    recordingItems(
      {
        ...exampleSnapshot('main: 0>A 10<A'),
        bareRoot,
        calibration: { ...NO_CALIBRATION, ...(contextNs === undefined ? {} : { contextNs }) },
      },
      null,
    ).find(({ label }) => label === 'Bare root');
  expect(itemWith(2.5)).toMatchObject({ doubtful: false, text: expect.stringMatching(/µs$/) });
  expect(itemWith(undefined)).toMatchObject({
    doubtful: true,
    text: expect.stringMatching(/not calibrated by it$/),
  });
});

it('does not say so while more calls of the root may come', () => {
  const bareRoot = { passes: 200, meanNs: 12_300 };
  const itemIn = (phase: 'recording' | 'attached') =>
    sessionItems(attachedStatus(fakeJvms()[0], { phase, measurement: { bareRoot } }), null).find(
      ({ label }) => label === 'Bare root',
    );
  expect(itemIn('recording')).toMatchObject({
    doubtful: false,
    text: expect.stringMatching(/not used yet$/),
  });
  expect(itemIn('attached')).toMatchObject({ doubtful: true });
});

it('says of which root calls a file is that does not have all', () => {
  const itemOf = (some: { readonly groups?: readonly string[] }) =>
    recordingItems({ ...exampleSnapshot('main: 0>A 10<A'), ...some }, null).find(
      ({ label }) => label === 'Root calls',
    );
  expect(itemOf({ groups: ['slow'] })?.text).toBe('slow only');
  expect(itemOf({})).toBeUndefined();
});
