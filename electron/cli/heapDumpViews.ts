import { statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { SluiceError } from '../../shared/base/errors.ts';
import { dataSetDiff } from '../../shared/compare/dataSetDiff.ts';
import type { HeapClass } from '../../shared/hprof/dumpClasses.ts';
import { HeapDump } from '../../shared/hprof/heapDump.ts';
import { LAYOUTS } from '../../shared/hprof/objectLayout.ts';
import { duplicateStrings } from '../../shared/hprof/views/duplicateStrings.ts';
import { emptyArrays } from '../../shared/hprof/views/emptyArrays.ts';
import type { ClassFilter } from '../../shared/hprof/views/heapView.ts';
import { heapHistogram } from '../../shared/hprof/views/histogram.ts';
import { loaderRows } from '../../shared/hprof/views/loaders.ts';
import { pathRows } from '../../shared/hprof/views/paths.ts';
import { referenceRows } from '../../shared/hprof/views/references.ts';
import { biggestObjects, dominatorRows } from '../../shared/hprof/views/retainers.ts';
import { parseMethodPattern } from '../../shared/callgraph/methodPattern.ts';
import { formatBytes, formatCountOf, SEPARATOR } from '../../shared/naming/formatNumbers.ts';
import type { DataSet } from '../../shared/recording/dataSet.ts';
import type { RecordedTarget } from '../../shared/recording/snapshot.ts';
import { beginningOf, dumpFile } from '../engine/heapDump/dumpFile.ts';
import type { CommandContext } from './commandContext.ts';
import { fileFailure } from './fileFailure.ts';
import type { OutputFormat } from './formatOption.ts';
import { showHeapSet } from './heapRecording.ts';
import { readRecording } from './readRecording.ts';
import type { Terminal } from './terminal.ts';
import { checkPlace } from './writeFileAtomically.ts';

export const HEAP_VIEWS = [
  'histogram',
  'biggest',
  'dominators',
  'paths',
  'incoming',
  'outgoing',
  'strings',
  'arrays',
  'loaders',
] as const;
export type HeapViewName = (typeof HEAP_VIEWS)[number];

export interface HeapFlags {
  readonly view: HeapViewName;
  readonly class?: string;
  readonly object?: number;
  readonly depth: number;
  readonly all: boolean;
  readonly filter?: string;
  readonly against?: string;
  readonly output?: string;
  readonly top: number;
  readonly layout?: string;
  readonly memory?: number;
  readonly format: OutputFormat;
}

/** Views of some objects, which have to be named. */
const OF_OBJECTS: readonly HeapViewName[] = ['paths', 'incoming', 'outgoing'];
const OF_CLASSES: readonly HeapViewName[] = ['histogram', 'biggest', 'arrays', ...OF_OBJECTS];

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
  const isWanted = classFilter(flags.class);
  const startedAtMs = Date.now();
  const set = await viewOfFile(context.terminal, file, flags, isWanted);
  const shown = flags.against === undefined ? set : await compared(context, flags.against, set, flags);
  await showHeapSet(context.terminal, shown, { target: ofFile(file), startedAtMs }, flags);
}

/** The dump itself is let go: another one may be read next. */
async function viewOfFile(
  terminal: Terminal,
  file: string,
  flags: HeapFlags,
  isWanted: ClassFilter,
): Promise<DataSet> {
  const startedAtMs = Date.now();
  const dump = await readDump(terminal, file, flags);
  const set = await viewOf(dump, flags, isWanted);
  terminal.progress('');
  tellOf(terminal, dump, (Date.now() - startedAtMs) / 1000);
  return set;
}

/** The histogram of a dump or a recording against this one. */
export async function compared(
  { terminal }: CommandContext,
  file: string,
  after: DataSet,
  flags: HeapFlags,
): Promise<DataSet> {
  const before =
    kindOfHeapFile(file) === 'dump'
      ? heapHistogram(await readDump(terminal, file, flags), classFilter(flags.class))
      : (await readRecording(file)).dataSets.find(({ id }) => id === 'histogram');
  terminal.progress('');
  if (before === undefined)
    throw new SluiceError(
      'usage',
      `${file} has no histogram of a heap.`,
      'Give a heap dump, or what sluice heap PID --output FILE.sluice has saved.',
    );
  // A dump knows no modules: what both have names a class.
  const [a, b] = [withTextsOf(before, after), withTextsOf(after, before)];
  const diff = dataSetDiff(a, b);
  if (diff.values.length > 0) return { ...diff, title: `${diff.title}: A is ${file}` };
  throw new SluiceError(
    'usage',
    'One histogram is of live objects, and the other one of garbage too.',
    'Make both with --all, or both without.',
  );
}

