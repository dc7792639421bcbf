import type { Calibration } from '../../../shared/cct/cctTable.ts';
import type { TickerAccount } from '../../../shared/cct/tickerAccount.ts';
import { bareRootText, clockText, coreWaitText, tickerText } from '../../../shared/report/recordedTexts.ts';
import { countsCalls, EVENTS_PER_TIME, type TimeSource } from '../../../shared/events/clock.ts';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import type { BareRoot } from '../../../shared/recording/passSummary.ts';
import { formatCount, formatCountOf, formatTime } from '../../../shared/naming/formatNumbers.ts';
import { LOSS_MESSAGES } from '../../../shared/recording/losses.ts';
import type { RecordingMoment, RecordingSummary } from '../../worker/cctProtocol.ts';

/** One number of the strip above the views. */
export interface NumberItem {
  readonly label: string;
  readonly text: string;
  readonly hint: string;
  readonly bad?: boolean;
  /** Times are less certain than they were meant to be. */
  readonly doubtful?: boolean;
  /** Its beginning says enough where there is little room. */
  readonly long?: boolean;
  /** A narrow window does without it. */
  readonly minor?: boolean;
}

/** Of a session: what its recording does now, or did last. */
export function sessionItems(status: SessionStatus, moment: RecordingMoment | null): readonly NumberItem[] {
  const recording = status.phase === 'recording' && !status.measurement.paused;
  const rate = recording ? (moment?.eventsPerSecond ?? 0) : 0;
  const dropped = Math.max(status.droppedEvents, moment?.droppedEvents ?? 0);
  return [
    {
      ...clockItem(
        status.measurement.request?.clock ?? 'nano',
        status.measurement.calibration,
        moment?.ticker,
      ),
      long: true,
    },
    ...bareRootItems(status.measurement.bareRoot, moment?.contextNs, recording),
    timeItem(status.measurement.elapsedMs),
    ...pausedItems(status.counters),
    {
      label: 'Events/s',
      minor: true,
      text: recording ? compact(rate) : '–',
      hint: 'Entries and exits of methods per second, as they arrive here',
    },
    {
      label: 'Events',
      minor: true,
      text: compact(moment?.events ?? 0),
      hint: `${formatCountOf(moment?.events ?? 0, 'entry or exit', 'entries and exits')} of methods since the start or the last reset`,
    },
    {
      label: 'Instrumented',
      text: formatCount(status.instrumentation.methods),
      hint: `${formatCountOf(status.instrumentation.methods, 'method')} of ${formatCountOf(status.instrumentation.classes, 'class', 'classes')} got probes, by ${formatCountOf(status.counters.hotSwaps, 'hot swap')}`,
    },
    calledItem(moment),
    {
      label: 'Waited',
      text: formatTime(status.counters.waitedMs * 1e6),
      hint: 'Time that threads of the target waited for Sluice, all threads together. It is charged to no method.',
    },
    ...coreWaitItems(moment),
    droppedItem(dropped),
    ...unpairedItems(moment?.unpairedEvents ?? 0),
  ];
}

/** Of a recording file. */
export function recordingItems(
  summary: RecordingSummary,
  moment: RecordingMoment | null,
): readonly NumberItem[] {
  const { clock, calibration, durationMs } = summary;
  return [
    ...groupItems(summary),
    { ...clockItem(clock, calibration, moment?.ticker), long: true },
    ...bareRootItems(summary.bareRoot, calibration.contextNs, false),
    timeItem(durationMs),
    ...pausedItems(summary),
    ...(countsCalls(clock) ? carriedItems(summary, moment) : []),
    {
      label: 'Contexts',
      text: formatCount(moment?.nodes ?? 0),
      hint: 'Nodes of this tree: different paths of calls',
    },
    ...coreWaitItems(moment),
    ...(countsCalls(clock) ? [droppedItem(summary.droppedEvents)] : []),
  ];
}

/** Of a file that has some of the root calls alone. */
function groupItems({ groups }: RecordingSummary): readonly NumberItem[] {
  if (groups === undefined) return [];
  const hint = 'The other root calls of the recording are not in this file';
  return [{ label: 'Root calls', text: `${groups.join(', ')} only`, hint, long: true }];
}

/** Of a recording by probes: what carried some, and what of it was called. */
function carriedItems(
  { instrumentedMethods }: RecordingSummary,
  moment: RecordingMoment | null,
): readonly NumberItem[] {
  return [
    {
      label: 'Instrumented',
      text: formatCount(instrumentedMethods),
      hint: `${formatCountOf(instrumentedMethods, 'method')} carried probes`,
    },
    calledItem(moment),
  ];
}

/** @param goesOn more calls of the root may come, and calibration be completed by them */
function bareRootItems(
  bare: BareRoot | null,
  contextNs: number | undefined,
  goesOn: boolean,
): readonly NumberItem[] {
  const hint = bareRootText(bare, contextNs);
  if (bare === null || hint === null) return [];
  const unused = goesOn ? ', not used yet' : ', not calibrated by it';
  const text = `${formatTime(bare.meanNs)}${contextNs === undefined ? unused : ''}`;
  return [{ label: 'Bare root', text, hint, doubtful: contextNs === undefined && !goesOn }];
}

