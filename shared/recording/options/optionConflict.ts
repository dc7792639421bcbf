import { tellsDurations } from '../../events/clock.ts';
import { changedMetrics, hasPart, leavesTimesOut, type MetricsChoice } from './chosenMetrics.ts';
import { INITIAL_OPTIONS } from './chosenOptions.ts';
import { OPTIONS, type RecordingOption, type RecordingOptions } from './options.ts';

/** An option that does not go with the rest, and why, as a clause. */
export interface OptionConflict {
  readonly key:
    'bareFirst' | 'metrics' | 'bytecodes' | 'weights' | 'accountsOnly' | 'when' | 'split' | 'slowCalls';
  readonly why: string;
  /** What to do on the command line. */
  readonly remedy: string;
}

/**
 * What does not go together in a recording; null: all does.
 * @param waits for classes of the roots that are not loaded yet
 */
export function optionConflict(
  {
    roots,
    bareFirst,
    clock,
    metrics,
    bytecodes,
    weights,
    accounts,
    accountsOnly,
    when,
    split,
    live,
    slowCalls,
    sampledTimes,
  }: Pick<
    RecordingOptions,
    | 'bareFirst'
    | 'clock'
    | 'metrics'
    | 'bytecodes'
    | 'weights'
    | 'accounts'
    | 'accountsOnly'
    | 'when'
    | 'split'
    | 'live'
    | 'slowCalls'
    | 'sampledTimes'
  > & {
    roots: readonly string[];
  },
  waits: boolean,
): OptionConflict | null {
  if (leavesTimesOut(metrics) && clock !== 'none')
    return {
      key: 'metrics',
      why: `time is not among them, and the clock is ${clock}`,
      remedy: `Take --clock none, or --metrics ${metrics.replace('calls', 'calls,time')}.`,
    };
  if (bytecodes !== INITIAL_OPTIONS.bytecodes && !hasPart(metrics, 'bytecodes'))
    return {
      key: 'bytecodes',
      why: `it says how bytecodes are counted, and the metrics are ${metrics}`,
      remedy: `Take --metrics ${changedMetrics(metrics, ['+bytecodes'])}, or leave it out.`,
    };
  if (weights.length > 0 && !hasPart(metrics, 'bytecodes'))
    return {
      key: 'weights',
      why: `bytecodes are what they weigh, and the metrics are ${metrics}`,
      remedy: `Take --metrics ${changedMetrics(metrics, ['+bytecodes'])}, or leave them out.`,
    };
  const whyNotAlone = accountsOnly ? whyNoAccountsAlone(accounts, metrics) : null;
  if (whyNotAlone !== null) return { key: 'accountsOnly', ...whyNotAlone };
  const ofAllCalls = bareFirst ? OPTIONS.bareFirst : sampledTimes !== 'off' ? OPTIONS.sampledTimes : null;
  if (when.length > 0 && ofAllCalls !== null)
    return {
      key: 'when',
      why: `some calls of the roots are recorded, and ${ofAllCalls.flag} takes the times of all`,
      remedy: 'Leave one of them out.',
    };
  const whyNotSplit = split.length > 0 ? whyNoSplit({ clock, slowCalls, metrics, live }, ofAllCalls) : null;
  if (whyNotSplit !== null) return { key: 'split', ...whyNotSplit };
  const whyNotApart = slowCalls.length > 0 ? whyNotToldApart({ clock, metrics, live, sampledTimes }) : null;
  if (whyNotApart !== null) return { key: 'slowCalls', ...whyNotApart };
  const why = !bareFirst
    ? null
    : roots.length > 1
      ? `one root is timed bare first, and ${roots.length} patterns are given`
      : clock === 'none'
        ? 'with clock none there are no times to compare with those of the bare root'
        : waits
          ? 'a root that is waited for cannot be timed: its class must be loaded, and the method be called'
          : null;
  return why === null ? null : { key: 'bareFirst', why, remedy: 'Leave one of them out.' };
}

/** @param ofAllCalls an option that takes the times of all root calls together */
function whyNoSplit(
  { clock, slowCalls, metrics, live }: Pick<RecordingOptions, 'clock' | 'slowCalls' | 'metrics' | 'live'>,
  ofAllCalls: RecordingOption | null,
): Omit<OptionConflict, 'key'> | null {
  if (ofAllCalls !== null)
    return {
      why: `calls of the roots are told apart, and ${ofAllCalls.flag} takes the times of all together`,
      remedy: 'Leave one of them out.',
    };
  if (slowCalls.length > 0)
    return {
      why: 'a root call is of one group, and --slow-calls tells them apart by their duration',
      remedy: 'Leave one of them out.',
    };
  if (clock === 'bursts')
    return {
      why: 'times in bursts are estimated for all root calls together',
      remedy: 'Take --clock nano or --clock none, or leave it out.',
    };
  return whyNoObjects({ metrics, live });
}

function whyNoObjects({
  metrics,
  live,
}: Pick<RecordingOptions, 'metrics' | 'live'>): Omit<OptionConflict, 'key'> | null {
  if (live.length > 0)
    return {
      why: 'objects are not told apart by root calls, and some are followed',
      remedy: 'Leave --live out, or this.',
    };
  if (!hasPart(metrics, 'objects')) return null;
  return {
    why: `objects are not told apart by root calls, and the metrics are ${metrics}`,
    remedy: `Take --metrics ${changedMetrics(metrics, ['-objects'])}, or leave it out.`,
  };
}

function whyNotToldApart({
  clock,
  metrics,
  live,
  sampledTimes,
}: Pick<RecordingOptions, 'clock' | 'metrics' | 'live' | 'sampledTimes'>): Omit<
  OptionConflict,
  'key'
> | null {
  if (!tellsDurations(clock))
    return {
      why: `how long each root call lasts is told by the clocks nano and ticker, and the clock is ${clock}`,
      remedy: 'Take --clock nano, or leave it out.',
    };
  const whyNot = whyNoObjects({ metrics, live });
  if (whyNot !== null || sampledTimes === 'off') return whyNot;
  return {
    why: 'samples of the bare program do not tell which root call they are of',
    remedy: 'Leave --sampled-times out, or this.',
  };
}

/** What is by account the same with fewer probes. */
const ACCOUNT_METRICS: MetricsChoice = 'calls,objects';

function whyNoAccountsAlone(
  accounts: readonly string[],
  metrics: MetricsChoice,
): Omit<OptionConflict, 'key'> | null {
  if (accounts.length === 0)
    return { why: 'no account is given', remedy: "Give one: --account 'app=com.acme.**'" };
  if (metrics === ACCOUNT_METRICS) return null;
  return {
    why: `objects alone are by account what they are with all probes, and the metrics are ${metrics}`,
    remedy: `Take --metrics ${ACCOUNT_METRICS} --clock none, or leave it out.`,
  };
}
