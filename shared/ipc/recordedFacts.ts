import { decodeBase64 } from '../base/base64.ts';
import { decodeSnapshot } from '../recording/file/snapshotCodec.ts';
import type { SampledPhase } from '../recording/sampledPhase.ts';
import type { BareSampling, CountedRoot } from '../recording/samples/sampledTimes.ts';
import type { RecordedThread } from '../recording/snapshot.ts';
import type { ThreadCpu } from '../recording/threadCpu.ts';
import { checkedThreads } from '../recording/threadIds.ts';

/** What the engine has found of a recording beside its events: of the one that was stopped last. */
export interface RecordedFacts {
  /** When that began, as in the status: of another one they tell nothing. */
  readonly startedAtMs: number;
  /** Of threads that live. */
  readonly threads: readonly (ThreadCpu & { readonly id: number })[];
  /** null: the bare program was not sampled. */
  readonly bare: {
    readonly rootCalls: CountedRoot | null;
    /** `file`: a .sluice file of samples in base 64, as updates are JSON. */
    readonly phases: readonly { readonly when: SampledPhase['when']; readonly file: string }[];
  } | null;
}

/** @throws SluiceError 'io' for what is no file of samples */
export function bareSamplingOf({ rootCalls, phases }: NonNullable<RecordedFacts['bare']>): BareSampling {
  return {
    rootCalls,
    phases: phases.map(({ when, file }) => ({
      when,
      sampling: decodeSnapshot(decodeBase64(file)),
    })),
  };
}

/** What the system counted of each thread. No two trees are of one thread and group. */
export function withCpuTimes<Thread extends Pick<RecordedThread, 'id' | 'virtual' | 'group'>>(
  recorded: readonly Thread[],
  { threads }: Pick<RecordedFacts, 'threads'>,
): readonly Thread[] {
  const ofThread = new Map(threads.map(({ id, ranNs, readyNs }) => [id, { ranNs, readyNs }]));
  return checkedThreads(recorded).map((thread) => {
    const cpu = thread.virtual ? undefined : ofThread.get(thread.id);
    return cpu === undefined ? thread : { ...thread, cpu };
  });
}
