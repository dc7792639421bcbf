import { InvalidArgumentError, type Command } from 'commander';
import { UsageError, type SluiceError } from '../../../shared/base/errors.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import { threadsNamed } from '../../../shared/recording/chosenThreads.ts';
import { checkedFilter, filteredMethods, type MethodFilter } from '../../../shared/naming/methodFilter.ts';
import { packagesText } from '../../../shared/naming/inPackages.ts';
import { MethodTable } from '../../../shared/naming/methodTable.ts';
import { hasTreePerThread, type ReportView } from '../../../shared/report/reportView.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { valueOfSet, type DataSetView } from '../../../shared/rows/dataSetRows.ts';
import { groupedSet } from '../../../shared/rows/groupedSet.ts';
import type { RecordedTarget, Snapshot } from '../../../shared/recording/snapshot.ts';
import type { Transform } from '../../../shared/rows/transform.ts';
import { TREE_VIEWS, viewFacts, type TreeViewName } from '../../../shared/rows/views.ts';
import { RECORDING_TABLES } from '../../../shared/tables/recordingTables.ts';
import { METRICS, type MetricPair } from '../../../shared/metrics/metric.ts';
import { isTimed, parseValue, type Value } from '../../../shared/metrics/value.ts';
import { isMeasured, measuredPairs } from '../../../shared/recording/measuredPairs.ts';
import { isAccountGroup } from './accountOption.ts';
import { collect, shareOf, typedPattern, typedPatterns } from './optionValues.ts';

/** What is shown of a recording, or of two, as typed. */
export interface ViewFlags {
  readonly view?: string;
  /** What a row of hot is, or names of columns of a data set. */
  readonly by?: string;
  readonly method: readonly string[];
  readonly thread: readonly string[];
  /** Of one recording: a tree for every thread. */
  readonly byThread?: boolean;
  readonly filter?: string;
  /** A metric, or one per another. */
  readonly value?: string;
}

/** What patterns are matched with: a recording, or what two recordings have. */
export interface Recorded extends Pick<Snapshot, 'methods'> {
  readonly target: Pick<RecordedTarget, 'ownPackages'>;
}

/** A step as typed: what it becomes depends on the recording. */
type TypedStep = (recorded: Recorded) => Transform;

/** The steps of one command line: options of different names, in the order in which they were typed. */
export class TypedSteps {
  readonly #steps: TypedStep[] = [];

