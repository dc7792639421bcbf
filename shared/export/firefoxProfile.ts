import type { MethodTable } from '../naming/methodTable.ts';
import { exportNotes } from './exportNotes.ts';
import { visibleText } from '../naming/visibleText.ts';
import { frameNamer } from './frameNames.ts';
import type { ExportedRecording, ExportedThread } from './exportedRecording.ts';
import type { MetricUnit } from '../metrics/metricUnit.ts';
import { TIME, weightsOf, type ExportedWeight } from './exportedWeight.ts';
import { gatheredJson, PIECE_LENGTH } from '../report/gathered.ts';

/** Of the processed format. Firefox Profiler upgrades what is older than itself, so this may stay as it is. */
const PROCESSED_VERSION = 58;
/** Of the Gecko format that belongs to it. */
const GECKO_VERSION = 31;
const CATEGORIES = [
  { name: 'Other', color: 'grey', subcategories: ['Other'] },
  { name: 'Java', color: 'yellow', subcategories: ['Other'] },
  { name: 'Counted, not timed', color: 'lightblue', subcategories: ['Other'] },
];
const CATEGORY_JAVA = 1;
const CATEGORY_COUNTED = 2;
/** What the last sample of a track is drawn as long as, at least. */
const MIN_INTERVAL_MS = 1e-6;
/** Where there are no times, so many calls are drawn as a millisecond. */
const CALLS_PER_MS = 1_000;

/** What it calls the weights of samples; others are plain numbers. */
const WEIGHT_TYPES: Readonly<Partial<Record<MetricUnit, string>>> = { ns: 'tracing-ms', bytes: 'bytes' };

/**
 * A profile for profiler.firefox.com in its processed format (docs-developer/CHANGELOG-formats.md of firefox-devtools/profiler), not
 * compressed yet; it opens as plain JSON too. Each thread of the recording is a track whose samples weigh
 * the self time in ms (weightType tracing-ms), in a second process "exact calls" one whose samples weigh calls, and in
 * a process for each further metric one whose samples weigh that.
 *
 * When something happened is not recorded: samples lie one behind the other in the order of the tree, so that the
 * stack chart is an icicle graph.
 */
export function firefoxProfile(recording: ExportedRecording): Generator<string> {
  return gatheredJson(parts(recording));
}

function* parts(recording: ExportedRecording): Generator<string> {
  const { threads } = recording;
  const strings = new StringList();
  const tables = threads.map(({ rows }) => new FrameTables(rows, recording.methods, strings));
  yield `{"meta":${JSON.stringify(metaOf(recording))},\n"libs":[],"threads":[`;
  let separator = '';
  for (const weight of weightsOf(recording)) {
    for (const [i, thread] of threads.entries()) {
      yield separator;
      yield* threadParts(recording, thread, tables[i], weight, i === 0);
      separator = ',\n';
    }
  }
  yield `],\n"shared":{"stringArray":${JSON.stringify(strings.all)},"sources":{"length":0,"uuid":[],"filename":[]}}}\n`;
}

function metaOf(recording: ExportedRecording): object {
  const { snapshot, threads, isTimed } = recording;
  const { target, startedAtMs, durationMs } = snapshot;
  return {
    interval: Math.max(MIN_INTERVAL_MS, longest(threads, ({ selfNs }) => selfNs) / 1e6 / 1_000),
    startTime: startedAtMs,
    endTime: startedAtMs + durationMs,
    processType: 0,
    product: visibleText(target.mainClass),
    importedFrom: 'Sluice',
    arguments: visibleText(target.commandLine),
    stackwalk: 1,
    version: GECKO_VERSION,
    preprocessedProfileVersion: PROCESSED_VERSION,
    symbolicationNotSupported: true,
    usesOnlyOneStackType: true,
    sourceCodeIsNotOnSearchfox: true,
    keepProfileThreadOrder: true,
    categories: CATEGORIES,
    markerSchema: [],
    initialVisibleThreads: Array.from(threads, (_, i) => i),
    initialSelectedThreads: threads.length > 0 ? [0] : [],
    extra: [
      {
        label: isTimed ? `Clock: ${snapshot.clock}` : 'Clock: none, calls only',
        entries: exportNotes(recording).map((value, i) => ({
          label: `Recording ${i + 1}`,
          format: 'string',
          value,
        })),
      },
    ],
  };
}

