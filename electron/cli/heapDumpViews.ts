import { statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { SluiceError, UsageError } from '../../shared/base/errors.ts';
import { dataSetDiff } from '../../shared/compare/dataSetDiff.ts';
import { HeapDump } from '../../shared/hprof/heapDump.ts';
import { areHints, comparableSets } from '../../shared/hprof/hints/comparableHints.ts';
import { LAYOUTS } from '../../shared/hprof/objectLayout.ts';
import { answerOf, needsSubject, type HeapViewName } from '../../shared/hprof/views/heapQuestion.ts';
import { ALL_OBJECTS, classesLike, type HeapSubject } from '../../shared/hprof/views/heapSubject.ts';
import { formatBytes, formatCountOf, SEPARATOR } from '../../shared/naming/formatNumbers.ts';
import type { DataSet } from '../../shared/recording/dataSet.ts';
import type { RecordedTarget } from '../../shared/recording/snapshot.ts';
import { beginningOf, dumpFile } from '../engine/heapDump/dumpFile.ts';
import type { CommandContext } from './commandContext.ts';
import { fileFailure } from './fileFailure.ts';
import type { OutputFormat } from './formatOption.ts';
import { showHeapSet } from './showHeapSet.ts';
import { readRecording } from './readRecording.ts';
import { joinDump, madeByPattern, readMakers, type RecordedMakers } from './recordedMakers.ts';
import type { Terminal } from './terminal.ts';
import { checkPlace } from './writeFileAtomically.ts';

export interface HeapFlags {
  readonly view: HeapViewName;
  readonly class?: string;
  readonly object?: number;
  /** Of the recording that followed objects when the dump was made. */
  readonly recording?: string;
  readonly madeBy?: string;
  readonly depth: number;
  readonly all: boolean;
  readonly filter?: string;
  readonly against?: string;
  /** ms */
  readonly snapshotEvery?: number;
  readonly count?: number;
  readonly output?: string;
  readonly top: number;
  readonly layout?: string;
  readonly memory?: number;
  readonly format: OutputFormat;
}

const OF_CLASSES: readonly HeapViewName[] = [
  'histogram',
  'made',
  'biggest',
  'arrays',
  'paths',
  'incoming',
  'outgoing',
];

/** Views of what some contexts have made. */
const OF_MAKERS: readonly HeapViewName[] = ['made', 'paths', 'incoming', 'outgoing'];

/** What the name says that it is, or is to be. */
export function isDumpName(path: string): boolean {
  return /\.hprof(\.gz)?$/i.test(path);
}

/**
 * Whether a target is a file with a heap dump, and no JVM. Names say little, so it is looked into.
 * @throws SluiceError 'io' for a name of a dump that is none
 */
export function kindOfHeapFile(path: string): 'dump' | 'other' {
  try {
    const begins = statSync(path).isFile() ? beginningOf(path) : 'other';
    if (begins !== 'other') return 'dump';
  } catch (thrown) {
    if (isDumpName(path))
      throw fileFailure(`${path} could not be read`, thrown, 'Give a heap dump (.hprof).');
    return 'other';
  }
  if (!isDumpName(path)) return 'other';
  throw new SluiceError(
    'io',
    `${path} is no heap dump: it does not begin with JAVA PROFILE.`,
    'Give a heap dump of a HotSpot JVM: sluice heap PID --output FILE.hprof makes one.',
  );
}

/** One view of a dump, shown, saved or compared. */
export async function showDump(context: CommandContext, file: string, flags: HeapFlags): Promise<void> {
  refuseIdleFlags(flags);
  if (flags.output !== undefined) await checkPlace(flags.output);
  const makers = flags.recording === undefined ? null : await readMakers(flags.recording);
  const subject = subjectOf(flags, makers);
  const startedAtMs = Date.now();
  const set = await viewOfFile(context.terminal, file, flags, subject, makers);
  const shown = flags.against === undefined ? set : await compared(context, flags.against, set, flags);
  await showHeapSet(context.terminal, shown, { target: ofFile(file), startedAtMs }, flags);
}

/** The dump itself is let go: another one may be read next. */
async function viewOfFile(
  terminal: Terminal,
  file: string,
  flags: HeapFlags,
  subject: HeapSubject,
  makers: RecordedMakers | null,
): Promise<DataSet> {
  const startedAtMs = Date.now();
  const dump = await readDump(terminal, file, flags);
  if (makers !== null) await joinDump(terminal, dump, makers);
  const { view, top, depth } = flags;
  const set = await answerOf(dump, { view, subject, top, depth });
  terminal.progress('');
  tellOf(terminal, dump, (Date.now() - startedAtMs) / 1000);
  return set;
}

/** What a dump or a recording had of the same view, against this one. */
export async function compared(
  { terminal }: CommandContext,
  file: string,
  after: DataSet,
  flags: HeapFlags,
): Promise<DataSet> {
  const { view, depth } = flags;
  const before =
    kindOfHeapFile(file) === 'dump'
      ? await answerOf(await readDump(terminal, file, flags), {
          ...{ view, depth, subject: subjectOf(flags, null) },
          top: Infinity,
        })
      : (await readRecording(file)).dataSets.find(({ id }) => id === view);
  terminal.progress('');
  if (before === undefined)
    throw new UsageError(
      `${file} has no ${view} of a heap.`,
      'Give a heap dump, or what sluice heap PID --output FILE.sluice has saved.',
    );
  // A dump knows no modules: what both have names a class.
  const { a, b, rankedBy } = areHints(after)
    ? comparableSets(before, after)
    : comparableSets(withTextsOf(before, after), withTextsOf(after, before));
  const diff = dataSetDiff(a, b, rankedBy);
  if (diff.values.length > 0) return { ...diff, title: `${diff.title}: A is ${file}` };
  throw new UsageError(
    'One histogram is of live objects, and the other one of garbage too.',
    'Make both with --all, or both without.',
  );
}

function withTextsOf(set: DataSet, other: DataSet): DataSet {
  return { ...set, texts: set.texts.filter(({ id }) => other.texts.some((text) => text.id === id)) };
}

/** @throws SluiceError that names the file */
export async function readDump(
  terminal: Terminal,
  file: string,
  flags: Pick<HeapFlags, 'layout' | 'memory'> = {},
): Promise<HeapDump> {
  let toldAtMs = 0;
  const onProgress = (what: string, done: number): void => {
    if (Date.now() - toldAtMs < 200) return;
    toldAtMs = Date.now();
    terminal.progress(`${file}: ${what}${done > 0 ? `, ${Math.round(done * 100)} %` : ''}`);
  };
  const layout = LAYOUTS.find(({ id }) => id === flags.layout) ?? null;
  const memoryBytes = flags.memory ?? Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  try {
    return await HeapDump.read(dumpFile(file), { onProgress, pause, layout, memoryBytes });
  } catch (thrown) {
    terminal.progress('');
    if (thrown instanceof SluiceError)
      throw new SluiceError(thrown.code, `${file}: ${thrown.message}`, thrown.remedy, { cause: thrown });
    if (!(thrown instanceof Error) || !('syscall' in thrown)) throw thrown;
    throw fileFailure(`${file} could not be read`, thrown, 'Give a heap dump (.hprof).');
  }
}

/** What holds for all views of a dump. */
function tellOf(terminal: Terminal, dump: HeapDump, seconds: number): void {
  const { sizes, dangling, repeated, classOf } = dump.graph;
  const bytes = sizes.sizes.reduce((sum, units) => sum + units * 8, 0);
  terminal.talk(
    `read ${formatCountOf(classOf.length, 'object', 'objects', SEPARATOR)}, ${formatBytes(bytes)}, in ${seconds.toFixed(1)} s`,
  );
  const why = {
    found: 'as the objects lie in the heap',
    assumed: 'assumed: the objects do not tell; see --layout',
    chosen: 'as --layout says',
  }[sizes.reason];
  terminal.talk(
    `sizes are those of a JVM with headers of ${sizes.layout.headerBytes} bytes and references of ${sizes.layout.referenceBytes} (${sizes.layout.title}), ${why}`,
  );
  if (repeated > 0)
    terminal.talk(`warning: ${formatCountOf(repeated, 'object')} came twice; the first of each counts`);
  if (dangling > 0)
    terminal.talk(
      `${formatCountOf(dangling, 'reference', 'references', SEPARATOR)} lead to what is not in the dump, as classes that are not linked yet`,
    );
}

/** What the flags name; all objects where they name none. */
function subjectOf(
  { class: pattern, object, madeBy }: HeapFlags,
  makers: RecordedMakers | null,
): HeapSubject {
  if (object !== undefined) return { kind: 'object', address: object };
  const classes = pattern === undefined ? ALL_OBJECTS : classesLike(pattern);
  return madeBy === undefined || makers === null ? classes : madeByPattern(makers, madeBy, classes.isWanted);
}

function refuseIdleFlags({ view, all, class: pattern, object, recording, madeBy }: HeapFlags): void {
  const refuse = (what: string, remedy: string): never => {
    throw new UsageError(what, remedy);
  };
  if (all) refuse('--all says nothing of a heap dump: it holds what it holds.', 'Leave it out.');
  if (recording === undefined && (madeBy !== undefined || view === 'made'))
    refuse(
      `${view === 'made' ? '--view made' : '--made-by'}: a heap dump alone does not tell who has made its objects.`,
      'Name the recording that followed them while it was made: --recording FILE.sluice.',
    );
  if (madeBy !== undefined && (object !== undefined || !OF_MAKERS.includes(view)))
    refuse(
      `--made-by says nothing of ${object === undefined ? `--view ${view}` : 'one object'}.`,
      `Take --view ${OF_MAKERS.join(', ')}.`,
    );
  if (needsSubject(view) && (pattern ?? madeBy) === undefined && object === undefined)
    refuse(
      `--view ${view} is of some objects.`,
      'Give --class PATTERN, --made-by METHOD or --object ADDRESS.',
    );
  if (pattern !== undefined && object !== undefined)
    refuse('--class says nothing of one object.', 'Give --class PATTERN, or --object ADDRESS.');
  if (pattern !== undefined && !OF_CLASSES.includes(view))
    refuse(`--class says nothing of --view ${view}.`, 'Leave it out; --filter is of the rows shown.');
  if (object !== undefined && view !== 'dominators' && !needsSubject(view))
    refuse(`--object says nothing of --view ${view}.`, 'Take paths, incoming, outgoing or dominators.');
}

function ofFile(file: string): RecordedTarget {
  return { pid: 0, mainClass: file, javaVersion: '', commandLine: '', vmName: '' };
}