  add(step: TypedStep): void {
    this.#steps.push(step);
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  in(recorded: Recorded): readonly Transform[] {
    return this.#steps.map((step) => step(recorded));
  }
}

/**
 * @param steps  takes those of the command line
 * @param tables that --view can name beside the views of call trees
 */
export function withViewOptions(command: Command, steps: TypedSteps, tables = RECORDING_TABLES): Command {
  const methodStep =
    (kind: 'focusMethods' | 'dropMethods' | 'mergeMethods' | 'collapseMethods') => (text: string) => {
      const typed = typedPattern(text);
      steps.add((recorded) => ({ kind, methods: methodsMatching(recorded, typed) }));
    };
  return command
    .option('--view <view>', 'what to show, see below (default: tree)')
    .option(
      '--by <group>',
      'what a row of hot is: methods (default), classes, packages, accounts, principals; of a data set: its names, with commas',
    )
    .option('-m, --method <pattern>', 'whose callers or callees, with --view; repeatable', typedPatterns, [])
    .option(
      '-t, --thread <name>',
      'only this thread, by name or id; several are merged; repeatable',
      collect,
      [],
    )
    .option(
      '--value <metric>',
      `what comes first: ${METRICS.map(({ id }) => id).join(', ')}, or one per another: selfNs/calls`,
    )
    .option('--filter <text>', "rows that have these words; '!words': that have not; 're:...': that match")
    .option(
      '--focus <pattern>',
      'a step: only what is below these methods, all their calls merged',
      methodStep('focusMethods'),
    )
    .option('--drop <pattern>', 'a step: without these methods and what they call', methodStep('dropMethods'))
    .option(
      '--merge <pattern>',
      'a step: these methods are part of their callers',
      methodStep('mergeMethods'),
    )
    .option(
      '--collapse <pattern>',
      'a step: what these methods call is part of them',
      methodStep('collapseMethods'),
    )
    .option(
      '--only <packages>',
      'a step: methods of other packages are part of their callers: com.acme,org.acme',
      (text: string) => {
        const packages = text.split(',').map((name) => name.trim());
        if (packages.includes(''))
          throw new InvalidArgumentError(
            'Names of packages are needed, with commas between: com.acme,org.acme',
          );
        const filter: MethodFilter = { kind: 'packages', packages };
        steps.add((recorded) => ({ kind: 'showOnly', filter: matching(recorded, filter, `is in ${text}`) }));
      },
    )
    .option(
      '--my-code',
      'a step: the same for the own packages of the program, which the recording tells',
      () => steps.add(myCode),
    )
    .option('--collapse-recursion', 'a step: paths without their loops', () =>
      steps.add(() => ({ kind: 'collapseRecursion', methods: null, directOnly: false })),
    )
    .option(
      '--hide-below <percent>',
      'a step: what is smaller than this part of the total is summed up',
      (text) => {
        const share = shareOf(text);
        steps.add(() => ({ kind: 'hideSmall', share }));
      },
    )
    .addHelpText('after', viewsHelp(tables));
}

/** Views of call trees, tables of the whole recording, and what only this or that recording has. */
function viewsHelp(tables: typeof RECORDING_TABLES): string {
  const all = [
    ...TREE_VIEWS.map((name) => [name, viewFacts(name).shows]),
    ...tables.map(({ id, shows }) => [id, shows]),
    ['NAME', 'a data set of the recording: its name is told where another one is asked for'],
  ];
  return `\nViews:\n${all.map(([name, shows]) => `  ${name.padEnd(15)}  ${shows}\n`).join('')}`;
}

/** @throws SluiceError 'usage' for options that say nothing of a table, and for what it does not have */
export function dataSetView(
  set: DataSet,
  { value, filter, by, method, thread, byThread }: ViewFlags,
  steps: TypedSteps,
): DataSetView {
  if (method.length > 0 || thread.length > 0 || byThread === true || !steps.isEmpty)
    throw new UsageError(
      `--view ${set.id} is a table of the whole recording: it has neither methods nor threads nor steps.`,
      'Leave them out; --filter, --value and --top are of tables too.',
    );
  const typed = filter === undefined ? null : checkedFilter(typedFilter(filter));
  const shown = by === undefined || isAccountGroup(by) ? set : groupedSet(set, by.split(','));
  return { set: shown, filter: typed, value: value === undefined ? null : valueOfSet(shown, value) };
}

/** @throws SluiceError 'usage' for what the recording does not have, and for options that say nothing in this view */
export function reportView(
  snapshot: Snapshot,
  kind: TreeViewName,
  flags: ViewFlags,
  steps: TypedSteps,
): ReportView {
  if (flags.byThread === true && !hasTreePerThread(kind)) {
    throw new UsageError(
      `--by-thread says nothing of --view ${kind}.`,
      'Take --view tree, or --view threads for one line each.',
    );
  }
  const chosen = flags.thread.flatMap((name) => threadsNamed(snapshot, name));
  if (flags.byThread === true && chosen.length > 0) {
    throw new UsageError(
      '--by-thread shows a tree for every thread, and --thread those of some merged.',
      'Leave one of them out.',
    );
  }
  return {
    ...shownRows(snapshot, kind, flags, steps),
    threads: flags.byThread === true ? 'each' : flags.thread.length === 0 ? 'all' : chosen,
    value: valueIn({ timed: snapshot.clock !== 'none', pairs: measuredPairs(snapshot) }, flags),
  };
}

/** What can be compared or shown of a recording, or of two. */
export interface Measured {
  readonly timed: boolean;
  readonly pairs: readonly MetricPair[];
}

/** @throws SluiceError 'usage' for what the recording does not have */
export function valueIn({ timed, pairs }: Measured, { value: text }: ViewFlags): Value | null {
  if (text === undefined) return null;
  const value = parseValue(text);
  if (!timed && isTimed(value))
    throw new UsageError(
      `The value ${JSON.stringify(text)} is of times, and the recording has none (--clock none).`,
      'Take calls, or record with a clock.',
    );
  const missing = [value.metric, value.per].find((metric) => metric !== null && !isMeasured(metric, pairs));
  if (missing)
    throw new UsageError(
      `The value ${JSON.stringify(text)} is of ${missing.unit}, and the recording has none: they were not measured.`,
      `Take ${METRICS.filter((metric) => isMeasured(metric, pairs))
        .map(({ id }) => id)
        .join(', ')}, or one per another.`,
    );
  return value;
}

/** The rows of a view, of whichever threads. @throws SluiceError 'usage' for what was not recorded */
export function shownRows(
  recorded: Recorded,
  kind: TreeViewName,
  flags: ViewFlags,
  steps: TypedSteps,
): Omit<ReportView, 'threads' | 'value'> {
  refuseIdleOptions(kind, flags);
  refuseCalleesOfNobody(kind, flags);
  return {
    kind,
    by: groupOf(flags.by),
    methods: flags.method.flatMap((pattern) => methodsMatching(recorded, pattern)),
    steps: steps.in(recorded),
    filter:
      flags.filter === undefined
        ? null
        : matching(recorded, typedFilter(flags.filter), `passes the filter ${JSON.stringify(flags.filter)}`),
  };
}

/** What --by means of hot. @throws SluiceError 'usage' */
export function groupOf(by = 'methods'): ReportView['by'] {
  const group = (['methods', 'classes', 'packages'] as const).find((name) => name === by);
  if (group !== undefined) return group;
  throw new UsageError(
    `--by ${toldText(by)} groups nothing of --view hot.`,
    'Take methods, classes, packages, accounts or principals.',
  );
}

/** Callees are those of a method: a command that takes long asks for it beforehand. */
export function refuseCalleesOfNobody(kind: TreeViewName, { method }: Pick<ViewFlags, 'method'>): void {
  if (kind !== 'callees' || method.length > 0) return;
  throw new UsageError(
    'Callees are those of a method: --method PATTERN.',
    "For example: --method 'com.acme.Shop::order'",
  );
}

/** What a view would pass over in silence. */
function refuseIdleOptions(view: TreeViewName, { by, method }: ViewFlags): void {
  const refuse = (what: string, remedy: string): never => {
    throw new UsageError(what, remedy);
  };
  if (by !== undefined && view !== 'hot') refuse(`--by says nothing of --view ${view}.`, 'Take --view hot.');
  if (method.length > 0 && view !== 'callers' && view !== 'callees')
    refuse(`--method says nothing of --view ${view}.`, 'Take --view callers or callees, or --focus PATTERN.');
}

/** @throws SluiceError 'usage' where own packages are not known, or nothing of them was recorded */
function myCode(recorded: Recorded): Transform {
  const packages = recorded.target.ownPackages ?? [];
  if (packages.length === 0)
    throw new UsageError(
      "--my-code: the recording does not tell which packages are the program's own.",
      'Name them: --only com.acme,org.acme',
    );
  matching(recorded, { kind: 'packages', packages }, `is in ${packagesText(packages)}`);
  return { kind: 'myCode', packages };
}

/** @throws SluiceError 'usage' for what is no filter, or passes nothing */
function matching({ methods }: Recorded, filter: MethodFilter, what: string): MethodFilter {
  if (filteredMethods(new MethodTable(methods), filter).includes(1)) return filter;
  throw noneMatches(what);
}

function methodsMatching({ methods }: Recorded, text: string): number[] {
  const pattern = parseMethodPattern(text);
  const ids = methods
    .filter(
      ({ className, name, descriptor }) =>
        pattern.matchesMethod(className, name, descriptor) !== pattern.isExclusion,
    )
    .map(({ id }) => id);
  if (ids.length > 0) return ids;
  throw noneMatches(`matches ${text}`);
}

function noneMatches(what: string): SluiceError {
  return new UsageError(
    `No method of the recording ${what}.`,
    'sluice report FILE --view hot shows those that were called.',
  );
}

export function typedFilter(text: string): MethodFilter {
  if (/^!?\s*$/.test(text))
    throw new UsageError('The filter is empty: --filter WORDS.', "For example: --filter 'acme order'");
  if (text.startsWith('re:')) return { kind: 'regexp', text: text.slice(3) };
  if (text.startsWith('!')) return { kind: 'excludes', text: text.slice(1) };
  return { kind: 'contains', text };
}
