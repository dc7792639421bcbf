import { expect, it } from 'vitest';
import { EMPTY_DRAFT } from './appState.ts';
import { impliedBy, metricsShown } from './draftMetrics.ts';
import {
  hasPart,
  isMetricsChoice,
  withPart,
  type MetricsPart,
} from '../../shared/recording/options/chosenMetrics.ts';

it('without times no clock runs, and with them one does', () => {
  expect(impliedBy('metrics', 'calls,objects', EMPTY_DRAFT)).toMatchObject({ clock: 'none' });
  expect(impliedBy('metrics', 'calls,time', { ...EMPTY_DRAFT, clock: 'none' })).toMatchObject({
    clock: 'nano',
  });
  expect(impliedBy('metrics', 'calls,time,objects', { ...EMPTY_DRAFT, clock: 'cpu' })).toMatchObject({
    clock: 'cpu',
  });
  expect(impliedBy('clock', 'none', EMPTY_DRAFT)).toEqual({ metrics: 'calls' });
  expect(impliedBy('clock', 'bursts', { metrics: 'calls,objects', clock: 'none' })).toEqual({
    metrics: 'calls,time,objects',
  });
});

it('how bytecodes are counted is as at first where they are not', () => {
  expect(impliedBy('metrics', 'calls,time', EMPTY_DRAFT)).toHaveProperty('bytecodes', 'precise');
  expect(impliedBy('metrics', 'calls,bytecodes', EMPTY_DRAFT)).not.toHaveProperty('bytecodes');
});

it('a request without a clock shows no times, whatever it names', () => {
  expect(metricsShown({ metrics: 'calls,time', clock: 'none' })).toBe('calls');
  expect(metricsShown({ metrics: 'calls,time', clock: 'nano' })).toBe('calls,time');
});

it('any subset of the boxes is a choice', () => {
  for (const time of [true, false])
    for (const bytecodes of [true, false])
      for (const objects of [true, false]) {
        const choice = withPart(
          withPart(withPart('calls', 'time', time), 'bytecodes', bytecodes),
          'objects',
          objects,
        );
        expect(isMetricsChoice(choice)).toBe(true);
        expect(['time', 'bytecodes', 'objects'].map((part) => hasPart(choice, part as MetricsPart))).toEqual([
          time,
          bytecodes,
          objects,
        ]);
      }
});

it.each(['', 'time', 'calls,calls', 'time,calls', 'calls,objects,bytecodes', 'calls,wall'])(
  'the words %j are no choice: calls first, each part once, in the order of the boxes',
  (words) => expect(isMetricsChoice(words)).toBe(false),
);
