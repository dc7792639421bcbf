import { ALLOCATED, MALLOC } from '../metrics/furtherMetrics.ts';
import type { JfrCursor } from '../jfr/jfrCursor.ts';
import { readField, skipField, type JfrValue } from '../jfr/jfrValues.ts';
import { ALLOCATION_SAMPLE, type EventTaker, type JfrChunkFacts } from './jfrChunkFacts.ts';
import { numberAt } from './jfrFields.ts';
import type { JfrTrees } from './jfrTrees.ts';

interface AllocationKind {
  readonly event: string;
  /** For how many bytes it stands. */
  readonly bytesField: string;
  readonly metric: string;
}

/**
 * An event stands for all bytes since the one before it. Fields: HotSpot jfr/metadata/metadata.xml. Where there are allocation samples, those
 * of TLABs tell of the same bytes.
 */
export const ALLOCATIONS: readonly AllocationKind[] = [
  { event: ALLOCATION_SAMPLE, bytesField: 'weight', metric: ALLOCATED },
  { event: 'jdk.ObjectAllocationInNewTLAB', bytesField: 'tlabSize', metric: ALLOCATED },
  { event: 'jdk.ObjectAllocationOutsideTLAB', bytesField: 'allocationSize', metric: ALLOCATED },
  { event: 'profiler.Malloc', bytesField: 'size', metric: MALLOC },
];

/** Where memory was asked for, by samples: bytes of the contexts. */
export class JfrAllocations {
  readonly #trees: JfrTrees;
  #samples = 0;

  constructor(trees: JfrTrees) {
    this.#trees = trees;
  }

  /** How many there are. */
  get samples(): number {
    return this.#samples;
  }

  *takers(facts: JfrChunkFacts): Generator<EventTaker> {
    const { chunk } = facts;
    const hasSamples = facts.has(ALLOCATION_SAMPLE) > 0;
    for (const { event: name, bytesField, metric } of ALLOCATIONS) {
      const type = chunk.typeNamed(name);
      if (type === undefined || (hasSamples && metric === ALLOCATED && name !== ALLOCATION_SAMPLE)) continue;
      let cursor: JfrCursor | null = null;
      yield [
        type,
        (event) => {
          cursor = chunk.cursorAt(cursor, event);
          let thread: JfrValue = null;
          let [traceKey, bytes] = [0, 0];
          for (const field of type.fields) {
            if (field.name === 'stackTrace' && field.isPooled) traceKey = cursor.number();
            else if (field.name === 'eventThread') thread = readField(cursor, field);
            else if (field.name === bytesField) bytes = numberAt(readField(cursor, field));
            else skipField(cursor, field);
          }
          const context = this.#trees.contextOf(chunk, thread, traceKey);
          if (context === null || bytes <= 0) return;
          this.#samples++;
          context.thread.tree.add(context.node, metric, bytes, chunk.account);
        },
      ];
    }
  }
}
