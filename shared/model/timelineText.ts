import { formatCount, formatTime } from './formatNumbers.ts';
import { eventsPerSecond, mergedSample, type TimelineSample } from './timeline.ts';

/** One sample in words: 3.0 s to 4.0 s: 200 000 events/s; 2 hot swaps, 45.0 ms; paused 500 ms. */
export function sampleText(sample: TimelineSample): string {
  const { fromMs, toMs } = sample;
  const rate = `${formatCount(eventsPerSecond(sample))} events/s`;
  return [`${seconds(fromMs)} to ${seconds(toMs)}: ${rate}`, ...leftOutTexts(sample)].join('; ');
}

/** The whole timeline in words, for who does not see it. */
export function timelineText(samples: readonly TimelineSample[]): string {
  if (samples.length === 0) return 'Timeline of the recording: nothing yet';
  const whole = mergedSample(samples);
  const most = samples.reduce((rate, sample) => Math.max(rate, eventsPerSecond(sample)), 0);
  const leftOut = leftOutTexts(whole);
  return [
    `Timeline of the recording from ${seconds(whole.fromMs)} to ${seconds(whole.toMs)}: at most ${formatCount(most)} events/s`,
    ...(leftOut.length > 0 ? leftOut : ['no hot swap, no wait for Sluice, no pause']),
  ].join('; ');
}

function leftOutTexts({ hotSwaps, swapMs, waitedMs, pausedMs }: TimelineSample): readonly string[] {
  const texts: string[] = [];
  if (hotSwaps > 0)
    texts.push(`${formatCount(hotSwaps)} hot swap${hotSwaps === 1 ? '' : 's'}, ${time(swapMs)}`);
  if (waitedMs > 0) texts.push(`threads waited ${time(waitedMs)} for Sluice`);
  if (pausedMs > 0) texts.push(`paused ${time(pausedMs)}`);
  return texts;
}

function time(ms: number): string {
  return formatTime(ms * 1e6);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