function timeItem(elapsedMs: number): NumberItem {
  return {
    label: 'Time',
    text: `${(elapsedMs / 1000).toFixed(1)} s`,
    hint: 'Length of the recording, without pauses',
  };
}

function pausedItems({ pausedMs }: { readonly pausedMs: number }): readonly NumberItem[] {
  if (pausedMs === 0) return [];
  const text = `${(pausedMs / 1000).toFixed(1)} s`;
  return [{ label: 'Paused', text, hint: 'How long it was paused: what began then was not counted' }];
}

function coreWaitItems(moment: RecordingMoment | null): readonly NumberItem[] {
  const hint = coreWaitText(moment?.coreWaits);
  if (hint === null) return [];
  return [{ label: 'No core', text: formatTime(moment?.coreWaits?.leftOutNs ?? 0), hint }];
}

function calledItem(moment: RecordingMoment | null): NumberItem {
  return {
    label: 'Called',
    text: formatCount(moment?.calledMethods ?? 0),
    hint: 'Different methods in this tree',
  };
}

function droppedItem(dropped: number): NumberItem {
  return {
    label: 'Dropped',
    text: formatCount(dropped),
    hint:
      dropped === 0
        ? 'No event was lost: every count is exact.'
        : 'Events that were lost because Sluice could not keep up: counts and times are too small. Use the clock none, leave methods out, or choose a smaller root.',
    bad: dropped > 0,
  };
}

function unpairedItems(unpaired: number): readonly NumberItem[] {
  if (unpaired === 0) return [];
  const { cause, done, remedy } = LOSS_MESSAGES.unpairedEvents;
  const hint = `Entries or exits of methods without their other halves: some counts and times are wrong. ${cause} ${done} ${remedy}`;
  return [{ label: 'Unpaired', text: formatCount(unpaired), hint, bad: true }];
}

function clockItem(
  clock: TimeSource,
  calibration: Calibration | null,
  ticker: TickerAccount | undefined,
): NumberItem {
  if (clock === 'none') {
    return { label: 'Clock', text: 'none', hint: 'Times are not measured; every invocation is counted.' };
  }
  if (!countsCalls(clock)) {
    const ofCpuTime = clock === 'cpuSamples' ? ' of CPU time' : '';
    return {
      label: 'Samples',
      text:
        calibration?.stepNs === 0
          ? 'of unknown times'
          : `every ${formatTime(calibration?.stepNs ?? 0)}${ofCpuTime}`,
      hint: clockText(clock),
    };
  }
  if (!calibration) {
    return {
      label: 'Clock',
      text: clock === 'nano' ? 'nanoTime' : clock,
      hint: 'The probes have not been calibrated yet.',
    };
  }
  const { innerNs, outerNs, spreadNs, countNs, pausedPairNs, starvedPairNs, stepNs } = calibration;
  const inner = innerNs.toFixed(1);
  const outer = outerNs.toFixed(1);
  if (clock === 'bursts') {
    return {
      label: 'Clock',
      text: `bursts, probe ${pausedPairNs.toFixed(1)} ns`,
      hint: `System.nanoTime at some events, of frequent ones one in ${EVENTS_PER_TIME}: counts are exact, times are estimated, with the error that this brings. The probes of one call cost ${pausedPairNs.toFixed(1)} ns, in bursts ${(innerNs + outerNs).toFixed(1)} ns; both are taken out of the times shown.`,
    };
  }
  if (clock === 'ticker') {
    const kept = tickerText(ticker);
    const hasCore = ticker === undefined || 2 * ticker.starvedWords <= ticker.words;
    return {
      label: 'Clock',
      text: hasCore
        ? `ticker, probe ${(innerNs + outerNs).toFixed(1)} ± ${spreadNs.toFixed(1)} ns`
        : `ticker without a core, probe ${starvedPairNs.toFixed(0)} ns`,
      hint: `A thread of the target keeps it, in steps of ${stepNs.toFixed(0)} ns${kept === null ? '' : `: ${kept}`}. The probes of one call cost ${inner} ns inside the method and ${outer} ns in its caller, where nobody keeps it ${starvedPairNs.toFixed(0)} ns in all; both are taken out of the times shown.`,
    };
  }
  const [text, source] =
    clock === 'cpu'
      ? [
          'CPU time',
          'CPU time of the threads, without waits and sleep; calls on virtual threads are only counted',
        ]
      : ['nanoTime', 'System.nanoTime'];
  return {
    label: 'Clock',
    text: `${text}, probe ${(innerNs + outerNs).toFixed(0)} ± ${spreadNs.toFixed(1)} ns`,
    hint: `${source}. The probes of one call cost ${inner} ns inside the method and ${outer} ns in its caller, ± ${spreadNs.toFixed(1)} ns; both are taken out of the times shown, as are the ${countNs.toFixed(1)} ns of a call that is only counted.`,
  };
}

/** Three significant digits: 12.3 M. */
function compact(value: number): string {
  for (const [limit, unit] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e4, 'k'],
  ] as const) {
    const divisor = unit === 'k' ? 1e3 : limit;
    if (value >= limit) return `${(value / divisor).toPrecision(3)} ${unit}`;
  }
  return formatCount(value);
}
