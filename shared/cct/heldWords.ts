import { WORD_BYTES } from '../events/eventWord.ts';

/** Words of a thread, as EventSink.events has them. */
export interface WordBlock {
  readonly timed: boolean;
  readonly words: Uint32Array;
  readonly wordCount: number;
  readonly baseTimeNs: number;
  readonly dropped: number;
}

/** Of all threads together: calls of 120 ms at 20 million events a second are 19 MB each. */
const MOST_HELD_BYTES = 256 * 2 ** 20;
/** What a block takes beside its words, in words: a target can send any number of empty ones. */
const BLOCK_WORDS = 16;
/** 256 bytes: a target can have any number of threads within a call. */
const FIRST_WORDS = 32;
/** What is larger goes back when it has been released: one long call does not keep its memory for ever. */
const KEPT_WORDS = 1024;

/** How much room there is for words that are held, by all threads of a recording. Buffers that grow take up to twice as much. */
export class HeldRoom {
  #freeWords: number;
  /** Root calls whose words did not find room. */
  lacking = 0;

  constructor(mostBytes = MOST_HELD_BYTES) {
    this.#freeWords = Math.floor(mostBytes / WORD_BYTES);
  }

  /** @returns false: there is none */
  take(words: number): boolean {
    if (words > this.#freeWords) return false;
    this.#freeWords -= words;
    return true;
  }

  giveBack(words: number): void {
    this.#freeWords += words;
  }
}

/** Blocks of words of one thread, kept until it is known whose they are. Copies: two u32 a word, and a few numbers a block. */
export class HeldWords {
  readonly #room: HeldRoom;
  #words = new Uint32Array(0);
  #wordCount = 0;
  #blocks: Omit<WordBlock, 'words'>[] = [];

  constructor(room: HeldRoom) {
    this.#room = room;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  /** @returns false: there is no room, and nothing more is held than before */
  hold({ words, ...block }: WordBlock): boolean {
    if (!this.#room.take(block.wordCount + BLOCK_WORDS)) return false;
    const end = this.#wordCount + block.wordCount;
    if (2 * end > this.#words.length) {
      const larger = new Uint32Array(Math.max(4 * end, 2 * FIRST_WORDS));
      larger.set(this.#words.subarray(0, 2 * this.#wordCount));
      this.#words = larger;
    }
    this.#words.set(words.subarray(0, 2 * block.wordCount), 2 * this.#wordCount);
    this.#wordCount = end;
    this.#blocks.push(block);
    return true;
  }

  /** Hands all on, in order; nothing is held then. Each block is valid during the call only. */
  release(take: (block: WordBlock) => void): void {
    if (this.isEmpty) return;
    for (const block of this.#inOrder()) take(block);
    this.#room.giveBack(this.#wordCount + BLOCK_WORDS * this.#blocks.length);
    this.#wordCount = 0;
    this.#blocks = [];
    if (this.#words.length > 2 * KEPT_WORDS) this.#words = new Uint32Array(0);
  }

  /** What is held, the newest block first. */
  *newestFirst(): Generator<WordBlock> {
    let end = this.#wordCount;
    for (let i = this.#blocks.length - 1; i >= 0; i--) {
      const block = this.#blocks[i];
      const at = end - block.wordCount;
      yield { ...block, words: this.#words.subarray(2 * at, 2 * end) };
      end = at;
    }
  }

  *#inOrder(): Generator<WordBlock> {
    let at = 0;
    for (const block of this.#blocks) {
      const end = at + block.wordCount;
      yield { ...block, words: this.#words.subarray(2 * at, 2 * end) };
      at = end;
    }
  }
}
