import { expect, it } from 'vitest';
import { summaryOf } from '../../worker/openedFile.ts';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { recordedBefore, type Comparable } from './comparisons.ts';
import { keptWhen, recordedWhen } from './recordingFiles.ts';

const one = (name: string, mainClass?: string, startedAtMs = 0): Comparable => ({
  ...{ id: name, name, file: () => Promise.resolve(new Blob()) },
  recorded: mainClass === undefined ? null : { mainClass, startedAtMs },
});

it('is compared with the last recording of the program before it, whatever was opened meanwhile', () => {
  const shown = one('shown', 'Shop', 30);
  const all = [
    shown,
    one('unread'),
    one('its copy', 'Shop', 30),
    one('later', 'Shop', 40),
    one('first', 'Shop', 10),
    one('before', 'Shop', 20),
    one('other', 'Mail', 25),
  ];
  expect(recordedBefore(shown, all)?.name).toBe('before');
});

it('is compared with what was opened last where there is none before it, and with no other program', () => {
  const shown = one('shown', 'Shop', 30);
  const [other, later] = [one('other', 'Mail', 25), one('later', 'Shop', 40)];
  expect(recordedBefore(shown, [shown, other, later])?.name).toBe('later');
  expect(recordedBefore(shown, [shown, other, one('unread')])?.name).toBe('unread');
  expect(recordedBefore(shown, [shown, other])).toBeUndefined();
  expect(recordedBefore(shown, [shown])).toBeUndefined();
});

it('is never the recording before of one that does not tell its program either', () => {
  const shown = one('shown', '', 30);
  expect(recordedBefore(shown, [shown, one('opened last', 'Shop', 40), one('older', '', 10)])?.name).toBe(
    'opened last',
  );
});

it('a file without call trees, or of samples, is no recording of a program', () => {
  const summary = summaryOf(exampleSnapshot('main: 0>A 100<A'));
  const { target, startedAtMs } = summary;
  expect(recordedWhen({ hasTrees: true, summary })).toEqual({ mainClass: target.mainClass, startedAtMs });
  expect(recordedWhen({ hasTrees: false, summary })).toBeNull();
  expect(recordedWhen({ hasTrees: true, summary: { ...summary, clock: 'samples' } })).toBeNull();
  const kept = { mainClass: 'Shop', startedAtMs: 10 };
  expect(keptWhen({ ...kept, roots: ['Shop::sell'] })).toEqual(kept);
  expect(keptWhen({ ...kept, roots: [] })).toBeNull();
});
