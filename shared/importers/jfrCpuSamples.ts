import type { JfrCursor } from '../jfr/jfrCursor.ts';
import { CPU_TIME } from '../metrics/furtherMetrics.ts';
import { CPU_SAMPLE, type EventTaker, type JfrChunkFacts } from './jfrChunkFacts.ts';
import { sampleAt } from './jfrSamples.ts';
import type { JfrTrees } from './jfrTrees.ts';

/** Samples that the system did not deliver: their number is in the event. */
const LOST = 'jdk.CPUTimeSamplesLost';
const TOLD_LOST = 0.01;

/**
 * CPU time by samples of the threads' own clocks where they are too few to be the times (JfrChunkFacts.timesBy): a metric of its own, in
 * which each sample counts for the period that it tells.
 *
 *     jdk.ExecutionSample   A > B       Self Time of B: the period of the timer
 *     jdk.CPUTimeSample     A > B 4 ms  CPU Time of B: 4 ms
 */
export class JfrCpuSamples {
  readonly #trees: JfrTrees;
  #samples = 0;
  #lost = 0;

  constructor(trees: JfrTrees) {
    this.#trees = trees;
  }

  *takers({ chunk, timesBy }: JfrChunkFacts): Generator<EventTaker> {
    const [samples, lost] = [CPU_SAMPLE, LOST].map((name) => chunk.typeNamed(name));
    if (samples !== undefined && timesBy === 'timer') {
      let cursor: JfrCursor | null = null;
      yield [
        samples,
        (event) => {
          cursor = chunk.cursorAt(cursor, event);
          const { thread, traceKey, periodNs } = sampleAt(chunk, cursor, event);
          const context = this.#trees.contextOf(chunk, thread, traceKey);
          if (context === null || periodNs === null) return;
          this.#samples++;
          context.thread.tree.add(context.node, CPU_TIME, periodNs, chunk.account);
        },
      ];
    }
    if (lost === undefined) return;
    yield [
      lost,
      (event) => {
        const count = Number(chunk.read(event).fields.get('lostSamples'));
        if (count > 0) this.#lost += count;
      },
    ];
  }

  /** @param ofTimes how many samples of CPU time are times (JfrSamples) */
  notes(ofTimes: number): readonly string[] {
    const samples = this.#samples + ofTimes;
    if (this.#lost <= TOLD_LOST * samples) return [];
    return [`${this.#lost} samples of CPU time were lost, ${samples} are there: CPU times are too small.`];
  }
}
