import { SluiceError } from '../../shared/base/errors.ts';
import type { EngineApi, EngineUpdate } from '../../shared/ipc/engineApi.ts';
import type { EngineFindings } from '../../shared/ipc/finding.ts';
import { machineFindings } from './doctor/machineFindings.ts';
import { targetFindings } from './doctor/targetFindings.ts';
import { Samplings } from './flightRecorder/samplings.ts';
import { HeapQuestions } from './heapDump/heapQuestions.ts';
import { deadlocksOf, recordedThreads, threadsOf } from './jvmThreads.ts';
import { listJvms } from './jvms/jvmList.ts';
import { Monitors } from './monitor/monitors.ts';
import { programStartOf } from './source/programStart.ts';

/** What is asked of JVMs themselves, without an agent and without a session. */
export class JvmQuestions {
  readonly samplings = new Samplings();
  readonly heaps = new HeapQuestions();
  readonly monitors = new Monitors();
  readonly #tell: (update: EngineUpdate) => void;

  constructor(tell: (update: EngineUpdate) => void) {
    this.#tell = tell;
  }

  readonly listJvms: EngineApi['listJvms'] = async () => listJvms().filter(({ pid }) => pid !== process.pid);

  readonly sample: EngineApi['sample'] = (pid, durationMs, choices = {}) =>
    this.samplings.sample(
      pid,
      durationMs,
      choices,
      () => this.#tell({ kind: 'sampling', pid, samples: null }),
      (samples) => this.#tell({ kind: 'sampling', pid, samples }),
    );

  readonly dumpThreads: EngineApi['dumpThreads'] = async (pid) =>
    this.samplings.put(await recordedThreads(pid));

  readonly programStart: EngineApi['programStart'] = programStartOf;

  readonly threads: EngineApi['threads'] = threadsOf;

  readonly deadlocks: EngineApi['deadlocks'] = deadlocksOf;

  /** @param pid null: none */
  findings(pid: number | null): EngineFindings {
    return { machine: machineFindings(), target: pid === null ? [] : targetFindings(pid) };
  }

  /** See EngineClient.pieces. */
  *pieces(kind: 'samples' | 'dumps', id: string): Generator<Uint8Array> {
    if (kind === 'dumps') yield* this.heaps.dumpWith(id)?.pieces() ?? gone();
    else yield this.samplings.take(id) ?? gone();
  }

  close(): void {
    this.samplings.cancelAll();
    this.heaps.forget();
    this.monitors.close();
  }
}

function gone(): never {
  throw new SluiceError('io', 'The engine does not have it any more.', 'Ask again.');
}
