import { FIRST_METHOD_ID, METHOD_ID_LIMIT, type MethodId } from '../base/ids.ts';
import { NO_CALIBRATION, NO_METHOD, type CctTable } from '../cct/cctTable.ts';
import { jfrChunks, type JfrChunk, type JfrEvent, type JfrMethod } from '../jfr/jfrChunk.ts';
import { jfrDamaged, type JfrCursor } from '../jfr/jfrCursor.ts';
import type { JfrField, JfrType } from '../jfr/jfrMetadata.ts';
import { readField, skipField, type JfrStruct, type JfrValue } from '../jfr/jfrValues.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { RecordedTarget, Snapshot } from '../recording/snapshot.ts';

/** Java code at work, by a timer over all threads. In async-profiler's files too. */
const EXECUTION_SAMPLE = 'jdk.ExecutionSample';
/** The same by the CPU time of each thread, JDK 25 and later. Each says what it stands for. */
const CPU_SAMPLE = 'jdk.CPUTimeSample';
const SETTING = 'jdk.ActiveSetting';
const JVM = 'jdk.JVMInformation';
/** Of the Flight Recorder's profile, where a file does not say. */
const USUAL_PERIOD_NS = 10_000_000;

const UNIT_NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/**
 * The samples of a Flight Recorder file as a recording: a tree of each thread, in which a context's own time is its samples times
 * their period.
 * @throws SluiceError 'io' for what is damaged
 */
export function jfrRecording(bytes: Uint8Array): Snapshot {
  const samples = new SampledTrees();
  let target: RecordedTarget = { pid: 0, mainClass: '', javaVersion: '', vmName: '', commandLine: '' };
  let periodNs: number | null = null;
  let startedAtMs = Infinity;
  let endedAtMs = 0;
  for (const chunk of jfrChunks(bytes)) {
    target = targetOf(chunk) ?? target;
    periodNs = periodOf(chunk) ?? periodNs;
    startedAtMs = Math.min(startedAtMs, chunk.startMs);
    endedAtMs = Math.max(endedAtMs, chunk.startMs + chunk.durationNs / 1e6);
    samples.add(chunk, periodNs ?? USUAL_PERIOD_NS);
  }
  const losses = samples.losses();
  return {
    target,
    roots: [],
    scheme: 'lazy',
    clock: 'samples',
    ...{ includes: null, excludes: null, includeCore: null, chargeCoreWaits: null, bareFirst: null },
    switches: [],
    followThreads: false,
    countTrivial: false,
    metrics: 'calls,time',
    calibration: { ...NO_CALIBRATION, stepNs: periodNs ?? USUAL_PERIOD_NS },
    bareRoot: null,
    complete: losses.length === 0,
    losses,
    droppedEvents: 0,
    instrumentedMethods: 0,
    instrumentation: null,
    startedAtMs: Number.isFinite(startedAtMs) ? startedAtMs : 0,
    durationMs: Number.isFinite(startedAtMs) ? Math.max(0, endedAtMs - startedAtMs) : 0,
    pausedMs: 0,
    timeline: [],
    methods: samples.methods,
    threads: samples.threads(),
    dataSets: [],
    skipped: [],
    notes: samples.notes(),
    refusals: [],
  };
}

/** Trees that grow by a stack at a time; they are small: samples are few. */
class SampledTrees {
  readonly methods: MethodInfo[] = [];
  readonly #idOf = new Map<string, MethodId>();
  readonly #threads = new Map<string, SampledThread>();
  #samples = 0;
  #cut = 0;

  add(chunk: JfrChunk, periodNs: number): void {
    const types = sampleTypes(chunk);
    const ids = new Map<JfrMethod, MethodId>();
    let cursor: JfrCursor | null = null;
    for (const event of chunk.events((type) => types.includes(type))) {
      cursor = chunk.cursorAt(cursor, event);
      const sample = sampleAt(chunk, cursor, event);
      const trace = chunk.stackTraces.placeOf(sample.traceKey);
      if (trace === undefined) continue; // the JVM could not walk the stack
      const thread = this.#threadOf(chunk, sample.thread);
      this.#samples++;
      if (chunk.stackTraces.isTruncated(trace)) this.#cut++;
      let node = 0;
      const first = chunk.stackTraces.start(trace);
      for (let frame = chunk.stackTraces.start(trace + 1) - 1; frame >= first; frame--) {
        const method = chunk.methodAt(frame);
        if (method === null || method.isHidden) continue;
        node = thread.child(node, this.#methodId(method, ids));
      }
      thread.selfNs[node] += sample.periodNs ?? periodNs;
    }
  }

  threads(): Snapshot['threads'] {
    return [...this.#threads.values()].map(({ id, name, virtual, ...tree }) => ({
      id,
      name,
      virtual,
      table: tableOf(tree),
    }));
  }

  /** Why contexts may be in the wrong place, a clause for each cause. */
  losses(): readonly string[] {
    if (this.#cut === 0) return [];
    return [`${this.#cut} of ${this.#samples} stacks were cut by the JVM, so their outer frames are missing`];
  }

  notes(): readonly string[] {
    if (this.#samples === 0)
      return ['The file has no samples of Java code (jdk.ExecutionSample or jdk.CPUTimeSample).'];
    return [];
  }

  #threadOf(chunk: JfrChunk, value: JfrValue): SampledThread {
    const fields = structAt(chunk, value)?.fields;
    const javaName = chunk.textOf(fields?.get('javaName'));
    const name = javaName ?? chunk.textOf(fields?.get('osName')) ?? '';
    const id = amountOf(fields?.get('javaThreadId')) ?? 0;
    const virtual = fields?.get('virtual') === true;
    const key = virtual ? 'virtual' : `${id} ${name}`;
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = new SampledThread(virtual ? 0 : id, name, virtual);
      this.#threads.set(key, thread);
    }
    return thread;
  }

  #methodId(method: JfrMethod, ids: Map<JfrMethod, MethodId>): MethodId {
    let id = ids.get(method);
    if (id !== undefined) return id;
    const { className, name, descriptor } = method;
    const key = `${className} ${name} ${descriptor}`;
    id = this.#idOf.get(key);
    if (id === undefined) {
      if (this.methods.length === METHOD_ID_LIMIT - FIRST_METHOD_ID)
        throw jfrDamaged(`it has more than ${this.methods.length} methods`);
      id = (FIRST_METHOD_ID + this.methods.length) as MethodId;
      this.#idOf.set(key, id);
      this.methods.push({ id, className, name, descriptor, root: false });
    }
    ids.set(method, id);
    return id;
  }
}

