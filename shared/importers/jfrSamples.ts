import type { SampleSource } from '../events/clock.ts';
import { BLOCKED, PARKED, SAMPLES, SLEEPING, WAITING } from '../metrics/furtherMetrics.ts';
import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrCursor } from '../jfr/jfrCursor.ts';
import { readField, skipField, type JfrValue } from '../jfr/jfrValues.ts';
import type { ThreadState } from '../jvmEvents/eventKinds.ts';
import {
  CPU_SAMPLE,
  EXECUTION_SAMPLE,
  WALL_SAMPLE,
  type EventTaker,
  type JfrChunkFacts,
} from './jfrChunkFacts.ts';
import type { JfrEvents } from './jfrEvents.ts';
import { numberAt } from './jfrFields.ts';
import type { JfrLines } from './jfrLines.ts';
import { spanNs } from './jfrSettings.ts';
import type { JfrTrees } from './jfrTrees.ts';

/** Of the samples: a chunk at the end of a file may be too short to have one of CPU time. */
const TOLD_MIXED = 0.02;
/** Of what happened when. */
const ROW_BYTES = 80;

interface StillState {
  readonly state: ThreadState;
  readonly metric: string;
}

const SLEEPS: StillState = { state: 'sleeping', metric: SLEEPING };
const WAITS: StillState = { state: 'waiting', metric: WAITING };
const PARKS: StillState = { state: 'parked', metric: PARKED };
/** Threads that are not at work. Source: HotSpot jfr/recorder/checkpoint/types/jfrThreadState.cpp; async-profiler has SLEEPING for all. */
const STILL: Readonly<Record<string, StillState>> = {
  STATE_SLEEPING: SLEEPS,
  STATE_IN_OBJECT_WAIT: WAITS,
  STATE_IN_OBJECT_WAIT_TIMED: WAITS,
  STATE_PARKED: PARKS,
  STATE_PARKED_TIMED: PARKS,
  STATE_BLOCKED_ON_MONITOR_ENTER: { state: 'blocked', metric: BLOCKED },
};
/** async-profiler's, of what its timer or the CPU time of a thread has taken. By the wall it tells whether a thread runs. */
const BY_THREAD = 'STATE_DEFAULT';

/** Samples: each stands for the period until the next, by the clock of its thread, of a timer, or of the wall. */
export class JfrSamples {
  readonly #trees: JfrTrees;
  readonly #lines: JfrLines;
  readonly #events: JfrEvents;
  #samples = 0;
  #cut = 0;
  #ofCpuTime = 0;
  #still = 0;
  #beside = 0;
  #withoutPeriod = 0;
  #periodNs = 0;

  /** @param events are told of each sample: what happens in time is theirs */
  constructor(trees: JfrTrees, lines: JfrLines, events: JfrEvents) {
    this.#trees = trees;
    this.#lines = lines;
    this.#events = events;
  }

  /** Of the settings that were in force last, or as the last sample has told. 0: it is not known. */
  get periodNs(): number {
    return this.#periodNs;
  }

  get count(): number {
    return this.#samples;
  }

  get hasAny(): boolean {
    return this.#samples + this.#still > 0;
  }

  /** How many of them are of CPU time. */
  get ofCpuTime(): number {
    return this.#ofCpuTime;
  }

  /** What times are by: most of the samples. */
  get source(): SampleSource {
    return 2 * this.#ofCpuTime > this.#samples ? 'cpuSamples' : 'samples';
  }