function withTextsOf(set: DataSet, other: DataSet): DataSet {
  return { ...set, texts: set.texts.filter(({ id }) => other.texts.some((text) => text.id === id)) };
}

async function readDump(terminal: Terminal, file: string, flags: HeapFlags): Promise<HeapDump> {
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

async function viewOf(dump: HeapDump, flags: HeapFlags, isWanted: ClassFilter): Promise<DataSet> {
  const { top } = flags;
  switch (flags.view) {
    case 'histogram':
      return heapHistogram(dump, isWanted);
    case 'biggest':
      return biggestObjects(dump, top, flags.class === undefined ? null : isWanted);
    case 'dominators':
      return dominatorRows(dump, {
        ...{ most: top, depth: flags.depth },
        object: flags.object === undefined ? null : chosenObject(dump, flags.object),
      });
    case 'paths':
      return pathRows(dump, chosenObjects(dump, flags, isWanted), top);
    case 'incoming':
    case 'outgoing':
      return referenceRows(dump, flags.view, chosenObjects(dump, flags, isWanted), top);
    case 'strings':
      return duplicateStrings(dump, top);
    case 'arrays':
      return emptyArrays(dump, top, isWanted);
    case 'loaders':
      return loaderRows(dump, top);
  }
}

function chosenObjects(
  dump: HeapDump,
  { object, class: pattern }: HeapFlags,
  isWanted: ClassFilter,
): Int32Array {
  if (object !== undefined) return Int32Array.of(chosenObject(dump, object));
  const found = dump.objectsOf(isWanted);
  if (found.length > 0) return found;
  // Of a class without objects there is still the class, with its statics.
  const classObjects = dump.graph.classes.all
    .filter(isWanted)
    .map(({ id }) => dump.graph.objects.indexOfId(id))
    .filter((classObject) => classObject >= 0);
  if (classObjects.length > 0) return Int32Array.from(classObjects);
  throw new SluiceError(
    'usage',
    `The dump has no object of ${pattern}.`,
    'See the classes with --view histogram.',
  );
}

function chosenObject(dump: HeapDump, address: number): number {
  const object = dump.graph.objects.indexOfId(address);
  if (object >= 0) return object;
  throw new SluiceError(
    'usage',
    `The dump has no object at 0x${address.toString(16)}.`,
    "An object's address is what stands behind the @ of its name.",
  );
}

/** `app.Cart[]` is an array of what `app.Cart` matches; without a pattern all classes are wanted. */
function classFilter(text: string | undefined): ClassFilter {
  if (text === undefined) return () => true;
  const brackets = /(\[\])*$/.exec(text)?.[0] ?? '';
  const pattern = parseMethodPattern(text.slice(0, text.length - brackets.length));
  if (pattern.namesMethods)
    throw new SluiceError(
      'usage',
      `The pattern ${text} names methods.`,
      'Classes have objects: app.Cart, app.**',
    );
  return ({ name }: HeapClass) => {
    const own = /(\[\])*$/.exec(name)?.[0] ?? '';
    const element = name.slice(0, name.length - own.length);
    return own === brackets && pattern.matchesClass(element) !== pattern.isExclusion;
  };
}

function refuseIdleFlags({ view, all, class: pattern, object }: HeapFlags): void {
  const refuse = (what: string, remedy: string): never => {
    throw new SluiceError('usage', what, remedy);
  };
  if (all) refuse('--all says nothing of a heap dump: it holds what it holds.', 'Leave it out.');
  if (OF_OBJECTS.includes(view) && (pattern === undefined) === (object === undefined))
    refuse(`--view ${view} is of some objects.`, 'Give --class PATTERN, or --object ADDRESS.');
  if (pattern !== undefined && !OF_CLASSES.includes(view))
    refuse(`--class says nothing of --view ${view}.`, 'Leave it out; --filter is of the rows shown.');
  if (object !== undefined && view !== 'dominators' && !OF_OBJECTS.includes(view))
    refuse(`--object says nothing of --view ${view}.`, 'Take paths, incoming, outgoing or dominators.');
}

function ofFile(file: string): RecordedTarget {
  return { pid: 0, mainClass: file, javaVersion: '', commandLine: '', vmName: '' };
}