/** The tree of one thread, as columns that grow. */
class SampledThread {
  readonly method: number[] = [NO_METHOD];
  readonly parent: number[] = [-1];
  readonly selfNs: number[] = [0];
  readonly #children = new Map<number, number>();

  constructor(
    readonly id: number,
    readonly name: string,
    readonly virtual: boolean,
  ) {}

  child(parent: number, method: number): number {
    const key = parent * METHOD_ID_LIMIT + method;
    let node = this.#children.get(key);
    if (node !== undefined) return node;
    node = this.method.push(method) - 1;
    this.parent.push(parent);
    this.selfNs.push(0);
    this.#children.set(key, node);
    return node;
  }
}

function tableOf({ method, parent, selfNs }: Pick<SampledThread, 'method' | 'parent' | 'selfNs'>): CctTable {
  const { length } = method;
  return {
    length,
    method: Int32Array.from(method),
    parent: Int32Array.from(parent),
    calls: new Float64Array(length),
    selfNs: Float64Array.from(selfNs),
    counted: new Uint8Array(length),
  };
}

interface Sample {
  readonly thread: JfrValue;
  readonly traceKey: number;
  /** null: that of the settings */
  readonly periodNs: number | null;
}

/** Which events are the samples: those by the timer, which are denser, or else those by CPU time. */
function sampleTypes(chunk: JfrChunk): readonly JfrType[] {
  const found = [EXECUTION_SAMPLE, CPU_SAMPLE].flatMap((name) => chunk.typeNamed(name) ?? []);
  return found.filter((type) => chunk.events((each) => each === type).next().done !== true).slice(0, 1);
}

/** Only the fields that are needed are made. */
function sampleAt(chunk: JfrChunk, cursor: JfrCursor, { type }: JfrEvent): Sample {
  let thread: JfrValue = null;
  let traceKey = 0;
  let periodNs: number | null = null;
  for (const field of type.fields) {
    if (field.name === 'stackTrace' && field.isPooled) traceKey = cursor.number();
    else if (field.name === 'sampledThread' || field.name === 'eventThread')
      thread = readField(cursor, field);
    else if (field.name === 'samplingPeriod') periodNs = spanNs(chunk, field, readField(cursor, field));
    else skipField(cursor, field);
  }
  return { thread, traceKey, periodNs };
}

/** A time span as its field's annotation says: in ticks of the chunk's clock, or in ns. */
function spanNs(chunk: JfrChunk, { annotations }: JfrField, value: JfrValue): number | null {
  const span = amountOf(value);
  if (span === undefined) return null;
  return annotations.get('jdk.jfr.Timespan') === 'TICKS' ? chunk.spanNs(span) : span;
}

/** Of jdk.ExecutionSample, as the settings that were in force say: "10 ms". */
function periodOf(chunk: JfrChunk): number | null {
  const sampled = chunk.typeNamed(EXECUTION_SAMPLE);
  for (const event of chunk.events(({ name }) => name === SETTING)) {
    const { fields } = chunk.read(event);
    if (Number(fields.get('id')) !== sampled?.id || chunk.textOf(fields.get('name')) !== 'period') continue;
    const [, value, unit] = /^(\d+)\s*(ns|us|ms|s)$/.exec(chunk.textOf(fields.get('value')) ?? '') ?? [];
    if (unit !== undefined) return Number(value) * UNIT_NS[unit];
  }
  return null;
}

function targetOf(chunk: JfrChunk): RecordedTarget | null {
  for (const event of chunk.events(({ name }) => name === JVM)) {
    const { fields } = chunk.read(event);
    const text = (name: string): string => chunk.textOf(fields.get(name)) ?? '';
    const commandLine = text('javaArguments');
    const version = text('jvmVersion');
    return {
      pid: Number(fields.get('pid') ?? 0),
      mainClass: commandLine.split(' ')[0],
      javaVersion: /\(([^)\s]*)/.exec(version)?.[1] ?? version,
      vmName: text('jvmName'),
      commandLine: [text('jvmArguments'), commandLine].filter((part) => part !== '').join(' '),
    };
  }
  return null;
}

/** A number that is one, and not below 0; undefined: the file has something else there. */
function amountOf(value: JfrValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : undefined;
}

function structAt(chunk: JfrChunk, value: JfrValue): JfrStruct | null {
  if (value === null || typeof value !== 'object') return null;
  const found = 'key' in value ? chunk.resolve(value) : value;
  return found !== null && typeof found === 'object' && 'fields' in found ? found : null;
}
