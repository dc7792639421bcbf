import { NO_CALIBRATION } from '../cct/cctTable.ts';
import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import { jfrChunks } from '../jfr/jfrChunks.ts';
import type { JfrType } from '../jfr/jfrMetadata.ts';
import { dataSetRecording } from '../recording/sets/dataSetRecording.ts';
import type { RecordedTarget, Snapshot } from '../recording/snapshot.ts';
import { JfrAllocations } from './jfrAllocations.ts';
import { JfrClassPath } from './jfrClassPath.ts';
import { JfrChunkFacts } from './jfrChunkFacts.ts';
import { JfrCpuSamples } from './jfrCpuSamples.ts';
import { EventFields } from './jfrEventFields.ts';
import { JfrEvents } from './jfrEvents.ts';
import { JfrLines } from './jfrLines.ts';
import { JfrSamples } from './jfrSamples.ts';
import { JfrTrees } from './jfrTrees.ts';
import { JfrUnshown } from './jfrUnshown.ts';
import { JfrWaits } from './jfrWaits.ts';

const JVM = 'jdk.JVMInformation';

/**
 * A Flight Recorder file as a recording: a tree of each thread, in which a context's own time is its samples times their period,
 * and what threads waited for, where the file has it.
 * @param leavesOut threads of these names are in none of it
 * @throws SluiceError 'io' for what is damaged, or asks for more than its size allows
 */
export function jfrRecording(
  bytes: Uint8Array,
  leavesOut: (thread: string) => boolean = () => false,
): Snapshot {
  const recording = new JfrRecording(leavesOut);
  recording.addFile(bytes);
  return recording.snapshot();
}

/**
 * A recording of what is read of chunks, one after the other, or of one that grows. Events are taken in the order of the file, so
 * contexts have the same numbers however a chunk is cut.
 */
export class JfrRecording {
  readonly #trees: JfrTrees;
  readonly #lines: JfrLines;
  readonly #events: JfrEvents;
  readonly #samples: JfrSamples;
  readonly #cpuSamples: JfrCpuSamples;
  readonly #waits: JfrWaits;
  readonly #allocations: JfrAllocations;
  readonly #classPath = new JfrClassPath();
  readonly #unshown = new JfrUnshown();
  readonly #lost: string[] = [];
  #facts: JfrChunkFacts | null = null;
  #isMistaken = false;
  #target: RecordedTarget = { pid: 0, mainClass: '', javaVersion: '', vmName: '', commandLine: '' };
  #startedAtMs = Infinity;
  #endedAtMs = 0;

  /** @param leavesOut threads of these names are in none of it */
  constructor(leavesOut: (thread: string) => boolean) {
    this.#trees = new JfrTrees(leavesOut);
    this.#lines = new JfrLines(this.#trees);
    this.#events = new JfrEvents(this.#trees, leavesOut);
    this.#samples = new JfrSamples(this.#trees, this.#lines, this.#events);
    this.#cpuSamples = new JfrCpuSamples(this.#trees);
    this.#waits = new JfrWaits(this.#trees, this.#events);
    this.#allocations = new JfrAllocations(this.#trees);
  }

  /** All chunks of a file; what of it is not there is a loss. @throws SluiceError as jfrChunks */
  addFile(bytes: Uint8Array): void {
    for (const chunk of jfrChunks(bytes, (clause) => void this.#lost.push(clause))) this.add(chunk);
  }

  /** Samples of a chunk were taken for times, and then it turned out that others are: what is there has to be read anew, at once. */
  get isMistaken(): boolean {
    return this.#isMistaken;
  }

  /** The system's numbers of threads, where the chunks tell them: Java's id -> the system's. */
  get systemIds(): ReadonlyMap<number, number> {
    return this.#trees.systemIds;
  }

  /** @param chunk of the same one what it has grown by. @throws SluiceError 'io' for what is damaged */
  add(chunk: JfrChunk): void {
    const isNew = this.#facts?.chunk !== chunk;
    const facts = isNew || this.#facts === null ? new JfrChunkFacts(chunk) : this.#facts;
    this.#facts = facts;
    const before = facts.timesBy;
    facts.look();
    if (before !== null && facts.timesBy !== before) this.#isMistaken = true;
    this.#startedAtMs = Math.min(this.#startedAtMs, chunk.startMs);
    this.#endedAtMs = Math.max(this.#endedAtMs, chunk.startMs + chunk.durationNs / 1e6);
    const takers = new Map<JfrType, (event: JfrEvent) => void>([
      ...this.#events.takers(facts),
      ...this.#samples.takers(facts),
      ...this.#cpuSamples.takers(facts),
      ...this.#waits.takers(facts),
      ...this.#allocations.takers(facts),
      ...this.#classPath.takers(facts),
    ]);
    const jvm = chunk.typeNamed(JVM);
    if (jvm !== undefined) takers.set(jvm, (event) => void (this.#target = targetOf(chunk, event)));
    const fields = new EventFields(chunk);
    for (const event of chunk.events((type) => takers.has(type) || this.#unshown.isTold(type))) {
      const take = takers.get(event.type);
      if (take !== undefined) take(event);
      else {
        fields.read(event);
        this.#unshown.add(event, fields);
      }
    }
    this.#lines.settle(chunk);
  }

  /** Of all that was added. */
  snapshot(): Snapshot {
    const { withoutStack } = this.#trees;
    const losses = [
      ...this.#lost,
      ...this.#samples.losses(),
      ...(withoutStack > 0 ? [`${withoutStack} events name a stack that the file does not have`] : []),
    ];
    const threads = this.#trees.threads();
    const hasChunks = Number.isFinite(this.#startedAtMs);
    const startedAtMs = hasChunks ? this.#startedAtMs : 0;
    const classPath = this.#classPath.entries;
    const target = classPath.length === 0 ? this.#target : { ...this.#target, classPath };
    const methods = [...this.#trees.methods];
    const inTime = this.#events.dataSets(threads);
    const dataSets = [
      ...this.#lines.dataSets(this.#samples.count),
      ...this.#waits.dataSets({ dataSets: inTime, threads, methods }),
      ...inTime,
    ];
    return {
      ...dataSetRecording(dataSets, { target, startedAtMs }),
      clock: this.#samples.source,
      calibration: { ...NO_CALIBRATION, stepNs: this.#samples.periodNs },
      complete: losses.length === 0,
      losses,
      durationMs: hasChunks ? Math.max(0, this.#endedAtMs - this.#startedAtMs) : 0,
      methods,
      threads,
      notes: [
        ...(this.#allocations.samples > 0 && !this.#samples.hasAny ? [] : this.#samples.notes()),
        ...this.#cpuSamples.notes(this.#samples.ofCpuTime),
        ...this.#waits.notes(),
        ...this.#events.notes(),
        ...this.#unshown.notes(),
      ],
    };
  }
}

function targetOf(chunk: JfrChunk, event: JfrEvent): RecordedTarget {
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
