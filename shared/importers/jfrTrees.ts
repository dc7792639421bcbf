import { FIRST_METHOD_ID, METHOD_ID_LIMIT, type MethodId } from '../base/ids.ts';
import type { JfrChunk, JfrMethod } from '../jfr/jfrChunk.ts';
import { jfrDamaged } from '../jfr/damagedJfr.ts';
import type { JfrValue } from '../jfr/jfrValues.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { isNativeCode, nativeOwner } from '../naming/nativeCode.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { checkedThreads } from '../recording/threadIds.ts';
import { JfrThreads, type JfrThread } from './jfrThreads.ts';

/** Where an event happened: a context of a thread. */
export interface JfrContext {
  readonly thread: JfrThread;
  readonly node: number;
  /** Place of its stack in the chunk. */
  readonly trace: number;
  /** The JVM cut the outer end of the stack. */
  readonly isCut: boolean;
  /** In Java's words: `demo.Shop.order`. The innermost one outside of the JDK; '': there is none. */
  readonly place: string;
}

const OF_JDK = /^(java|javax|jdk|sun|com\.sun)\./;
const METHOD_BYTES = 400;
const CONTEXT_BYTES = 120;

interface KnownMethod {
  readonly id: MethodId;
  /** demo.Shop.order */
  readonly place: string;
  /** Code of the program in Java. */
  readonly isOwn: boolean;
}

/** Trees that grow by a stack at a time, one of each thread. A stack is walked once for each thread that has it. */
export class JfrTrees {
  readonly methods: MethodInfo[] = [];
  readonly #threads: JfrThreads;
  readonly #known = new Map<string, KnownMethod>();
  readonly #numberOfText = new Map<string, number>();
  #ofChunk = new Map<JfrMethod, KnownMethod>();
  /** Of the chunk: thread -> place of a stack -> its context. */
  #contexts = new Map<JfrThread, Map<number, JfrContext>>();
  readonly #placesOfTraces = new Map<number, string>();
  #chunk: JfrChunk | null = null;
  #withoutStack = 0;

  /** @param leavesOut threads of these names are in none */
  constructor(leavesOut: (thread: string) => boolean) {
    this.#threads = new JfrThreads(leavesOut);
  }

  /** Java's id of a thread -> the system's. */
  get systemIds(): ReadonlyMap<number, number> {
    return this.#threads.systemIds;
  }

  /** Events that name a stack that the file does not have. */
  get withoutStack(): number {
    return this.#withoutStack;
  }

  /** @returns null: of a thread that is left out, or of a stack that the JVM could not walk */
  contextOf(chunk: JfrChunk, threadValue: JfrValue, traceKey: number): JfrContext | null {
    this.#begin(chunk);
    const thread = this.#threads.threadOf(chunk, threadValue);
    if (thread === null) return null;
    const trace = chunk.stackTraces.placeOf(traceKey);
    if (trace === undefined) {
      if (traceKey !== 0) this.#withoutStack++;
      return null;
    }
    let contexts = this.#contexts.get(thread);
    if (contexts === undefined) this.#contexts.set(thread, (contexts = new Map<number, JfrContext>()));
    let context = contexts.get(trace);
    if (context === undefined) {
      chunk.account.take(CONTEXT_BYTES);
      contexts.set(trace, (context = this.#walked(chunk, thread, trace)));
    }
    return context;
  }

  /** The innermost method of a stack outside of the JDK, or the innermost one; '': there is none. */
  placeIn(chunk: JfrChunk, traceKey: number): string {
    this.#begin(chunk);
    const trace = chunk.stackTraces.placeOf(traceKey);
    if (trace === undefined) return '';
    let place = this.#placesOfTraces.get(trace);
    if (place === undefined) this.#placesOfTraces.set(trace, (place = this.#placeOf(chunk, trace)));
    return place;
  }

  #placeOf(chunk: JfrChunk, trace: number): string {
    const { stackTraces } = chunk;
    let innermost = '';
    for (let frame = stackTraces.start(trace); frame < stackTraces.start(trace + 1); frame++) {
      const method = chunk.methodAt(frame);
      if (method === null || method.isHidden) continue;
      const { place, isOwn } = this.methodOf(chunk, method);
      if (isOwn) return place;
      innermost ||= place;
    }
    return innermost;
  }

  /** No two of one id. */
  threads(): Snapshot['threads'] {
    return checkedThreads(
      this.#threads.all.map(({ id, name, virtual, tree }) => ({ id, name, virtual, table: tree.table() })),
    );
  }

  /** Made once for each method of a chunk. */
  methodOf(chunk: JfrChunk, method: JfrMethod): KnownMethod {
    let known = this.#ofChunk.get(method);
    if (known === undefined) this.#ofChunk.set(method, (known = this.#named(chunk, method)));
    return known;
  }

  #begin(chunk: JfrChunk): void {
    if (this.#chunk === chunk) return;
    this.#ofChunk = new Map<JfrMethod, KnownMethod>();
    this.#placesOfTraces.clear();
    this.#contexts = new Map<JfrThread, Map<number, JfrContext>>();
    this.#chunk = chunk;
  }

  #walked(chunk: JfrChunk, thread: JfrThread, trace: number): JfrContext {
    const { stackTraces } = chunk;
    let node = 0;
    let place = '';
    const first = stackTraces.start(trace);
    for (let frame = stackTraces.start(trace + 1) - 1; frame >= first; frame--) {
      const method = chunk.methodAt(frame);
      if (method === null || method.isHidden) continue;
      const known = this.methodOf(chunk, method);
      node = thread.tree.child(node, known.id, chunk.account);
      if (known.isOwn) place = known.place;
    }
    return { thread, node, trace, isCut: stackTraces.isTruncated(trace), place };
  }

  /** Texts are compared by their numbers: a name may be a megabyte long, and have a hundred thousand methods. */
  #named(chunk: JfrChunk, method: JfrMethod): KnownMethod {
    const isNative = isNativeCode(method);
    const className = isNative ? nativeOwner(method) : method.className;
    const descriptor = isNative ? '' : method.descriptor;
    const { name } = method;
    const key = [className, name, descriptor].map((text) => this.#number(text)).join(' ');
    let known = this.#known.get(key);
    if (known === undefined) {
      if (this.methods.length === METHOD_ID_LIMIT - FIRST_METHOD_ID)
        throw jfrDamaged(`it has more than ${this.methods.length} methods`);
      // Whatever is made of the recording has the whole name of each method.
      chunk.account.take(METHOD_BYTES + 2 * (2 * className.length + 2 * name.length + descriptor.length));
      const id = (FIRST_METHOD_ID + this.methods.length) as MethodId;
      this.methods.push({ id, className, name, descriptor, root: false });
      const isOwn = !isNative && !OF_JDK.test(className);
      known = { id, place: isNative ? name : `${className}.${name}`, isOwn };
      this.#known.set(key, known);
    }
    return known;
  }

  #number(text: string): number {
    let number = this.#numberOfText.get(text);
    if (number === undefined) this.#numberOfText.set(text, (number = this.#numberOfText.size));
    return number;
  }
}
