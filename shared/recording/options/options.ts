import { SAMPLE_SOURCES, type Clock } from '../../events/clock.ts';
import {
  isMetricsChoice,
  METRICS_PARTS,
  METRICS_TYPED,
  metricsChoice,
  type MetricsChoice,
  type MetricsPartTexts,
} from './chosenMetrics.ts';

/** What every option of a recording has. Roots are none: they are what is recorded, not how. */
interface OptionTexts {
  /** As it is typed; what stands behind it follows from the kind. */
  readonly flag: string;
  /** Behind the flag in the help of a command. */
  readonly help: string;
  /** Of the part of the window's form that it stands in; neighbours with one section share it. */
  readonly section: string;
  /** Before its value in reports: "Threads: followed". */
  readonly label: string;
  /** In a comparison of two that differ in it: "They were recorded with other clocks". */
  readonly differing: string;
  /** What a file that lacks it was recorded with: of a new one as `initial`; null: nobody knows; left away: every file has it. */
  readonly missing?: boolean | string | readonly [] | null;
  /** Written where it is as `missing` too: from before such options were left out of the file, whose bytes stay as they are. */
  readonly always?: true;
  /** The object of the file and of the JSON report that it stands in; left away: at their top. */
  readonly within?: 'filter';
  /** Only of a program that runs already: commands and forms that start one, or record nothing, do not have it. */
  readonly attachedOnly?: true;
}

/** How long the bare program is sampled. */
type SampledTimesChoice = 'off' | '5s' | '20s' | '60s';

/** "20s", as it may be typed too: "20000ms", "1m". */
function sampledTimesChoice(typed: string): string {
  const [, number, unit] = /^(\d+)(ms|s|m)$/.exec(typed.trim()) ?? [];
  if (unit === undefined) return typed;
  return `${(Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as 'ms' | 's' | 'm']) / 1000}s`;
}

/** A choice of several names. */
export interface ChoiceOption extends OptionTexts {
  readonly kind: 'choice';
  readonly initial: string;
  readonly choices: Readonly<Record<string, { readonly title: string; readonly hint: string }>>;
  /** As it may be typed besides -> its name. */
  readonly canonical?: (typed: string) => string;
  /** What a recording of another tool may have in its place. */
  readonly imported?: readonly string[];
}

/** Some of several parts, by their names with commas between: "calls,time". */
export interface SetOption extends OptionTexts {
  readonly kind: 'set';
  readonly initial: string;
  /** A box for each, in this order. The first one is always chosen. */
  readonly parts: Readonly<Record<string, MetricsPartTexts>>;
  readonly isChoice: (text: string) => text is MetricsChoice;
  /** As it may be typed besides -> its name. */
  readonly canonical: (typed: string) => string;
}

/** On or off. */
export interface SwitchOption extends OptionTexts {
  readonly kind: 'switch';
  readonly initial: boolean;
  /** Off and on, behind its label. */
  readonly words: readonly [off: string, on: string];
  /** Off and on, as they are typed behind the flag; left away: the flag alone means on. */
  readonly typed?: readonly [off: string, on: string];
  readonly title: string;
  readonly hint: string;
}

export type ListGrammar = 'live' | 'weights' | 'conditions' | 'split' | 'duration';

/** Method patterns. */
export interface PatternsOption extends OptionTexts {
  readonly kind: 'patterns';
  readonly initial: readonly [];
  /** What stands there in place of patterns. */
  readonly grammar?: ListGrammar;
  /** Behind its label, where there is no pattern. */
  readonly none: string;
  readonly title: string;
  readonly placeholder: string;
  /** Each has a name before it: NAME=PATTERN. */
  readonly named?: true;
}

export type RecordingOption = ChoiceOption | SetOption | SwitchOption | PatternsOption;

const MEASURED = { section: 'Filters', missing: null, within: 'filter' } as const;

/**
 * How a recording measures, option by option: one entry is all that an option needs. The check of a request, the options of
 * the commands, the form and the drafts of the window, the file, the log, the reports and the comparison follow from it
 * (chosenOptions.ts). Which options do not go together is in optionConflict.ts.
 */
