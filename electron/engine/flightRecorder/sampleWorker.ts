import { parentPort } from 'node:worker_threads';
import { ensure } from '../../../shared/base/assert.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import { LiveRecording } from '../../../shared/importers/liveRecording.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../../shared/recording/snapshotCodec.ts';
import type { ReadAnswer, ReadQuestion } from './sampleReader.ts';
import { isOfSluice, sampledSnapshot, withJvm } from './sampledFile.ts';

// Reads files of the Flight Recorder beside the engine: a minute of samples takes longer than its clients may wait.
const port = ensure(parentPort, 'the thread that asks');
const live = new LiveRecording(isOfSluice);
port.on('message', (question: ReadQuestion) => {
  const answer = answerOf(question);
  port.postMessage(answer, 'recording' in answer ? [answer.recording.buffer] : []);
});

function answerOf(question: ReadQuestion): ReadAnswer {
  try {
    return { recording: Uint8Array.from(encodeSnapshot(snapshotOf(question))) };
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    const { code, message, remedy } = thrown;
    return { failure: { code, message, remedy } };
  }
}

function snapshotOf(question: ReadQuestion): Snapshot {
  if (question.kind === 'file') return sampledSnapshot(question);
  live.add(question.parts);
  return withJvm(live, question.jvm, question.ran);
}
