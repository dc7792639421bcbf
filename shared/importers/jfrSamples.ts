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

/** Samples of Java code at work: each stands for the period until the next. */
export class JfrSamples {
  readonly #trees: JfrTrees;
  readonly #lines: JfrLines;
  readonly #events: JfrEvents;
  #samples = 0;
  #cut = 0;
  #periodNs = USUAL_PERIOD_NS;
  #isOfCpuTime = false;

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

  /** Whether those of the chunk that was read last were of CPU time, for want of others. */
  get isOfCpuTime(): boolean {
    return this.#isOfCpuTime;
  }

  /** Those by the timer, which are denser, or else those by CPU time. */
  *takers({ chunk, settings, hasTimedSamples }: JfrChunkFacts): Generator<EventTaker> {
    this.#periodNs = settings.ns(chunk, EXECUTION_SAMPLE, 'period') ?? this.#periodNs;
    const type = chunk.typeNamed(hasTimedSamples ? EXECUTION_SAMPLE : CPU_SAMPLE);
    let cursor: JfrCursor | null = null;
    if (type !== undefined)
      yield [
        type,
        (event) => {
          this.#isOfCpuTime = !hasTimedSamples;
          cursor = chunk.cursorAt(cursor, event);
          this.#take(chunk, sampleAt(chunk, cursor, event));
        },
      ];
  }

  #take(chunk: JfrChunk, sample: Sample): void {
    const context = this.#trees.contextOf(chunk, sample.thread, sample.traceKey);
    if (context === null) return;
    this.#samples++;
    if (context.isCut) this.#cut++;
    context.thread.add(context.node, SAMPLES, 1);
    const ns = (this.#periodNs = sample.periodNs ?? this.#periodNs);
    context.thread.addTime(context.node, ns);
    this.#lines.add(chunk, context.trace, ns);
    this.#events.addSample(context, this.#events.startNs(chunk, sample.startTicks), ns);
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
