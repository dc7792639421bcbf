import { shownName } from '../naming/shownName.ts';
import type { Calibration } from '../cct/cctTable.ts';
import { countsCalls, type SampleSource, type TimeSource } from '../events/clock.ts';
import { missesCalls } from '../messages/refusalMessages.ts';
import { isNote } from '../messages/noteMessages.ts';
import { formatCount, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import type { RecordedTarget, Snapshot } from '../recording/snapshot.ts';
import type { CoreWaitAccount } from '../cct/coreWaitAccount.ts';
import type { TickerAccount } from '../cct/tickerAccount.ts';
import type { BareRoot } from '../recording/passSummary.ts';
import { sumOf } from '../base/sumOf.ts';
import type { SampledTimes } from '../recording/sampledPhase.ts';

/** The sentence that stands beside all numbers: where their times are from. */
export function clockText(clock: TimeSource): string {
  switch (clock) {
    case 'nano':
      return 'Clock: nano.';
    case 'bursts':
      return 'Clock: bursts: counts are exact, times estimated from some calls.';
    case 'ticker':
      return 'Clock: ticker.';
    case 'cpu':
      return 'Clock: cpu: CPU time, without waits and sleep; calls on virtual threads have no such time and are counted only.';
    case 'none':
      return 'Clock: none, calls only.';
    case 'samples':
      return 'Times are estimated from samples: how often a method was found at work, times the period. Calls are not counted.';
    case 'cpuSamples':
      return 'Times are CPU time, estimated from samples of each thread wherever it runs, in native code too. Calls are not counted.';
  }
}

/** 23.5 + 24.3 ns: inside the method and in its caller. */
export function probeCost({ innerNs, outerNs }: Calibration): string {
  return `${innerNs.toFixed(1)} + ${outerNs.toFixed(1)} ns`;
}

/** Whether all calls are in a recording, in a sentence. */
export function completenessText({
  clock,
  complete,
  losses,
  refusals,
  notes,
}: Pick<Snapshot, 'clock' | 'complete' | 'losses' | 'refusals' | 'notes'>): string {
  if (!countsCalls(clock))
    return `No calls were counted.${complete ? '' : ` INCOMPLETE: ${losses.join(', ')}.`}`;
  if (!complete) return `INCOMPLETE: ${losses.join(', ') || 'calls were lost'}; counts are lower bounds.`;
  const within = notes.some((note) => isNote('calledOutside', note)) ? ' within the roots' : '';
  if (!refusals.some(missesCalls)) return `Complete: every call${within} was counted.`;
  // A file from before such refusals were losses.
  return `Complete but for what is not measured, or in part (${formatCount(refusals.length, ',')}): every other call${within} was counted.`;
}

/** What was left out because threads had no core, a sentence; null where nothing was. */
export function coreWaitText(account: CoreWaitAccount | undefined): string | null {
  if (account === undefined || account.leftOutNs === 0) return null;
  const doubt =
    account.doubtNs === 0 ? '' : `; of ${formatTime(account.doubtNs)} it is not certain in which methods`;
  return `Left out: ${formatTime(account.leftOutNs)} in which threads were ready to run and had no core${doubt}.`;
}

/** How well a thread kept the clock, a clause; null where one did not. */
export function tickerText(account: TickerAccount | undefined): string | null {
  if (account === undefined || account.words === 0) return null;
  const { words, starvedWords, gaps, leftOutNs } = account;
  const kept = Math.floor((100 * (words - starvedWords)) / words);
  const stood =
    gaps === 0
      ? ''
      : `; it stood still ${gaps === 1 ? 'once' : `${gaps} times`}, ${formatTime(leftOutNs)} left out`;
  return `${kept} % of events by the ticker${kept < 100 ? ', the others read System.nanoTime' : ''}${stood}`;
}

/**
 * What the root took before it was recorded, and what follows from that.
 * @param contextNs of the calibration on the program; undefined: none explains what the root is charged with
 * @returns sentences; null: the root was not timed before
 */
export function bareRootText(bare: BareRoot | null, contextNs: number | undefined): string | null {
  if (bare === null) return null;
  const took = `Bare, a call of the root took ${formatTime(bare.meanNs)} (mean of ${formatCount(bare.passes)}).`;
  if (contextNs === undefined) {
    return `${took} Calibration could not be completed by that: the root was called fewer than 20 times since, does another work now, or was not compiled yet when it was timed.`;
  }
  const more = `${Math.abs(contextNs).toFixed(1)} ns ${contextNs < 0 ? 'less' : 'more'}`;
  return `${took} So probes cost ${more} here, for each stretch between two events, than in the loop that calibrates them; that is in what is taken out.`;
}

function bySource(source: SampleSource | undefined): string {
  if (source === undefined) return '';
  return source === 'cpuSamples' ? ' by CPU time' : ' by a timer';
}

/** How the sampled times of a recording were found, in sentences. */
export function sampledLines({ phases, nsPerSample, rootCallsPerSecond }: SampledTimes): readonly string[] {
  if (phases.length === 0) return [];
  const inRoot = formatCount(sumOf(phases.map((phase) => phase.inRoot)), SEPARATOR);
  const all = formatCount(sumOf(phases.map(({ samples }) => samples)), SEPARATOR);
  const when = phases
    .map(({ when: at, source, durationMs }) => `${formatTime(durationMs * 1e6)} ${at}${bySource(source)}`)
    .join(', ');
  const rate =
    rootCallsPerSecond === null
      ? ''
      : ` The bare root was called ${rootCallsPerSecond.toPrecision(3)} times a second.`;
  return [
    `Time (sampled): of the bare program, ${when}; ${inRoot} of ${all} samples in a root, ${formatTime(nsPerSample)} each.${rate}`,
    '±: two standard errors. ~: no sample of its own, its method’s time by counts. <: no sample of its method, so less than three.',
  ];
}

/** "demo.Shop (pid 4711), OpenJDK 64-Bit Server VM 17.0.15"; what a file does not tell is left out. */
export function targetText({ mainClass, pid, vmName, javaVersion }: RecordedTarget): string {
  const program = mainClass === '' ? 'A program that the file does not name' : shownName(mainClass);
  const vm = [vmName, javaVersion]
    .filter((part) => part !== '')
    .map(shownName)
    .join(' ');
  return `${program}${pid > 0 ? ` (pid ${pid})` : ''}${vm === '' ? '' : `, ${vm}`}`;
}
