import { formatCount, formatTime } from '../naming/formatNumbers.ts';
import { eventsPerSecond, mergedSample, type TimelineSample } from '../recording/timeline.ts';

/** One sample in words: 3.0 s to 4.0 s: 200 000 events/s; 2 hot swaps, 45.0 ms; paused 500 ms. */
export function sampleText(sample: TimelineSample): string {
  const rate = `${formatCount(eventsPerSecond(sample))} events/s`;
  return [`${rangeText(sample)}: ${rate}`, ...betweenTexts(sample)].join('; ');
}

/** The whole timeline in words, for who does not see it. @param separator of thousands; that of the window, if none is given */
export function timelineText(samples: readonly TimelineSample[], separator?: string): string {
  if (samples.length === 0) return 'Timeline of the recording: nothing yet';
  const whole = mergedSample(samples);
  const most = samples.reduce((rate, sample) => Math.max(rate, eventsPerSecond(sample)), 0);
  return `Timeline of the recording from ${rangeText(whole)}: at most ${formatCount(most, separator)} events/s; ${leftOutText(samples, separator)}`;
}

/** What came between, of the whole recording: 2 hot swaps, 45.0 ms; paused 500 ms. "" before there is a sample. */
export function leftOutText(samples: readonly TimelineSample[], separator?: string): string {
  if (samples.length === 0) return '';
  return betweenTexts(mergedSample(samples), separator).join('; ') || 'no hot swap, no wait, no pause';
}

function betweenTexts(sample: TimelineSample, separator?: string): readonly string[] {
  const { hotSwaps, swapMs, compilingMs, waitedMs, classLoads, classLoadMs, coreWaitMs, pausedMs } = sample;
  const texts: string[] = [];
  if (hotSwaps > 0)
    texts.push(`${formatCount(hotSwaps, separator)} hot swap${hotSwaps === 1 ? '' : 's'}, ${time(swapMs)}`);
  if (compilingMs > 0) texts.push(`JIT ${time(compilingMs)}`);
  if (waitedMs > 0) texts.push(`threads waited ${time(waitedMs)} for Sluice`);
  if (classLoads > 0)
    texts.push(
      `${formatCount(classLoads, separator)} class load${classLoads === 1 ? '' : 's'} stopped for ${time(classLoadMs)}`,
    );
  if (coreWaitMs > 0) texts.push(`threads were ready and had no core for ${time(coreWaitMs)}`);
  if (pausedMs > 0) texts.push(`paused ${time(pausedMs)}`);
  return texts;
}

function time(ms: number): string {
  return formatTime(ms * 1e6);
}

/** 3.0 s to 4.0 s */
export function rangeText({ fromMs, toMs }: Pick<TimelineSample, 'fromMs' | 'toMs'>): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return `${seconds(fromMs)} to ${seconds(toMs)}`;
}
