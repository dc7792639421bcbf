import { statSync } from 'node:fs';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { dataSetDiff } from '../../../shared/compare/dataSetDiff.ts';
import { isDumpName } from '../../../shared/hprof/dumpName.ts';
import { areHints, comparableSets } from '../../../shared/hprof/hints/comparableHints.ts';
import { needsSubject, type HeapViewName } from '../../../shared/hprof/views/heapQuestion.ts';
import { classesLike } from '../../../shared/hprof/views/heapSubject.ts';
import { formatBytes, formatCountOf, SEPARATOR } from '../../../shared/naming/formatNumbers.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import type { RecordedTarget } from '../../../shared/recording/snapshot.ts';
import { beginningOf } from '../../engine/heapDump/dumpFile.ts';
import { readAside, usualMemoryBytes } from '../../engine/reading/readAside.ts';
import type { HeapFacts, HeapFileQuestion, ReadHeap } from '../../engine/reading/readQuestions.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { fileFailure } from '../../../shared/base/fileFailure.ts';
import type { OutputFormat } from '../options/formatOption.ts';
import { showHeapSet } from './showHeapSet.ts';
import { readRecording } from '../files/readRecording.ts';
import { madeByPattern, readMakers, tellOfMakers, type RecordedMakers } from './recordedMakers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkPlace } from '../files/writeFileAtomically.ts';

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
  const read = await readDump(context.terminal, file, flags, {
    ...{ view: flags.view, top: flags.top, depth: flags.depth, ...subject },
    ...(makers !== null && { made: makers.made }),
  });
  if (makers !== null) tellOfMakers(context.terminal, makers.file, read.joined);
  tellOf(context.terminal, read.facts, (Date.now() - startedAtMs) / 1000);
  const { set } = read;
  const shown = flags.against === undefined ? set : await compared(context, flags.against, set, flags);
  await showHeapSet(context.terminal, shown, { target: ofFile(file), startedAtMs }, flags);
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
      ? (
          await readDump(terminal, file, flags, {
            ...{ view, depth, top: Infinity },
            ...subjectOf(flags, null),
          })
        ).set
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

/** What is asked of a dump; by which file and with how much memory is told beside it. */
export type AskedOfDump = Omit<HeapFileQuestion, 'path' | 'layout' | 'memoryBytes'>;

/** One view of a dump, which is read beside this thread and let go. @throws SluiceError that names the file */
export async function readDump(
  terminal: Terminal,
  file: string,
  {
    layout = null,
    memory: memoryBytes = usualMemoryBytes(),
  }: { readonly layout?: string | null; readonly memory?: number },
  asked: AskedOfDump,
): Promise<ReadHeap> {
  const onProgress = (what: string, done: number): void =>
    terminal.progress(`${file}: ${what}${done > 0 ? `, ${Math.round(done * 100)} %` : ''}`);
  try {
    return await readAside(
      'heap',
      { path: file, layout, memoryBytes, ...asked },
      {
        ...{ subject: 'The heap dump', fileBytes: statSync(file).size, memoryBytes, onProgress },
        remedy: 'Give Sluice more memory: --memory, or a machine that has it.',
      },
    );
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    if (thrown instanceof SluiceError)
      throw new SluiceError(thrown.code, `${file}: ${thrown.message}`, thrown.remedy, { cause: thrown });
    if (!(thrown instanceof Error) || !('syscall' in thrown)) throw thrown;
    throw fileFailure(`${file} could not be read`, thrown, 'Give a heap dump (.hprof).');
  } finally {
    terminal.progress('');
  }
}

/** What holds for all views of a dump. */
function tellOf(
  terminal: Terminal,
  { objects, bytes, layout, reason, repeated, dangling }: HeapFacts,
  seconds: number,
): void {
  terminal.talk(
    `read ${formatCountOf(objects, 'object', 'objects', SEPARATOR)}, ${formatBytes(bytes)}, in ${seconds.toFixed(1)} s`,
  );
  const why = {
    found: 'as the objects lie in the heap',
    assumed: 'assumed: the objects do not tell; see --layout',
    chosen: 'as --layout says',
  }[reason];
  terminal.talk(
    `sizes are those of a JVM with headers of ${layout.headerBytes} bytes and references of ${layout.referenceBytes} (${layout.title}), ${why}`,
  );
  if (repeated > 0)
    terminal.talk(`warning: ${formatCountOf(repeated, 'object')} came twice; the first of each counts`);
  if (dangling > 0)
    terminal.talk(
      `${formatCountOf(dangling, 'reference', 'references', SEPARATOR)} lead to what is not in the dump, as classes that are not linked yet`,
    );
}

/** What the flags name; nothing where they mean all objects. @throws SluiceError 'usage' for what is no pattern */
function subjectOf(
  { class: classes, object, madeBy }: HeapFlags,
  makers: RecordedMakers | null,
): Pick<AskedOfDump, 'classes' | 'object' | 'madeBy'> {
  if (object !== undefined) return { object };
  if (classes !== undefined) classesLike(classes);
  return {
    ...(classes !== undefined && { classes }),
    ...(madeBy !== undefined && makers !== null && { madeBy: madeByPattern(makers, madeBy) }),
  };
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
