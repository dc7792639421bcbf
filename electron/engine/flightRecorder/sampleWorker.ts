import { LiveRecording } from '../../../shared/importers/liveRecording.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { isOfSluice } from '../../../shared/threads/toolThreads.ts';
import { answerQuestions } from '../process/answerQuestions.ts';
import type { ReadQuestion } from './sampleReader.ts';
import { sampledSnapshot, withJvm } from './sampledFile.ts';

// Reads files of the Flight Recorder beside the engine: a minute of samples takes longer than its clients may wait.
const live = new LiveRecording(isOfSluice);
answerQuestions(
  (question: ReadQuestion) => Uint8Array.from(encodeSnapshot(snapshotOf(question))),
  (recording) => [recording.buffer],
);

function snapshotOf(question: ReadQuestion): Snapshot {
  if (question.kind === 'file') return sampledSnapshot(question);
  live.add(question.parts);
  return withJvm(live, question.jvm, question.ran);
}
