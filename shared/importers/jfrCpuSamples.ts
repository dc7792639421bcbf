import type { JfrCursor } from '../jfr/jfrCursor.ts';
import { CPU_TIME } from '../metrics/furtherMetrics.ts';
import { CPU_SAMPLE, type EventTaker, type JfrChunkFacts } from './jfrChunkFacts.ts';
import { sampleAt } from './jfrSamples.ts';
import type { JfrTrees } from './jfrTrees.ts';

/** Samples that the system did not deliver: their number is in the event. */
const LOST = 'jdk.CPUTimeSamplesLost';
const TOLD_LOST = 0.01;

/**
 * CPU time by samples of the threads' own clocks, beside samples by a timer: a metric of its own, in which each sample counts for the
 * period that it tells. A file that has no others has them as its times (JfrSamples).
 *
 *     jdk.ExecutionSample   A > B       Self Time of B: the period of the timer; threads that wait for a core are in it
 *     jdk.CPUTimeSample     A > B 4 ms  CPU Time of B: 4 ms
 */
export class JfrCpuSamples {
  readonly #trees: JfrTrees;
  #samples = 0;
  #lost = 0;

  constructor(trees: JfrTrees) {
    this.#trees = trees;
  }

  *takers({ chunk, hasTimedSamples }: JfrChunkFacts): Generator<EventTaker> {
    const [samples, lost] = [CPU_SAMPLE, LOST].map((name) => chunk.typeNamed(name));
    if (samples === undefined || !hasTimedSamples) return;
    let cursor: JfrCursor | null = null;
    yield [
      samples,
      (event) => {
        cursor = chunk.cursorAt(cursor, event);
        const { thread, traceKey, periodNs } = sampleAt(chunk, cursor, event);
        const context = this.#trees.contextOf(chunk, thread, traceKey);
        if (context === null || periodNs === null) return;
        this.#samples++;
        context.thread.add(context.node, CPU_TIME, periodNs);
      },
    ];
    if (lost === undefined) return;
    yield [
      lost,
      (event) => {
        const count = Number(chunk.read(event).fields.get('lostSamples'));
        if (count > 0) this.#lost += count;
      },
    ];
  }

  notes(): readonly string[] {
    if (this.#lost <= TOLD_LOST * this.#samples) return [];
    return [
      `${this.#lost} samples of CPU time were lost, ${this.#samples} are there: CPU times are too small.`,
    ];
  }
}
