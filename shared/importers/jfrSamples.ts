import type { SampleSource } from '../events/clock.ts';
import { SAMPLES } from '../metrics/furtherMetrics.ts';
import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrCursor } from '../jfr/jfrCursor.ts';
import { readField, skipField, type JfrValue } from '../jfr/jfrValues.ts';
import { CPU_SAMPLE, EXECUTION_SAMPLE, type EventTaker, type JfrChunkFacts } from './jfrChunkFacts.ts';
import type { JfrEvents } from './jfrEvents.ts';
import type { JfrLines } from './jfrLines.ts';
import { spanNs } from './jfrSettings.ts';
import { numberAt, type JfrTrees } from './jfrTrees.ts';

/** Of the Flight Recorder's profile, where a file does not say. */
const USUAL_PERIOD_NS = 10_000_000;
/** Of the samples: a chunk at the end of a file may be too short to have one of CPU time. */
const TOLD_MIXED = 0.02;

/** Samples of code at work: each stands for the period until the next, by the clock of its thread or of a timer. */
export class JfrSamples {
  readonly #trees: JfrTrees;
  readonly #lines: JfrLines;
  readonly #events: JfrEvents;
  #samples = 0;
  #cut = 0;
  #ofCpuTime = 0;
  #periodNs = USUAL_PERIOD_NS;

  /** @param events are told of each sample: what happens in time is theirs */
  constructor(trees: JfrTrees, lines: JfrLines, events: JfrEvents) {
    this.#trees = trees;
    this.#lines = lines;
    this.#events = events;
  }

  /** Of the settings that were in force last, or as the last sample has told. */
  get periodNs(): number {
    return this.#periodNs;
  }

  /** How many of them are of CPU time. */
  get ofCpuTime(): number {
    return this.#ofCpuTime;
  }

  /** What times are by: most of the samples. */
  get source(): SampleSource {
    return 2 * this.#ofCpuTime > this.#samples ? 'cpuSamples' : 'samples';
  }

  *takers({ chunk, settings, timesBy }: JfrChunkFacts): Generator<EventTaker> {
    const ofCpuTime = timesBy === 'cpu';
    const setNs = ofCpuTime ? null : settings.ns(chunk, EXECUTION_SAMPLE, 'period');
    if (timesBy === 'timer' || this.#ofCpuTime === 0) this.#periodNs = setNs ?? this.#periodNs;
    const type = chunk.typeNamed(ofCpuTime ? CPU_SAMPLE : EXECUTION_SAMPLE);
    let cursor: JfrCursor | null = null;
    if (type !== undefined)
      yield [
        type,
        (event) => {
          cursor = chunk.cursorAt(cursor, event);
          if (this.#take(chunk, sampleAt(chunk, cursor, event)) && ofCpuTime) this.#ofCpuTime++;
        },
      ];
  }

  /** @returns whether it is of a thread and a stack that are known */
  #take(chunk: JfrChunk, sample: Sample): boolean {
    const context = this.#trees.contextOf(chunk, sample.thread, sample.traceKey);
    if (context === null) return false;
    this.#samples++;
    if (context.isCut) this.#cut++;
    context.thread.add(context.node, SAMPLES, 1);
    const ns = (this.#periodNs = sample.periodNs ?? this.#periodNs);
    context.thread.addTime(context.node, ns);
    this.#lines.add(chunk, context.trace, ns);
    this.#events.addSample(context, this.#events.startNs(chunk, sample.startTicks), ns);
    return true;
  }

  /** Why contexts may be in the wrong place, a clause for each cause. */
  losses(): readonly string[] {
    if (this.#cut === 0) return [];
    return [`${this.#cut} of ${this.#samples} stacks were cut by the JVM, so their outer frames are missing`];
  }

  notes(): readonly string[] {
    if (this.#samples === 0)
      return [`The file has no samples of Java code (${EXECUTION_SAMPLE} or ${CPU_SAMPLE}).`];
    const byTimer = this.#samples - this.#ofCpuTime;
    if (Math.min(byTimer, this.#ofCpuTime) > TOLD_MIXED * this.#samples)
      return [
        `${byTimer} of ${this.#samples} samples are by the timer, which sees no native code: for a while the JVM took none of CPU time.`,
      ];
    return [];
  }
}

export interface Sample {
  readonly thread: JfrValue;
  readonly traceKey: number;
  readonly startTicks: number;
  /** null: that of the settings */
  readonly periodNs: number | null;
}

/** Only the fields that are needed are made. */
export function sampleAt(chunk: JfrChunk, cursor: JfrCursor, { type }: JfrEvent): Sample {
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
