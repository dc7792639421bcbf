import { randomBytes } from 'node:crypto';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import type { ChunkPart } from '../../../shared/importers/liveRecording.ts';
import type { SampleChoices } from '../../../shared/ipc/sampleChoices.ts';
import { EVENT_GROUPS } from '../../../shared/jvmEvents/eventKinds.ts';
import { findAttachable } from '../agent/attachAgent.ts';
import { programCodeOf } from '../source/programCode.ts';
import type { SampledJvm } from './sampledFile.ts';
import { canSampleCpuTime, sampleJvm } from './sampleJvm.ts';
import { SampleReader } from './sampleReader.ts';
import { javaThreadNames, readTaskTimes, timesSince, type TaskTimes } from './threadTimes.ts';

const PERIOD_MS = 10;
const LONGEST_MS = 600_000;
/** Of what is read at its end only. */
const LONGEST_QUIET_MS = 24 * 3_600_000;
/** What is sampled goes on while a client fetches what there was. */
const MOST_KEPT = 4;

interface Running {
  readonly stop: AbortController;
  isCancelled: boolean;
  /** Resolves when the recorder has stopped, however that came. */
  over: Promise<unknown>;
}

/** The samplings that clients ask for, one of a JVM at a time, and the files of the last ones until they are fetched. */
export class Samplings {
  /** By process id. */
  readonly #running = new Map<number, Running>();
  /** By id, the oldest first. */
  readonly #kept = new Map<string, Uint8Array>();

  /**
   * @param onStarted from now on samples are taken
   * @param onMore hears the id of a recording of what there is so far: in place of the one before, if that was not fetched
   * @returns id of the recording
   */
  async sample(
    pid: number,
    durationMs: number,
    choices: SampleChoices,
    onStarted: () => void,
    onMore: (id: string) => void,
  ): Promise<string> {
    const { onlyAtEnd = false, ...chosen } = checkedChoices(choices);
    const longestMs = onlyAtEnd ? LONGEST_QUIET_MS : LONGEST_MS;
    if (!Number.isSafeInteger(pid) || pid <= 0 || !(durationMs > 0 && durationMs <= longestMs))
      throw new UsageError(
        'Sampling: a process id and a duration are needed.',
        `The duration is ${longestMs} ms at most.`,
      );
    const before = this.#running.get(pid);
    if (before?.isCancelled === true) await before.over; // a page that is loaded anew asks while its last sampling ends
    if (this.#running.has(pid))
      throw new SluiceError(
        'busy',
        `Process ${pid} is being sampled already.`,
        'Wait until that has ended, or end it where it was begun.',
      );
    const running: Running = { stop: new AbortController(), isCancelled: false, over: Promise.resolve() };
    this.#running.set(pid, running);
    const all = { ...chosen, durationMs };
    const sampling = this.#sampled(pid, running, onlyAtEnd, all, onStarted, onMore).finally(() =>
      this.#running.delete(pid),
    );
    running.over = sampling.catch(() => {});
    return sampling;
  }

  async #sampled(
    pid: number,
    running: Running,
    onlyAtEnd: boolean,
    chosen: Omit<SampleChoices, 'onlyAtEnd'> & { readonly durationMs: number },
    onStarted: () => void,
    onMore: (id: string) => void,
  ): Promise<string> {
    const { stop } = running;
    const { mainClass, javaVersion, vmName, feature } = findAttachable(pid);
    const hasTimer = !canSampleCpuTime(feature);
    const asking = programCodeOf(pid); // sampling does not wait for it
    const jvmOf = async (): Promise<SampledJvm> => ({
      ...{ pid, mainClass, javaVersion, vmName },
      ...(await asking),
    });
    const reader = new SampleReader();
    stop.signal.addEventListener('abort', () => running.isCancelled && reader.close());
    let before: TaskTimes = new Map();
    const ran = (): TaskTimes => timesSince(before, readTaskTimes(pid));
    let ranAtLastLook: TaskTimes = new Map();
    /** What cannot be read now comes with the next part, or at the end. */
    const tell = async (parts: readonly ChunkPart[]): Promise<void> => {
      const reading = reader.readMore(parts, await jvmOf(), ranAtLastLook); // of now there may be samples still to come
      ranAtLastLook = ran();
      const recording = await reading.catch(() => null);
      if (recording !== null) onMore(this.put(recording));
    };
    try {
      const options = {
        ...{ periodMs: PERIOD_MS, cpuTime: 'beside' as const },
        ...chosen,
        ...(onlyAtEnd ? {} : { onMore: tell }),
      };
      const sampled = await sampleJvm(pid, options, stop.signal, () => {
        before = readTaskTimes(pid);
        onStarted();
      });
      if (running.isCancelled) throw new SluiceError('busy', 'The sampling was cancelled.');
      const ranInAll = ran();
      const names = hasTimer && sampled.cut === null ? await javaThreadNames(pid) : new Map<number, string>();
      return this.put(await reader.read({ ...sampled, ran: ranInAll, names, jvm: await jvmOf() }));
    } finally {
      reader.close();
    }
  }

  /** @param recording as encodeSnapshot makes it, that is to be fetched, once. @returns its id */
  put(recording: Uint8Array): string {
    const id = randomBytes(16).toString('hex');
    this.#kept.set(id, recording);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return id;
  }

  /** The sampling rejects with busy when the recorder of the JVM has stopped. */
  cancel(pid: number): void {
    const running = this.#running.get(pid);
    if (running === undefined) return;
    running.isCancelled = true;
    running.stop.abort();
  }

  /** The sampling ends before its time. */
  end(pid: number): void {
    this.#running.get(pid)?.stop.abort();
  }

  cancelAll(): void {
    for (const pid of this.#running.keys()) this.cancel(pid);
  }

  /** Once; null: it was fetched before, or newer ones have taken its place. */
  take(id: string): Uint8Array | null {
    const bytes = this.#kept.get(id) ?? null;
    this.#kept.delete(id);
    return bytes;
  }
}

/** They may come from another process. */
function checkedChoices(choices: SampleChoices): SampleChoices {
  const { periodMs = PERIOD_MS, ioMs = 0, events = [] } = choices;
  const areNumbers = Number.isSafeInteger(periodMs) && periodMs >= 1 && periodMs <= 1_000 && ioMs >= 0;
  const areGroups = Array.isArray(events) && events.every((group) => EVENT_GROUPS.includes(group));
  if (areNumbers && areGroups) return choices;
  throw new UsageError(
    'Sampling: a period, a threshold or a kind of event is none.',
    `The period is 1 to 1000 ms; kinds are ${EVENT_GROUPS.join(', ')}.`,
  );
}
