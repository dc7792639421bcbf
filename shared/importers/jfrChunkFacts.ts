import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrType } from '../jfr/jfrMetadata.ts';
import { EventFields } from './jfrEventFields.ts';
import { JfrSettings, SETTING } from './jfrSettings.ts';

/** Java code at work, by a timer over all threads. In async-profiler's files too. */
export const EXECUTION_SAMPLE = 'jdk.ExecutionSample';
/** The same by the CPU time of each thread, JDK 25 and later. Each says what it stands for. */
export const CPU_SAMPLE = 'jdk.CPUTimeSample';
/** async-profiler 4: by the wall, a batch for as long as a thread stands still at one place. */
export const WALL_SAMPLE = 'profiler.WallClockSample';
/** JDK 16 and later; those before it tell of each new TLAB, and so does async-profiler. */
export const ALLOCATION_SAMPLE = 'jdk.ObjectAllocationSample';
const HEAP_SUMMARY = 'jdk.GCHeapSummary';
const VM_OPERATION = 'jdk.ExecuteVMOperation';
const LOOKED_AT = [
  ...[SETTING, HEAP_SUMMARY, VM_OPERATION],
  ...[EXECUTION_SAMPLE, CPU_SAMPLE, WALL_SAMPLE, ALLOCATION_SAMPLE],
];
/** A safepoint has few operations. */
const MOST_OPERATION_CHARS = 200;
const JOINED_BYTES = 300;
/**
 * Of the samples by the timer. It takes five threads at a time, and a machine runs no fewer than one. Fewer come only where another
 * profiler has taken their signal, or where somebody asked for few.
 */
const LEAST_OF_CPU = 0.1;

/** What is told of one happening by several events. */
export interface JoinedFacts {
  /** By the number of the collection: what was in use before and after it. */
  readonly collections: ReadonlyMap<string, HeapInUse>;
  /** By the number of the safepoint. */
  readonly safepoints: ReadonlyMap<string, SafepointFacts>;
}

/** A number that the file chooses, as a key: hashes of texts cannot be chosen, those of numbers can. */
export function joinedKey(number: number): string {
  return `number ${number}`;
}

export interface HeapInUse {
  before: number;
  after: number;
}

export interface SafepointFacts {
  operation: string;
  /** Of its operations: the threads stand still meanwhile. */
  ns: number;
}

/** What takes an event of a type; it is of the chunk for which it was made. */
export type EventTaker = readonly [type: JfrType, take: (event: JfrEvent) => void];

/** What of a chunk has to be known before its events are taken, though it may stand behind them. */
export class JfrChunkFacts {
  readonly chunk: JfrChunk;
  readonly settings = new JfrSettings();
  readonly joined = {
    collections: new Map<string, HeapInUse>(),
    safepoints: new Map<string, SafepointFacts>(),
  };
  readonly #found = new Map<string, number>();

  constructor(chunk: JfrChunk) {
    this.chunk = chunk;
  }

  /**
   * Whose samples are the chunk's times: those of CPU time, for a timer sees no thread in native code or in the system. Those by the wall
   * where there are no others. null: it has none
   */
  get timesBy(): 'cpu' | 'timer' | 'wall' | null {
    const [ofTimer, ofCpu] = [this.has(EXECUTION_SAMPLE), this.has(CPU_SAMPLE)];
    if (ofTimer + ofCpu === 0) return this.has(WALL_SAMPLE) > 0 ? 'wall' : null;
    return ofCpu > LEAST_OF_CPU * ofTimer ? 'cpu' : 'timer';
  }

  /** How many events of a type it has, of those that are looked at. */
  has(eventName: string): number {
    return this.#found.get(eventName) ?? 0;
  }

  /** Looks at what the chunk has grown by. */
  look(): void {
    const fields = new EventFields(this.chunk);
    for (const event of this.chunk.events(({ name }) => LOOKED_AT.includes(name))) {
      const { name } = event.type;
      this.#found.set(name, this.has(name) + 1);
      if (name === SETTING) this.settings.add(this.chunk, event);
      else if (name === HEAP_SUMMARY || name === VM_OPERATION) {
        fields.read(event);
        if (name === HEAP_SUMMARY) this.#addHeap(fields);
        else if (fields.isSet('safepoint')) this.#addOperation(fields);
      }
    }
  }

  #addHeap(fields: EventFields): void {
    const id = joinedKey(fields.number('gcId'));
    const heap = this.joined.collections.get(id) ?? { before: NaN, after: NaN };
    this.chunk.account.take(JOINED_BYTES);
    this.joined.collections.set(id, heap);
    if (fields.text('when').startsWith('Before')) heap.before = fields.amount('heapUsed');
    else heap.after = fields.amount('heapUsed');
  }

  #addOperation(fields: EventFields): void {
    const id = joinedKey(fields.number('safepointId'));
    this.chunk.account.take(JOINED_BYTES);
    const facts = this.joined.safepoints.get(id) ?? { operation: '', ns: 0 };
    this.joined.safepoints.set(id, facts);
    if (facts.operation.length < MOST_OPERATION_CHARS)
      facts.operation = [facts.operation, fields.text('operation')].filter((part) => part !== '').join(', ');
    facts.ns += fields.ns('duration');
  }
}
