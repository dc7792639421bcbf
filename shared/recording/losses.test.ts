import { expect, it } from 'vitest';
import { lossTexts, type Losses, whyEmpty } from './losses.ts';

const NOTHING: Losses = {
  droppedEvents: 0,
  unaccountedEvents: 0,
  firstWaitTimeouts: 0,
  loadTimeouts: 0,
  refusedLanes: 0,
  notMeasured: 0,
  hooksRunning: 0,
  swapsFailed: false,
  unpairedEvents: 0,
  eventsUnread: false,
  cutShort: false,
};

it('names each cause that there is with its count, and no other', () => {
  expect(lossTexts(NOTHING)).toEqual([]);
  expect(lossTexts({ ...NOTHING, droppedEvents: 12_345 })).toEqual(['12,345 events were dropped']);
  expect(lossTexts({ ...NOTHING, unaccountedEvents: 1 })).toEqual(['1 event is not accounted for']);
  expect(lossTexts({ ...NOTHING, firstWaitTimeouts: 1, loadTimeouts: 2, cutShort: true })).toEqual([
    '1 wait at a first call ran out',
    '2 class loads did not get their answers',
    'it was cut short',
  ]);
  expect(lossTexts({ ...NOTHING, refusedLanes: 1 })).toEqual(['1 root call or thread got no lane']);
});

it('what is empty where something was lost is not said to be without a call', () => {
  expect(whyEmpty({ complete: true, losses: [] })).toBe('no root was called while it recorded');
  expect(whyEmpty({ complete: false, losses: lossTexts({ loadTimeouts: 3 }) })).toBe(
    'if a root was called, it was missed: 3 class loads did not get their answers',
  );
});
