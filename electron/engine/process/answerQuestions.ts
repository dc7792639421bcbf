import { parentPort, type Transferable } from 'node:worker_threads';
import { ensure } from '../../../shared/base/assert.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import { toldOfMemory } from '../../../shared/base/outOfMemory.ts';
import type { ThreadMessage } from './askedThread.ts';

/** Tells who asked how far it is, from time to time. */
const PROGRESS_MS = 100;

export type TellProgress = (what: string, done: number) => void;

/** The other side of AskedThread, in the worker's script. Faults of ours end the thread. */
export function answerQuestions<Question, Answer>(
  answerOf: (question: Question, tell: TellProgress) => Answer | Promise<Answer>,
  handedOver: (answer: Answer) => readonly Transferable[] = () => [],
): void {
  const port = ensure(parentPort, 'the thread that asks');
  let toldAtMs = 0;
  const tell: TellProgress = (what, done) => {
    if (performance.now() - toldAtMs < PROGRESS_MS) return;
    toldAtMs = performance.now();
    port.postMessage({ progress: what, done } satisfies ThreadMessage<Answer>);
  };
  const answer = async (question: Question): Promise<void> => {
    try {
      const found = await answerOf(question, tell);
      port.postMessage({ answer: found } satisfies ThreadMessage<Answer>, [...handedOver(found)]);
    } catch (thrown) {
      const told = ofSystem(thrown) ?? toldOfMemory(thrown);
      if (!(told instanceof SluiceError)) throw thrown;
      const { code, message, remedy } = told;
      port.postMessage({ failure: { code, message, remedy } } satisfies ThreadMessage<Answer>);
    }
  };
  port.on('message', (question: Question) => void answer(question));
}

/** A disk that fails while it is read. Null: it is something else. */
function ofSystem(thrown: unknown): SluiceError | null {
  if (!(thrown instanceof Error) || !('syscall' in thrown)) return null;
  return new SluiceError(
    'io',
    `The file could not be read: ${thrown.message}.`,
    'Look at the disk that it is on.',
  );
}