  *takers(facts: JfrChunkFacts): Generator<EventTaker> {
    const { chunk, settings, timesBy } = facts;
    const byThread =
      settings.ns(chunk, EXECUTION_SAMPLE, 'period') ?? settings.intervalNs(chunk, EXECUTION_SAMPLE, 'cpu');
    const byWall = settings.intervalNs(chunk, EXECUTION_SAMPLE, 'wall');
    const ofWall = settings.isOfWall(chunk);
    const setNs = timesBy === 'cpu' ? null : timesBy === 'wall' || ofWall ? byWall : byThread;
    if (timesBy === 'timer' || timesBy === 'wall') this.#periodNs = setNs ?? 0;
    else if (this.#ofCpuTime === 0) this.#periodNs = setNs ?? this.#periodNs;
    // Before version 4 async-profiler's samples by the wall are of the same type as those of its other clock.
    const hasBoth = !ofWall && byWall !== null && byThread !== null && facts.has(WALL_SAMPLE) === 0;
    const takes: readonly (readonly [string, (sample: Sample) => void])[] = [
      [
        EXECUTION_SAMPLE,
        (sample) => {
          const isOfWall = hasBoth && sample.state !== BY_THREAD;
          if (isOfWall && !Object.hasOwn(STILL, sample.state) && !settings.tellsClock(chunk))
            this.#take(chunk, sample, null, true);
          else this.#take(chunk, sample, ofWall || isOfWall ? byWall : byThread, !isOfWall);
        },
      ],
      [
        CPU_SAMPLE,
        (sample) => {
          if (timesBy === 'cpu' && this.#take(chunk, sample, null, true)) this.#ofCpuTime++;
        },
      ],
      [WALL_SAMPLE, (sample) => void this.#take(chunk, sample, byWall, timesBy === 'wall')],
    ];
    for (const [name, take] of takes) {
      const type = chunk.typeNamed(name);
      if (settings.isEnabled(chunk, name)) {
        this.#lines.ask();
        this.#events.askForStates();
      }
      if (type === undefined || (name === CPU_SAMPLE && timesBy !== 'cpu')) continue;
      if (name === EXECUTION_SAMPLE && timesBy !== 'timer') continue;
      let cursor: JfrCursor | null = null;
      yield [
        type,
        (event) => {
          cursor = chunk.cursorAt(cursor, event);
          take(sampleAt(chunk, cursor, event));
        },
      ];
    }
  }

  /**
   * @param setNs what the settings say that a sample stands for; null: nothing
   * @param isTimes it is of those by which times are
   * @returns whether it is of those, and of a thread and a stack that are known
   */
  #take(chunk: JfrChunk, sample: Sample, setNs: number | null, isTimes: boolean): boolean {
    const still = Object.hasOwn(STILL, sample.state) ? STILL[sample.state] : undefined;
    if (still === undefined && !isTimes) {
      this.#beside += sample.samples;
      return false;
    }
    const context = this.#trees.contextOf(chunk, sample.thread, sample.traceKey);
    if (context === null) return false;
    const { account } = chunk;
    account.take(ROW_BYTES);
    const { tree } = context.thread;
    const periodNs = sample.periodNs ?? setNs;
    const ns = (periodNs ?? 0) * sample.samples;
    const startNs = this.#events.startNs(chunk, sample.startTicks);
    if (still !== undefined) {
      this.#still += sample.samples;
      tree.add(context.node, still.metric, ns, account);
      this.#events.addStill(context, still.state, startNs, ns);
      return false;
    }
    this.#samples += sample.samples;
    if (periodNs === null) this.#withoutPeriod += sample.samples;
    else this.#periodNs = periodNs;
    if (context.isCut) this.#cut += sample.samples;
    tree.add(context.node, SAMPLES, sample.samples, account);
    tree.addTime(context.node, ns, account);
    this.#lines.add(chunk, context.trace, sample.samples, ns);
    this.#events.addSample(context, startNs, ns);
    return true;
  }

  /** Why contexts may be in the wrong place, or missing, a clause for each cause. */
  losses(): readonly string[] {
    const cut = `${this.#cut} of ${this.#samples} stacks were cut by the JVM, so their outer frames are missing`;
    return this.#cut === 0 ? [] : [cut];
  }

  notes(): readonly string[] {
    const notes: string[] = [];
    const byTimer = this.#samples - this.#ofCpuTime;
    if (!this.hasAny)
      notes.push(
        `The file has no samples of code at work (${EXECUTION_SAMPLE}, ${CPU_SAMPLE} or ${WALL_SAMPLE}).`,
      );
    else if (this.#ofCpuTime > 0 && Math.min(byTimer, this.#ofCpuTime) > TOLD_MIXED * this.#samples)
      notes.push(
        `${byTimer} of ${this.#samples} samples are by the timer, which sees no native code: for a while the JVM took none of CPU time.`,
      );
    if (this.#withoutPeriod > 0)
      notes.push(
        `The file does not say what ${this.#withoutPeriod} of ${this.#samples} samples stand for: they are counted, and have no times.`,
      );
    if (this.#still > 0)
      notes.push(
        `${this.#still} samples are of threads that were not at work: they are in no time, but in columns of their own.`,
      );
    if (this.#beside > 0)
      notes.push(
        `${this.#beside} samples by the wall clock are of threads at work, whose times are by the other samples: they are left out.`,
      );
    return notes;
  }
}

export interface Sample {
  readonly thread: JfrValue;
  readonly traceKey: number;
  readonly startTicks: number;
  /** null: that of the settings */
  readonly periodNs: number | null;
  /** "STATE_RUNNABLE"; '': it does not say */
  readonly state: string;
  /** For how many it stands. */
  readonly samples: number;
}

/** Only the fields that are needed are made. */
export function sampleAt(chunk: JfrChunk, cursor: JfrCursor, { type }: JfrEvent): Sample {
  let thread: JfrValue = null;
  let traceKey = 0;
  let startTicks = 0;
  let periodNs: number | null = null;
  let state = '';
  let samples = 1;
  for (const field of type.fields) {
    if (field.name === 'stackTrace' && field.isPooled) traceKey = cursor.number();
    else if (field.name === 'sampledThread' || field.name === 'eventThread')
      thread = readField(cursor, field);
    else if (field.name === 'startTime') startTicks = numberAt(readField(cursor, field));
    else if (field.name === 'samplingPeriod') periodNs = spanNs(chunk, field, readField(cursor, field));
    else if (field.name === 'state') state = chunk.textOf(readField(cursor, field)) ?? '';
    else if (field.name === 'samples') samples = Math.max(1, numberAt(readField(cursor, field)));
    else skipField(cursor, field);
  }
  return { thread, traceKey, startTicks, periodNs, state, samples };
}
