import { SluiceError } from '../base/errors.ts';
import { IdTable } from '../base/idTable.ts';

/** What the threads of a file may take if nobody says how much. */
export const USUAL_DUMP_MEMORY_BYTES = 512 << 20;

/** An object with its fields, one more place in an array, in a map; a text has its length beside. Measured, rounded up. */
const THREAD_BYTES = 256;
const TEXT_BYTES = 64;
const FRAME_BYTES = 8;
const NODE_BYTES = 64;
const LOCK_BYTES = 64;

/** Of texts and of nodes: as many as a Map takes. */
const MOST_KEPT = 1 << 23;
const NO_FRAMES: readonly string[] = [];

/**
 * What is kept of a file with thread dumps, each text and each stack once: threads of a pool have the same ones. It counts what that
 * takes, so that a file asks for no more than it may.
 *
 *     stack a, b, c:   node 1 = (root, c) <- node 2 = (1, b) <- node 3 = (2, a)      node 3 -> its array
 */
export class DumpAccount {
  readonly #memoryBytes: number;
  #takenBytes = 0;
  readonly #texts = new Map<string, number>();
  readonly #byNumber: string[] = [];
  /** node, number of a text -> node; both can be chosen. */
  readonly #nodes = new IdTable();
  /** node -> frames */
  readonly #stacks = new Map<number, readonly string[]>();

  constructor(memoryBytes = USUAL_DUMP_MEMORY_BYTES) {
    this.#memoryBytes = memoryBytes;
  }

  /** The same text as ever. */
  text(text: string): string {
    return this.#byNumber[this.#numberOf(text)];
  }

  thread(): void {
    this.#take(THREAD_BYTES);
  }

  lock(): void {
    this.#take(LOCK_BYTES);
  }

  /** @returns the same array for the same frames */
  stack(frames: readonly string[]): readonly string[] {
    if (frames.length === 0) return NO_FRAMES;
    let node = 0;
    for (const frame of frames) {
      const text = this.#numberOf(frame);
      let next = this.#nodes.get(node, text);
      if (next < 0) {
        this.#take(NODE_BYTES);
        if (this.#nodes.count === MOST_KEPT)
          throw tooLarge(`its stacks have more than ${MOST_KEPT} different ends`);
        next = this.#nodes.count + 1;
        this.#nodes.set(node, text, next);
      }
      node = next;
    }
    let stack = this.#stacks.get(node);
    if (stack === undefined) {
      this.#take(NODE_BYTES + frames.length * FRAME_BYTES);
      stack = frames.map((frame) => this.text(frame));
      this.#stacks.set(node, stack);
    }
    return stack;
  }

  /** The text of a frame, whose stack has not ended yet. */
  frame(frame: string): string {
    this.#take(FRAME_BYTES);
    return this.text(frame);
  }

  #numberOf(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#take(TEXT_BYTES + text.length);
    const number = this.#byNumber.length;
    if (number === MOST_KEPT) throw tooLarge(`it has more than ${MOST_KEPT} different texts`);
    this.#byNumber.push(text);
    this.#texts.set(text, number);
    return number;
  }

  #take(bytes: number): void {
    this.#takenBytes += bytes;
    if (this.#takenBytes > this.#memoryBytes)
      throw tooLarge(`its threads take more than ${Math.round(this.#memoryBytes / 2 ** 20)} MiB of memory`);
  }
}

function tooLarge(what: string): SluiceError {
  return new SluiceError(
    'memory',
    `The thread dump is too large: ${what}.`,
    'Give it more memory: sluice threads FILE --memory 2g.',
  );
}
