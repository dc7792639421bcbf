import type { MethodId, ThreadId } from '../../shared/base/ids.ts';
import { FIRST_METHOD_ID } from '../../shared/base/ids.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../../shared/events/eventWord.ts';
import type { RecordingMark } from '../../shared/events/recordingMark.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import { slowCallsNs } from '../../shared/recording/options/slowCalls.ts';
import { BlockEncoder, encodeRecordingStart } from '../../shared/wire/blockEncoder.ts';
import { MAX_EVENTS_PER_BLOCK } from '../../shared/wire/blockLayout.ts';

export interface ProgramShape {
  readonly methods: number;
  /** Different methods that one method calls. */
  readonly fanOut: number;
  /** Frames below a root. */
  readonly depth: number;
  readonly threads: number;
}

/** About 5,000 methods whose tree keeps growing for minutes. */
export const SHOP: ProgramShape = { methods: 5000, fanOut: 5, depth: 14, threads: 4 };
/** 10 + 10^2 + ... + 10^6 contexts. */
export const MILLION: ProgramShape = { methods: 5000, fanOut: 10, depth: 6, threads: 1 };

const AREAS = ['order', 'billing', 'stock', 'search', 'web', 'persistence', 'security', 'pricing', 'mail'];
const NOUNS = ['Order', 'Invoice', 'Cart', 'Customer', 'Query', 'Session', 'Price', 'Item', 'Token', 'Row'];
const KINDS = ['Service', 'Repository', 'Controller', 'Mapper', 'Validator', 'Cache', 'Factory', 'Filter'];
const VERBS = [
  'process',
  'find',
  'load',
  'validate',
  'map',
  'apply',
  'resolve',
  'compute',
  'render',
  'commit',
];
const SIGNATURES = ['()V', '(I)I', '(Ljava/lang/String;)Ljava/util/List;', '(JLjava/util/Map;)Z', '([B)V'];

/** A made-up program: which methods it has, and the events of running it, always the same for the same calls. */
export class SyntheticProgram {
  readonly methods: readonly MethodInfo[];
  readonly #shape: ProgramShape;
  readonly #encoder = new BlockEncoder();
  #seed = 12345;
  #clockNs = 1_000_000_000;
  #words: number[] = [];

  constructor(shape: ProgramShape) {
    this.#shape = shape;
    this.methods = Array.from({ length: shape.methods }, (_, i) => methodOf(i));
  }

  /** Begins a recording, and announces the threads. */
  startBlocks({ slowCalls }: { readonly slowCalls: readonly string[] }): Uint8Array[] {
    return [encodeRecordingStart(null, false, slowCallsNs(slowCalls)), ...this.threadBlocks()];
  }

  /** Announces the threads. */
  threadBlocks(): Uint8Array[] {
    return Array.from({ length: this.#shape.threads }, (_, i) =>
      this.#encoder.thread((20 + i) as ThreadId, i === 0 ? 'main' : `http-worker-${i}`, false),
    );
  }

  /** What becomes of the recording from here on. */
  mark(mark: RecordingMark): Uint8Array {
    return this.#encoder.mark(mark, this.#clockNs);
  }

  /** Blocks of at least `eventCount` events, of whole root invocations on each thread in turn. */
  run(eventCount: number): Uint8Array[] {
    const blocks: Uint8Array[] = [];
    let written = 0;
    while (written < eventCount) {
      for (let thread = 0; thread < this.#shape.threads; thread++) {
        this.#invokeRoot();
        written += this.#words.length / 2;
        blocks.push(...this.#flush(thread));
      }
    }
    return blocks;
  }

  /** Full blocks of at least `eventCount` events, all on the first thread. */
  runOnMain(eventCount: number): Uint8Array[] {
    while (this.#words.length / 2 < eventCount) this.#invokeRoot();
    return this.#flush(0);
  }

  /** Blocks of one invocation of the root that goes through every context once. */
  runEverything(): Uint8Array[] {
    this.#word(CONTROL_WORD.rootIn, false, 0);
    const all = (method: number, depth: number): number[] =>
      depth >= this.#shape.depth
        ? []
        : Array.from({ length: this.#shape.fanOut }, (_, k) => this.#callee(method, k));
    this.#invoke(0, 0, all);
    return this.#flush(0);
  }

  /** A call of the root whose one callee has lost its entry, as after Thread.stop within a probe. */
  runWithoutEntry(): Uint8Array[] {
    this.#word(CONTROL_WORD.rootIn, false, 0);
    this.#event(0, false);
    this.#event(1, true);
    this.#event(0, true);
    return this.#flush(0);
  }

  #invokeRoot(): void {
    this.#word(CONTROL_WORD.rootIn, false, 0);
    this.#invoke(0, 0, (method, depth) => this.#someCallees(method, depth));
  }

  #invoke(method: number, depth: number, calleesOf: (method: number, depth: number) => number[]): void {
    this.#event(method, false);
    for (const callee of calleesOf(method, depth)) this.#invoke(callee, depth + 1, calleesOf);
    this.#event(method, true);
  }

  /** Some of the fixed callees, the first ones far more often. */
  #someCallees(method: number, depth: number): number[] {
    if (depth >= this.#shape.depth) return [];
    const count = depth === 0 ? 4 : Math.floor(this.#random() * 2.4);
    return Array.from({ length: count }, () =>
      this.#callee(method, Math.floor(this.#random() ** 2 * this.#shape.fanOut)),
    );
  }

  #callee(method: number, k: number): number {
    return 1 + ((method * 31 + k * 977 + 7) % (this.#shape.methods - 1));
  }

  #event(method: number, exit: boolean): void {
    this.#clockNs += 200 + Math.floor(this.#random() ** 4 * 20_000);
    this.#word(FIRST_METHOD_ID + method, exit, this.#clockNs);
  }

  #word(id: number, exit: boolean, timeNs: number): void {
    this.#words.push(lowOfWord(id, exit, timeNs), highOfWord(timeNs));
  }

  #flush(thread: number): Uint8Array[] {
    const words = Uint32Array.from(this.#words);
    this.#words = [];
    const blocks: Uint8Array[] = [];
    for (let at = 0; at < words.length; at += 2 * MAX_EVENTS_PER_BLOCK) {
      const part = words.subarray(at, at + 2 * MAX_EVENTS_PER_BLOCK);
      blocks.push(this.#encoder.events((20 + thread) as ThreadId, true, part, this.#clockNs));
    }
    return blocks;
  }

  /** Park and Miller's minimal generator. */
  #random(): number {
    this.#seed = (this.#seed * 48271) % 2147483647;
    return this.#seed / 2147483647;
  }
}

function methodOf(index: number): MethodInfo {
  const noun = NOUNS[index % NOUNS.length];
  const kind = KINDS[Math.floor(index / 10) % KINDS.length];
  const area = AREAS[Math.floor(index / 80) % AREAS.length];
  const className = `com.acme.shop.${area}.${noun}${kind}`;
  return {
    id: (FIRST_METHOD_ID + index) as MethodId,
    className: index % 97 === 96 ? `${className}$$Lambda/0x00007f` : className,
    name:
      index === 0 ? 'handle' : index % 41 === 40 ? '<init>' : `${VERBS[index % 7]}${NOUNS[(index * 7) % 10]}`,
    descriptor: SIGNATURES[index % SIGNATURES.length],
    root: index === 0,
  };
}
