import type { MethodId } from '../../shared/base/ids.ts';
import type { CctTable } from '../../shared/cct/cctTable.ts';
import { mergeTrees } from '../../shared/cct/mergeTrees.ts';
import { ThreadTrees } from '../../shared/cct/threadTrees.ts';
import type { EngineUpdate } from '../../shared/ipc/engineApi.ts';
import { BlockDecoder } from '../../shared/wire/blockDecoder.ts';
import type { CallNode } from '../fixtures/callTreePicture.ts';

/** Builds the call trees of one recording in this process. */
export class TreeRecorder {
  readonly #trees = new ThreadTrees();
  readonly #decoder = new BlockDecoder(this.#trees);
  readonly #names = new Map<MethodId, string>();

  /** Takes blocks of events. */
  readonly take = (bytes: Uint8Array): void => this.#decoder.feed(bytes);

  /** Learns the methods that got an id. */
  readonly learn = (update: EngineUpdate): void => {
    if (update.kind !== 'methods') return;
    for (const { id, className, name } of update.methods) this.#names.set(id, `${className}.${name}`);
  };

  /** The trees of all threads in one. */
  roots(): readonly CallNode[] {
    return this.#childrenOfRoot(mergeTrees(this.#trees.snapshot().map(({ table }) => table)));
  }

  #childrenOfRoot({ length, method, parent, calls }: CctTable): readonly CallNode[] {
    const children: CallNode[][] = Array.from({ length }, () => []);
    for (let node = 1; node < length; node++) {
      const name = this.#names.get(method[node] as MethodId) ?? `method ${method[node]}`;
      children[parent[node]].push({ method: name, calls: calls[node], children: children[node] });
    }
    return children[0];
  }
}
