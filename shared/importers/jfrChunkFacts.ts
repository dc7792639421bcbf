import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrType } from '../jfr/jfrMetadata.ts';
import { EventFields } from './jfrEventFields.ts';
import { JfrSettings, SETTING } from './jfrSettings.ts';

/** Java code at work, by a timer over all threads. In async-profiler's files too. */
export const EXECUTION_SAMPLE = 'jdk.ExecutionSample';
/** The same by the CPU time of each thread, JDK 25 and later. Each says what it stands for. */
export const CPU_SAMPLE = 'jdk.CPUTimeSample';
const HEAP_SUMMARY = 'jdk.GCHeapSummary';
const VM_OPERATION = 'jdk.ExecuteVMOperation';
const LOOKED_AT = [SETTING, EXECUTION_SAMPLE, CPU_SAMPLE, HEAP_SUMMARY, VM_OPERATION];
/**
 * Of the samples by the timer. It takes five threads at a time, and a machine runs no fewer than one. Fewer come only where another
 * profiler has taken their signal, or where somebody asked for few.
 */
const LEAST_OF_CPU = 0.1;

/** What is told of one happening by several events. */
export interface JoinedFacts {
  /** By the number of the collection: what was in use before and after it. */
  readonly collections: ReadonlyMap<number, HeapInUse>;
  /** By the number of the safepoint. */
  readonly safepoints: ReadonlyMap<number, SafepointFacts>;
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
    collections: new Map<number, HeapInUse>(),
    safepoints: new Map<number, SafepointFacts>(),
  };
  #ofTimer = 0;
  #ofCpu = 0;

  constructor(chunk: JfrChunk) {
    this.chunk = chunk;
  }

  /**
   * Whose samples are the chunk's times: those of CPU time, for a timer sees no thread in native code or in the system. null: it has none
   */
  get timesBy(): 'cpu' | 'timer' | null {
    if (this.#ofTimer + this.#ofCpu === 0) return null;
    return this.#ofCpu > LEAST_OF_CPU * this.#ofTimer ? 'cpu' : 'timer';
  }

  /** Looks at what the chunk has grown by. */
  look(): void {
    const fields = new EventFields(this.chunk);
    for (const event of this.chunk.events(({ name }) => LOOKED_AT.includes(name))) {
      const { name } = event.type;
      if (name === EXECUTION_SAMPLE) this.#ofTimer++;
      else if (name === CPU_SAMPLE) this.#ofCpu++;
      else if (name === SETTING) this.settings.add(this.chunk, event);
      else {
        fields.read(event);
        if (name === HEAP_SUMMARY) this.#addHeap(fields);
        else if (fields.isSet('safepoint')) this.#addOperation(fields);
      }
    }
  }

  #addHeap(fields: EventFields): void {
    const id = fields.number('gcId');
    const heap = this.joined.collections.get(id) ?? { before: NaN, after: NaN };
    this.joined.collections.set(id, heap);
    if (fields.text('when').startsWith('Before')) heap.before = fields.amount('heapUsed');
    else heap.after = fields.amount('heapUsed');
  }

  #addOperation(fields: EventFields): void {
    const id = fields.number('safepointId');
    const facts = this.joined.safepoints.get(id) ?? { operation: '', ns: 0 };
    this.joined.safepoints.set(id, facts);
    facts.operation = [facts.operation, fields.text('operation')].filter((part) => part !== '').join(', ');
    facts.ns += fields.ns('duration');
  }
}
