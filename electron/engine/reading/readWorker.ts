import { openRecording } from '../../../shared/importers/openRecording.ts';
import { dataSetRecording } from '../../../shared/recording/dataSetRecording.ts';
import { encodeSnapshot } from '../../../shared/recording/snapshotCodec.ts';
import { deadlocksIn } from '../../../shared/threads/deadlocks.ts';
import { threadDumpsIn } from '../../../shared/threads/threadDump.ts';
import { threadTable } from '../../../shared/threads/threadTable.ts';
import { answerQuestions, type TellProgress } from '../process/answerQuestions.ts';
import { readHeap } from './readHeap.ts';
import type { ReadKind, ReadQuestion, Reads } from './readQuestions.ts';
import { readThreads } from './readThreads.ts';

// Reads what others have written beside whoever asks: see readAside.ts.
answerQuestions(answerOf, (answer) =>
  answer instanceof Uint8Array && answer.buffer instanceof ArrayBuffer ? [answer.buffer] : [],
);

function answerOf(
  question: ReadQuestion,
  tell: TellProgress,
): Reads[ReadKind]['answer'] | Promise<Reads[ReadKind]['answer']> {
  switch (question.kind) {
    case 'threads':
      return readThreads(question);
    case 'deadlocks':
      return deadlocksIn(threadDumpsIn(question.bytes).at(-1)?.threads ?? []);
    case 'threadTable': {
      const threads = threadDumpsIn(question.bytes).at(-1)?.threads ?? [];
      // The JVM's own ones run no Java code.
      const shown = threadTable(threads.filter(({ activity }) => activity !== 'internal'));
      return Uint8Array.from(encodeSnapshot(dataSetRecording([shown], question)));
    }
    case 'recording':
      return Uint8Array.from(encodeSnapshot(openRecording(question.bytes)));
    case 'heap':
      return readHeap(question, tell);
  }
}
