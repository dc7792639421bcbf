import { ThreadTrees } from '../../../shared/cct/threadTrees.ts';
import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import { BlockDecoder } from '../../../shared/wire/blockDecoder.ts';
import type { Engine } from '../engine.ts';

/** How often a recording called each method, over all contexts and threads. */
export class RecordedCalls {
  readonly #names = new Map<number, string>();
  readonly #trees = new ThreadTrees();

  /** @param nameOf by what name a method is counted; to be made before the attach, which tells the first names */
  constructor(engine: Engine, nameOf: (method: MethodInfo) => string) {
    engine.subscribe((update) => {
      if (update.kind !== 'methods') return;
      for (const method of update.methods) this.#names.set(method.id, nameOf(method));
    });
  }

  /** All that got an id, called or not. */
  get methodNames(): readonly string[] {
    return [...this.#names.values()];
  }

  read(engine: Engine, sessionId: string): void {
    const decoder = new BlockDecoder(this.#trees);
    engine.setReader(sessionId, (bytes) => decoder.feed(bytes));
  }

  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { table } of this.#trees.snapshot()) {
      for (let row = 1; row < table.length; row++) {
        const name = this.#names.get(table.method[row]) ?? `#${table.method[row]}`;
        counts.set(name, (counts.get(name) ?? 0) + table.calls[row]);
      }
    }
    return counts;
  }
}