function* threadParts(
  recording: ExportedRecording,
  { id, name, rows }: ExportedThread,
  tables: FrameTables,
  weight: ExportedWeight,
  isMainThread: boolean,
): Generator<string> {
  const { target } = recording.snapshot;
  const program = visibleText(target.mainClass);
  const { name: of, unit, valuesOf } = weight;
  const head = {
    name: visibleText(name),
    isMainThread,
    processType: 'default',
    processName: weight === TIME ? program : `${program}: ${of === 'calls' ? 'exact calls' : of}`,
    processStartupTime: 0,
    processShutdownTime: null,
    registerTime: 0,
    unregisterTime: null,
    pausedRanges: [],
    pid: weight === TIME ? String(target.pid) : `${target.pid} ${of}`,
    tid: id,
    markers: { data: [], name: [], startTime: [], endTime: [], phase: [], category: [], length: 0 },
    resourceTable: { lib: [], name: [], host: [], type: [], length: 0 },
    nativeSymbols: { libIndex: [], address: [], name: [], functionSize: [], length: 0 },
    funcTable: tables.functions,
    frameTable: tables.frames,
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"stackTable":{"frame":[`;
  yield* list(rows.length, (row) => tables.frameOf(row));
  yield '],"prefix":[';
  const open: number[] = []; // depth -> row
  yield* list(rows.length, (row) => {
    open[rows.depth[row]] = row;
    return rows.depth[row] === 0 ? 'null' : open[rows.depth[row] - 1];
  });
  yield `],"length":${rows.length}},\n"samples":{"weightType":"${WEIGHT_TYPES[unit] ?? 'samples'}","weight":[`;
  const column = valuesOf(rows);
  const perWeight = unit === 'ns' ? 1e6 : 1;
  const sampled: number[] = [];
  for (let row = 0; row < rows.length; row++) if (column[row] > 0) sampled.push(row);
  yield* list(sampled.length, (i) => column[sampled[i]] / perWeight);
  // Without an end the last sample would be drawn as long as the interval.
  yield `${sampled.length > 0 ? ',' : ''}0],"stack":[`;
  yield* list(sampled.length, (i) => sampled[i]);
  yield `${sampled.length > 0 ? ',' : ''}null],"time":[`;
  const perMs = weight === TIME ? 1e6 : longest(recording.threads, valuesOf) / lengthMs(recording);
  let at = 0;
  yield* list(sampled.length, (i) => {
    const from = at;
    at += column[sampled[i]];
    return from / perMs;
  });
  yield `${sampled.length > 0 ? ',' : ''}${at / perMs}],"length":${sampled.length + 1}}}`;
}

/** As long as tracks of times are, or of calls without times, are all others: all are drawn against one axis. */
function lengthMs({ threads, isTimed }: ExportedRecording): number {
  return isTimed
    ? longest(threads, ({ selfNs }) => selfNs) / 1e6
    : longest(threads, ({ calls }) => calls) / CALLS_PER_MS;
}

function longest(threads: readonly ExportedThread[], valuesOf: ExportedWeight['valuesOf']): number {
  return Math.max(1, ...threads.map(({ rows }) => valuesOf(rows).reduce((sum, value) => sum + value, 0)));
}

function* list(length: number, item: (i: number) => number | string): Generator<string> {
  let piece = '';
  for (let i = 0; i < length; i++) {
    piece += i === 0 ? item(0) : `,${item(i)}`;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Functions and frames of one thread: a frame for each method, and one more where it was only counted. */
class FrameTables {
  readonly #rows: ExportedThread['rows'];
  readonly #functionOf = new Map<number, number>(); // MethodId -> place in the function table
  readonly #frameOf = new Map<number, number>(); // 2 * MethodId + counted -> place in the frame table
  readonly functions: object;
  readonly frames: object;

  constructor(rows: ExportedThread['rows'], methods: MethodTable, strings: StringList) {
    this.#rows = rows;
    for (let row = 0; row < rows.length; row++) {
      const method = rows.method[row];
      const frame = frameKey(rows, row);
      if (!this.#functionOf.has(method)) this.#functionOf.set(method, this.#functionOf.size);
      if (!this.#frameOf.has(frame)) this.#frameOf.set(frame, this.#frameOf.size);
    }
    this.functions = functionTable([...this.#functionOf.keys()], methods, strings);
    const keys = [...this.#frameOf.keys()];
    const all = <T>(value: T): T[] => keys.map(() => value);
    this.frames = {
      address: all(-1),
      inlineDepth: all(0),
      category: keys.map((key) => (key & 1 ? CATEGORY_COUNTED : CATEGORY_JAVA)),
      subcategory: all(0),
      func: keys.map((key) => this.#functionOf.get(key >> 1)),
      nativeSymbol: all(null),
      innerWindowID: all(0),
      line: all(null),
      column: all(null),
      length: keys.length,
    };
  }

  /** row -> place in the frame table */
  frameOf(row: number): number {
    return this.#frameOf.get(frameKey(this.#rows, row)) ?? 0;
  }
}

function frameKey(rows: ExportedThread['rows'], row: number): number {
  return 2 * rows.method[row] + rows.counted[row];
}

function functionTable(ids: readonly number[], methods: MethodTable, strings: StringList): object {
  const nameOf = frameNamer(methods);
  const all = <T>(value: T): T[] => ids.map(() => value);
  return {
    name: ids.map((id) => strings.index(nameOf(id))),
    isJS: all(false),
    relevantForJS: all(false),
    resource: all(-1),
    source: all(null),
    lineNumber: all(null),
    columnNumber: all(null),
    length: ids.length,
  };
}

/** Texts by their place, each once. */
class StringList {
  readonly #places = new Map<string, number>();

  index(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.#places.size);
    return this.#places.size - 1;
  }

  get all(): string[] {
    return [...this.#places.keys()];
  }
}
