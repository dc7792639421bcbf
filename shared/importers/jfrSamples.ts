import { SAMPLES } from '../metrics/furtherMetrics.ts';
import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrCursor } from '../jfr/jfrCursor.ts';
import type { JfrType } from '../jfr/jfrMetadata.ts';
import { readField, skipField, type JfrValue } from '../jfr/jfrValues.ts';
import type { JfrEvents } from './jfrEvents.ts';
import type { JfrLines } from './jfrLines.ts';
import { settingNs, spanNs } from './jfrSettings.ts';
import { numberAt, type JfrTrees } from './jfrTrees.ts';

/** Java code at work, by a timer over all threads. In async-profiler's files too. */
const EXECUTION_SAMPLE = 'jdk.ExecutionSample';
/** The same by the CPU time of each thread, JDK 25 and later. Each says what it stands for. */
const CPU_SAMPLE = 'jdk.CPUTimeSample';
/** Of the Flight Recorder's profile, where a file does not say. */
const USUAL_PERIOD_NS = 10_000_000;

/** Samples of Java code at work: each stands for the period until the next. */
export class JfrSamples {
  readonly #trees: JfrTrees;
  readonly #lines: JfrLines;
  readonly #events: JfrEvents;
  #samples = 0;
  #cut = 0;
  #periodNs = USUAL_PERIOD_NS;

  /** @param events are told of each sample: what happens in time is theirs */
  constructor(trees: JfrTrees, lines: JfrLines, events: JfrEvents) {
    this.#trees = trees;
    this.#lines = lines;
    this.#events = events;
  }

  /** Of the settings that were in force last. */
  get periodNs(): number {
    return this.#periodNs;
  }

  add(chunk: JfrChunk): void {
    this.#periodNs = settingNs(chunk, EXECUTION_SAMPLE, 'period') ?? this.#periodNs;
    const types = sampleTypes(chunk);
    let cursor: JfrCursor | null = null;
    for (const event of chunk.events((type) => types.includes(type))) {
      cursor = chunk.cursorAt(cursor, event);
      const sample = sampleAt(chunk, cursor, event);
      const context = this.#trees.contextOf(chunk, sample.thread, sample.traceKey);
      if (context === null) continue;
      this.#samples++;
      if (context.isCut) this.#cut++;
      context.thread.add(context.node, SAMPLES, 1);
      const ns = sample.periodNs ?? this.#periodNs;
      context.thread.addTime(context.node, ns);
      this.#lines.add(chunk, context.trace, ns);
      this.#events.addSample(context, this.#events.startNs(chunk, sample.startTicks), ns);
    }
  }

  /** Why contexts may be in the wrong place, a clause for each cause. */
  losses(): readonly string[] {
    if (this.#cut === 0) return [];
    return [`${this.#cut} of ${this.#samples} stacks were cut by the JVM, so their outer frames are missing`];
  }

  notes(): readonly string[] {
    if (this.#samples === 0)
      return [`The file has no samples of Java code (${EXECUTION_SAMPLE} or ${CPU_SAMPLE}).`];
    return [];
  }
}

interface Sample {
  readonly thread: JfrValue;
  readonly traceKey: number;
  readonly startTicks: number;
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
  let startTicks = 0;
  let periodNs: number | null = null;
  for (const field of type.fields) {
    if (field.name === 'stackTrace' && field.isPooled) traceKey = cursor.number();
    else if (field.name === 'sampledThread' || field.name === 'eventThread')
      thread = readField(cursor, field);
    else if (field.name === 'startTime') startTicks = numberAt(readField(cursor, field));
    else if (field.name === 'samplingPeriod') periodNs = spanNs(chunk, field, readField(cursor, field));
    else skipField(cursor, field);
  }
  return { thread, traceKey, startTicks, periodNs };
}
