import type { JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrType } from '../jfr/jfrMetadata.ts';
import { ALLOCATIONS } from './jfrAllocations.ts';
import { CPU_SAMPLE, EXECUTION_SAMPLE, WALL_SAMPLE } from './jfrChunkFacts.ts';
import type { EventFields } from './jfrEventFields.ts';
import { SETTING } from './jfrSettings.ts';

const MOST_TOLD = 6;
const MOST_CHARS = 100;
/** Of async-profiler and of whoever writes as it does. */
const OF_PROFILER = 'profiler.';
/** Of the recorder itself; and what is left out as others tell of the same, which those that read them say. */
const NOT_TOLD: readonly string[] = [
  ...[SETTING, EXECUTION_SAMPLE, CPU_SAMPLE, WALL_SAMPLE],
  ...ALLOCATIONS.map(({ event }) => event),
];

/** Events that say where something happened, and that no view shows. */
export class JfrUnshown {
  readonly #found = new Map<string, number>();

  /** Whether events of a type that nobody takes are told of. */
  isTold({ name, fields }: JfrType): boolean {
    if (NOT_TOLD.includes(name)) return false;
    return (
      name.startsWith(OF_PROFILER) || fields.some((field) => field.name === 'stackTrace' && field.isPooled)
    );
  }

  /** Some types have a field for a stack, and no stack. */
  add({ type: { name } }: JfrEvent, fields: EventFields): void {
    if (!name.startsWith(OF_PROFILER) && fields.traceKey === 0) return;
    this.#found.set(name, (this.#found.get(name) ?? 0) + 1);
  }

  notes(): readonly string[] {
    if (this.#found.size === 0) return [];
    const sorted = [...this.#found].sort(([, a], [, b]) => b - a);
    const told = sorted
      .slice(0, MOST_TOLD)
      .map(([name, events]) => `${events} of ${name.slice(0, MOST_CHARS)}`);
    const more = sorted.length > MOST_TOLD ? `, and of ${sorted.length - MOST_TOLD} more types` : '';
    return [`Events with stacks that are not shown: ${told.join(', ')}${more}.`];
  }
}
