import { parentPort } from 'node:worker_threads';
import { ensure } from '../../../shared/base/assert.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import { encodeSnapshot } from '../../../shared/recording/snapshotCodec.ts';
import type { ReadAnswer, ReadQuestion } from './sampleReader.ts';
import { sampledSnapshot } from './sampledFile.ts';

// Reads files of the Flight Recorder beside the engine: a minute of samples takes longer than its clients may wait.
const port = ensure(parentPort, 'the thread that asks');
port.on('message', ({ file, jvm }: ReadQuestion) => {
  port.postMessage(answerOf(file, jvm));
});

function answerOf(file: Uint8Array, jvm: ReadQuestion['jvm']): ReadAnswer {
  try {
    return { recording: encodeSnapshot(sampledSnapshot(file, jvm)) };
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    const { code, message, remedy } = thrown;
    return { failure: { code, message, remedy } };
  }
}
