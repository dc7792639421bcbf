import { Worker, type Transferable } from 'node:worker_threads';
import { BugError, SluiceError, type SluiceErrorCode } from '../../../shared/base/errors.ts';

/** What comes back: an answer, why there is none, or how far it is. */
export type ThreadMessage<Answer> =
  | { readonly answer: Answer }
  | {
      readonly failure: { readonly code: SluiceErrorCode; readonly message: string; readonly remedy: string };
    }
  | { readonly progress: string; readonly done: number };

export interface ThreadLimits {
  /** What it reads, as a sentence begins: "The thread dump". */
  readonly subject: string;
  /** Of objects, in MiB. Its own account refuses a file earlier, and in better words: this is for what that does not see. */
  readonly memoryMib: number;
  /** Of one answer; null: its caller ends it. */
  readonly deadlineMs: number | null;
  /** What helps against the two. */
  readonly remedy: string;
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (why: Error) => void;
}

/**
 * A thread that reads what others have written, one question after the other: whoever asks answers others meanwhile, and hears signals.
 * Where it takes too long, or more memory than it may, it is ended, and nothing else is.
 */
export class AskedThread<Question, Answer> {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #onProgress: (what: string, done: number) => void;
  /** Why it reads nothing any more. */
  #over: Error | null = null;
  #waiting: Waiting<Answer> | null = null;
  #deadline: NodeJS.Timeout | undefined;

  /** @param script the built worker, which answers by answerQuestions */
  constructor(
    script: string,
    limits: ThreadLimits,
    onProgress: (what: string, done: number) => void = () => {},
  ) {
    this.#limits = limits;
    this.#onProgress = onProgress;
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMib } });
    this.#worker.unref();
    this.#worker.on('message', (message: ThreadMessage<Answer>) => this.#take(message));
    this.#worker.on('error', (broken: Error & { code?: string }) => this.#end(this.#failureOf(broken)));
    this.#worker.on('exit', () =>
      this.#end(new SluiceError('busy', `${limits.subject} is not read any more.`)),
    );
  }

  /** @throws SluiceError of the reader; 'memory'; 'io' beyond the deadline; 'busy' when it was closed */
  ask(question: Question, handedOver: readonly Transferable[] = []): Promise<Answer> {
    if (this.#over !== null) return Promise.reject(this.#over);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.ref(); // a process that waits for an answer does not end
      const { deadlineMs } = this.#limits;
      if (deadlineMs !== null) this.#deadline = setTimeout(() => this.#endLate(deadlineMs), deadlineMs);
      this.#worker.postMessage(question, [...handedOver]);
    });
  }

  /** What is being read is given up. */
  close(): void {
    void this.#worker.terminate();
  }

  #take(message: ThreadMessage<Answer>): void {
    if ('progress' in message) return this.#onProgress(message.progress, message.done);
    const waiting = this.#settled();
    if ('answer' in message) return waiting?.resolve(message.answer);
    const { code, message: what, remedy } = message.failure;
    waiting?.reject(new SluiceError(code, what, remedy));
  }

  #settled(): Waiting<Answer> | null {
    clearTimeout(this.#deadline);
    this.#worker.unref();
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  #endLate(deadlineMs: number): void {
    const { subject, remedy } = this.#limits;
    this.#end(
      new SluiceError(
        'io',
        `${subject} was not read within ${deadlineMs / 1000} s, and was given up.`,
        remedy,
      ),
    );
    this.close();
  }

  #failureOf(broken: Error & { code?: string }): Error {
    const { subject, memoryMib, remedy } = this.#limits;
    if (broken.code !== 'ERR_WORKER_OUT_OF_MEMORY')
      return new BugError(`${subject} could not be read: ${broken.message}.`, { cause: broken });
    return new SluiceError(
      'memory',
      `${subject} takes more than ${memoryMib} MiB of memory to be read.`,
      remedy,
      {
        cause: broken,
      },
    );
  }

  #end(why: Error): void {
    this.#over ??= why;
    this.#settled()?.reject(this.#over);
  }
}
