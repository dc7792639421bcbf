import { ensure } from '../../shared/base/assert.ts';
import type { MethodId } from '../../shared/base/ids.ts';
import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import { ThreadTrees } from '../../shared/cct/threadTrees.ts';
import type { EngineUpdate, SessionStatus } from '../../shared/ipc/engineApi.ts';
import type { MethodInfo } from '../../shared/model/methodInfo.ts';
import type { Snapshot } from '../../shared/model/snapshot.ts';
import { BlockDecoder } from '../../shared/wire/blockDecoder.ts';

/** Builds the trees of a session in this process: the command line's counterpart of the window's CCT worker. */
export class Recorder {
  readonly trees = new ThreadTrees();
  readonly #commandLine: string;
  readonly #methods = new Map<MethodId, MethodInfo>();
  readonly #decoder = new BlockDecoder(this.trees);
  readonly #startedAtMs = Date.now();

  constructor(commandLine: string) {
    this.#commandLine = commandLine;
  }

  /** Takes blocks; throws SluiceError('protocol') for bytes that are none. */
  readonly take = (bytes: Uint8Array): void => this.#decoder.feed(bytes);

  /** Learns the methods that got an id. */
  readonly learn = (update: EngineUpdate): void => {
    if (update.kind !== 'methods') return;
    for (const method of update.methods) this.#methods.set(method.id, method);
  };

  /** @param status of the session after its recording */
  snapshot(status: SessionStatus, vmName: string): Snapshot {
    const request = ensure(status.request, 'request of the recording');
    const { roots, scheme, clock, includes, excludes, includeCore, followThreads, countTrivial } = request;
    const { pid, mainClass, javaVersion } = status;
    return {
      target: { pid, mainClass, javaVersion, vmName, commandLine: this.#commandLine },
      roots,
      scheme,
      clock,
      filter: { includes, excludes, includeCore },
      switches: status.switches,
      followThreads,
      countTrivial,
      calibration: status.calibration ?? NO_CALIBRATION,
      complete: status.complete,
      losses: status.losses,
      droppedEvents: status.droppedEvents,
      instrumentedMethods: status.instrumentedMethods,
      instrumentation: {
        classes: status.instrumentedClasses,
        hotSwaps: status.hotSwaps,
        swapMs: status.swapMs,
        analysisMs: status.analysisMs,
      },
      startedAtMs: this.#startedAtMs,
      durationMs: status.elapsedMs,
      methods: [...this.#methods.values()],
      threads: this.trees.snapshot().map(({ threadId, ...thread }) => ({ id: threadId, ...thread })),
      notes: status.notes,
      refusals: status.refusals,
    };
  }
}
