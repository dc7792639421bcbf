import { JfrRecording } from '../../../shared/importers/jfrRecording.ts';
import { noteText } from '../../../shared/messages/noteMessages.ts';
import { LINES_SET } from '../../../shared/recording/samples/sampledLines.ts';
import type { RecordedTarget, Snapshot } from '../../../shared/recording/snapshot.ts';
import { unseenTimeNote } from '../../../shared/recording/unseenTime.ts';
import { isOfSluice } from '../../../shared/threads/toolThreads.ts';
import type { SamplesCut } from './sampleJvm.ts';
import type { TaskTimes } from './threadTimes.ts';

/**
 * What is known of a JVM beside its file: '', and no own packages and class path, where it is not. In a container it knows itself by another pid: a recording has the one by
 * which it is listed here. The recorder tells the JVM's version only if it is asked to.
 */
export type SampledJvm = Pick<
  RecordedTarget,
  'pid' | 'mainClass' | 'javaVersion' | 'vmName' | 'ownPackages' | 'classPath'
>;

/** What a sampling has left. */
export interface SampledFile {
  readonly file: Uint8Array;
  readonly jvm: SampledJvm;
  /** What the threads ran meanwhile, by the system's numbers. */
  readonly ran: TaskTimes;
  /** Java threads that lived at the end, by the system's numbers, where it was asked for: who has no sample may have run all the same. */
  readonly names?: ReadonlyMap<number, string>;
  /** Times and lines are wanted, and not what happened when. */
  readonly onlyTimes?: boolean;
  /** See SamplesCut. */
  readonly cut?: SamplesCut | null;
}

const NOTE_OF_CUT = { ended: 'sampledUntilEnd', unanswered: 'sampledUnanswered' } as const;

/** @throws SluiceError 'io' for a file that cannot be read */
export function sampledSnapshot({
  file,
  jvm,
  ran,
  names,
  onlyTimes = false,
  cut = null,
}: SampledFile): Snapshot {
  const recording = new JfrRecording(isOfSluice);
  recording.addFile(file);
  const whole = withJvm(recording, jvm, ran, names);
  const note = cut === null ? [] : [noteText(NOTE_OF_CUT[cut], {})];
  const snapshot = { ...whole, notes: [...note, ...whole.notes] };
  if (!onlyTimes) return snapshot;
  return { ...snapshot, dataSets: snapshot.dataSets.filter(({ id }) => id === LINES_SET) };
}

/** With what is known beside the file. */
export function withJvm(
  recording: Pick<JfrRecording, 'snapshot' | 'systemIds'>,
  jvm: SampledJvm,
  ran: TaskTimes,
  names: ReadonlyMap<number, string> = new Map(),
): Snapshot {
  const snapshot = recording.snapshot();
  const known = Object.entries(jvm).filter(([, value]) => typeof value === 'number' || value.length > 0);
  const { systemIds } = recording;
  const threads = snapshot.threads.map((thread) => {
    const cpu = thread.virtual ? undefined : ran.get(systemIds.get(thread.id) ?? NaN);
    return cpu === undefined ? thread : { ...thread, cpu };
  });
  const sampled = new Set(threads.map(({ id }) => systemIds.get(id)));
  const unsampled = Array.from(names, ([systemId, name]) => ({ name, ran: ran.get(systemId), systemId }))
    .filter(({ name, systemId }) => !sampled.has(systemId) && !isOfSluice(name))
    .flatMap(({ name, ran: cpu }) => (cpu === undefined ? [] : { name, ranNs: cpu.ranNs }));
  const unseen = unseenTimeNote({ ...snapshot, threads }, unsampled);
  return {
    ...snapshot,
    target: { ...snapshot.target, ...Object.fromEntries(known) },
    threads,
    notes: unseen === null ? snapshot.notes : [...snapshot.notes, unseen],
  };
}
