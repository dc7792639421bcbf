import { openRecording } from '../../../shared/importers/openRecording.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { deadlocksIn } from '../../../shared/threads/deadlocks.ts';
import { threadDumpsIn } from '../../../shared/threads/threadDump.ts';
import { threadDumpRecording } from '../../../shared/threads/threadDumpSets.ts';
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
    case 'recordedThreads':
      return Uint8Array.from(
        encodeSnapshot(threadDumpRecording(threadDumpsIn(question.bytes).slice(-1), question)),
      );
    case 'recording':
      return Uint8Array.from(encodeSnapshot(openRecording(question.bytes)));
    case 'heap':
      return readHeap(question, tell);
  }
}