export const OPTIONS = {
  scheme: {
    kind: 'choice',
    initial: 'lazy',
    choices: {
      lazy: { title: 'As methods are called (lazy)', hint: 'Recommended for a program that runs already.' },
      eager: {
        title: 'All reachable, before the start (eager)',
        hint: 'Takes longer to start, and swaps no class later.',
      },
      everything: {
        title: 'All classes (everything)',
        hint: 'Instruments every method that is not excluded; only calls made under a root are recorded.',
      },
    },
    flag: '--scheme',
    help: 'lazy: as they are called; eager: all that may be called, before; everything: all that is not left out',
    section: 'What to instrument',
    label: 'Scheme',
    differing: 'schemes',
  },
  clock: {
    kind: 'choice',
    initial: 'nano',
    choices: {
      nano: { title: 'System.nanoTime', hint: 'Times and exact counts; about 50 ns per call.' },
      bursts: {
        title: 'Sampled timing (bursts)',
        hint: 'Exact counts; times estimated from some calls, with their error. About 6 ns per call.',
      },
      ticker: {
        title: 'Shared ticker (needs a free core)',
        hint: 'Times and exact counts; about 7 ns per call where a core is spare for it, else as nanoTime.',
      },
      cpu: {
        title: 'CPU time',
        hint: 'Time on a core, without waits and sleep, and exact counts; about 1 µs per call. Calls on virtual threads are only counted.',
      },
      none: { title: 'None: counts only', hint: 'Exact counts; a few ns per call.' },
    } satisfies Record<Clock, unknown>,
    imported: SAMPLE_SOURCES,
    flag: '--clock',
    help: 'nano: at each event; bursts: at some, the rest is estimated, at a fifth of the cost; ticker: kept by a thread, where a core is spare; cpu: CPU time, without waits, at a microsecond a call; none: calls only',
    section: 'Clock',
    label: 'Clock',
    differing: 'clocks',
  },
  /** What is measured of every call. */
  metrics: {
    kind: 'set',
    initial: 'calls,time',
    missing: 'calls,time',
    always: true,
    parts: METRICS_PARTS,
    isChoice: isMetricsChoice,
    canonical: metricsChoice,
    flag: '--metrics',
    help: `${METRICS_TYPED}; with commas between; exact; without time only with --clock none`,
    section: 'Metrics',
    label: 'Metrics',
    differing: 'metrics',
  },
  /** How bytecodes are counted, where they are (bytecodeRuns.ts). */
  bytecodes: {
    kind: 'choice',
    initial: 'precise',
    missing: 'precise',
    always: true,
    choices: {
      precise: { title: 'Precise', hint: 'Exact, with exceptions too.' },
      fast: {
        title: 'Whole blocks (fast)',
        hint: 'An exception may end a block early: so many bytecodes too many, at most, stand beside as ±.',
      },
    },
    flag: '--bytecodes',
    help: 'precise: exact, with exceptions too; fast: whole blocks, with how many may be too many as ±',
    section: 'Counting of bytecodes',
    label: 'Counting of bytecodes',
    differing: 'ways to count bytecodes',
  },
  /** What each executed bytecode counts (opcodeWeights.ts): where there are any, bytecodes are another metric. */
  weights: {
    kind: 'patterns',
    grammar: 'weights',
    initial: [],
    missing: [],
    none: '1 each',
    flag: '--weights',
    help: 'what each executed bytecode counts: lines as idiv 20 or invoke* 10, of 0 to 255; the metric is then weighted bytecodes',
    section: 'Weights of bytecodes',
    title: 'Weights',
    placeholder: '*=2 idiv=20 invoke*=10',
    label: 'Weights of bytecodes',
    differing: 'weights of bytecodes',
  },
  /** Which of the objects that are made are followed until they are collected: sizes and classes (liveChoice.ts). */
  live: {
    kind: 'patterns',
    grammar: 'live',
    initial: [],
    missing: [],
    none: 'not followed',
    flag: '--live',
    help: "objects that are still there: 512k follows one in so many bytes, 'app.**' all of these classes; counts objects too; repeatable",
    section: 'Metrics',
    title: 'Live objects',
    placeholder: '512k, com.acme.**',
    label: 'Live objects',
    differing: 'choices of live objects',
  },
  /** Of which calls of the roots the subgraph is recorded (argumentCondition.ts): all must hold. */
  when: {
    kind: 'patterns',
    grammar: 'conditions',
    initial: [],
    missing: [],
    none: 'all',
    flag: '--when',
    help: "record only those calls of the roots of which this holds: 'arg0 > 100', \"arg1 == 'GET'\"; repeatable, all must hold",
    section: 'Root calls',
    title: 'Only where',
    placeholder: "arg0 > 100 && arg1 == 'GET'",
    label: 'Root calls',
    differing: 'conditions of root calls',
  },
  /** By what root calls are told apart, each value with a tree of its own (rootRequests.ts): at most one text. */
  split: {
    kind: 'patterns',
    grammar: 'split',
    initial: [],
    missing: [],
    none: 'not split',
    flag: '--split',
    help: 'a tree for each value of an argument of the roots, arg0, or of the name of the thread, thread; after 1,000 values one for all others',
    section: 'Root calls',
    title: 'Split by',
    placeholder: 'arg0, or thread',
    label: 'Split by',
    differing: 'values that split root calls',
  },
  /** Nothing else but the roots is measured; none: all that is not left out. */
  includes: {
    ...MEASURED,
    kind: 'patterns',
    initial: [],
    none: 'all classes',
    flag: '--only',
    help: "measure what matches, and nothing else but the roots; auto: the program's own packages, by its class path; borders: these, and what implements JDBC, JPA, HTTP, messages, servlets; repeatable",
    title: 'Include only',
    placeholder: 'com.acme.**',
    label: 'Only',
    differing: 'patterns of what is measured',
  },
  excludes: {
    ...MEASURED,
    kind: 'patterns',
    initial: [],
    none: 'nothing more',
    flag: '-x, --exclude',
    help: 'what is left out besides the core classes; repeatable',
    title: 'Exclude',
    placeholder: 'com.acme.log.**, *.Logger',
    label: 'Left out',
    differing: 'patterns of what is left out',
  },
  /** Classes of the JDK are measured too. */
  includeCore: {
    ...MEASURED,
    kind: 'switch',
    initial: false,
    words: ['left out', 'measured'],
    flag: '--include-core',
    help: 'measure classes of the JDK too',
    title: 'Include core classes',
    hint: 'Otherwise the time in classes of the JDK counts as their caller’s own.',
    label: 'Core classes',
    differing: 'treatment of core classes',
  },
  /** Packages to whose account things go; a grouping, which can be another one afterwards (accountSets.ts). */
  accounts: {
    kind: 'patterns',
    named: true,
    initial: [],
    missing: [],
    none: 'none',
    flag: '--account',
    help: 'NAME=PATTERN: code to whose account things go, the nearest on the stack; repeatable, and free to change in report',
    section: 'Accounts',
    title: 'Accounts',
    placeholder: 'xml=org.xml.** app=com.acme.**',
    label: 'Accounts',
    differing: 'accounts',
  },
  /** Probes stand only where accounts begin and objects are made: no full call tree, for long runs. */
  accountsOnly: {
    kind: 'switch',
    initial: false,
    missing: false,
    always: true,
    words: ['wherever not left out', 'only where accounts begin and objects are made'],
    flag: '--accounts-only',
    help: 'probes only where accounts begin and objects are made: the same objects by account, for long runs without a full tree',
    section: 'Accounts',
    title: 'Nothing but accounts',
    hint: 'Probes only where accounts begin and objects are made. Objects by account are the same; calls of other methods are not counted.',
    label: 'Probes',
    differing: 'places of probes',
  },
  /** Root calls that last longer have trees of their own (slowCalls.ts). */
  slowCalls: {
    kind: 'patterns',
    grammar: 'duration',
    initial: [],
    missing: [],
    none: 'not told apart',
    flag: '--slow-calls',
    help: 'root calls that last longer than this have trees of their own: 120ms; report --group slow shows them',
    section: 'Slow root calls',
    title: 'Slow root calls',
    placeholder: '120ms',
    label: 'Slow root calls',
    differing: 'limits of slow root calls',
  },
  /** Threads that are started within the subgraph belong to it, from their first instruction to their last. */
  followThreads: {
    kind: 'switch',
    initial: false,
    missing: false,
    always: true,
    words: ['not followed', 'followed'],
    flag: '--follow-threads',
    help: 'threads that the call subgraph starts belong to it',
    section: 'Threads',
    title: 'Follow threads started by the callees',
    hint: 'All that such a thread does is measured, whatever it works on later. Otherwise a thread is measured only while it is within a root method.',
    label: 'Threads',
    differing: 'treatment of started threads',
  },
  /** Trivial leaf methods are counted, without times: their time is their caller's. */
  countTrivial: {
    kind: 'switch',
    initial: true,
    missing: false,
    always: true,
    words: ['timed', 'counted'],
    typed: ['off', 'on'],
    flag: '--count-trivial',
    help: 'getters and the like are counted without times, at a twentieth of the cost',
    section: 'Getters and setters',
    title: 'Count calls, do not time',
    hint: 'Getters and the like: exact counts at a twentieth of the cost; their time stays their caller’s own.',
    label: 'Trivial methods',
    differing: 'treatment of trivial methods',
  },
  /** What threads wait for a core, ready to run, is part of the times; otherwise it is left out where the system tells it. */
  chargeCoreWaits: {
    kind: 'switch',
    initial: false,
    missing: null,
    always: true,
    words: ['left out', 'part of the times'],
    typed: ['out', 'charged'],
    flag: '--core-waits',
    help: 'time in which a thread is ready to run and has no core: left out of the times, or part of them',
    section: 'Waits for a core',
    title: 'Leave them in the times',
    hint: 'Time in which a thread is ready to run and has no core. Otherwise it is left out where the system tells it, and told beside the times.',
    label: 'Waits for a core',
    differing: 'treatment of waits for a core',
  },
  /**
   * Before anything else the only root is timed as a code region until it is steady, for 20 s at most, and calibration is completed
   * by what it took (ContextCalibration). Its class must be loaded.
   */
  bareFirst: {
    kind: 'switch',
    initial: false,
    missing: null,
    always: true,
    attachedOnly: true,
    words: ['not timed', 'timed before'],
    flag: '--bare-first',
    help: 'the root alone is timed before, until it is steady: calibration is completed by what it took without the other probes',
    section: 'Calibrate on the root',
    title: 'Time the root uninstrumented first',
    hint: 'Until it is steady, 20 s at most. What it takes before its callees get probes then completes the calibration. For one root that is called again and again.',
    label: 'Bare root',
    differing: 'treatment of the bare root',
  },
  /** The program is sampled without probes, half of the time before the recording and half after it (sampledTimes.ts). */
  sampledTimes: {
    kind: 'choice',
    initial: 'off',
    missing: 'off',
    attachedOnly: true,
    choices: {
      off: { title: 'Not sampled', hint: 'Times are those that the probes measure.' },
      '5s': { title: 'For 5 s', hint: 'Enough for the hottest methods.' },
      '20s': { title: 'For 20 s', hint: 'Usual: half of it before, half after the recording.' },
      '60s': {
        title: 'For 60 s',
        hint: 'For large trees, and for roots that are at work for a part of the time.',
      },
    } satisfies Record<SampledTimesChoice, unknown>,
    canonical: sampledTimesChoice,
    flag: '--sampled-times',
    help: 'the bare program is sampled so long, half before and half after: Time (sampled) stands beside the times of the probes',
    section: 'Sample the bare program',
    label: 'Sampled times',
    differing: 'times of sampling',
  },
} as const satisfies Readonly<Record<string, RecordingOption>>;

export type OptionKey = keyof typeof OPTIONS;
export type SchemeName = keyof (typeof OPTIONS)['scheme']['choices'];

type ValueOf<Option> = Option extends { readonly choices: infer Choices }
  ? keyof Choices
  : Option extends { readonly kind: 'set' }
    ? MetricsChoice
    : Option extends { readonly kind: 'switch' }
      ? boolean
      : readonly string[];

/** What is chosen of each. */
export type RecordingOptions = { readonly [Key in OptionKey]: ValueOf<(typeof OPTIONS)[Key]> };

/** What a finished recording was made with; null: its file is from before the option was kept. */
export type RecordedOptions = {
  readonly [Key in OptionKey]:
    | RecordingOptions[Key]
    | ((typeof OPTIONS)[Key] extends { readonly missing: null } ? null : never)
    | ((typeof OPTIONS)[Key] extends { readonly imported: readonly (infer Name)[] } ? Name : never);
};
