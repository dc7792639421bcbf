import { FIRST_METHOD_ID, METHOD_ID_LIMIT, type MethodId } from '../base/ids.ts';
import { NO_METHOD, type CctTable } from '../cct/cctTable.ts';
import type { JfrChunk, JfrMethod } from '../jfr/jfrChunk.ts';
import { jfrDamaged } from '../jfr/jfrCursor.ts';
import type { JfrStruct, JfrValue } from '../jfr/jfrValues.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/** Where an event happened: a context of a thread. */
export interface JfrContext {
  readonly thread: StackTree;
  readonly node: number;
  /** Place of its stack in the chunk. */
  readonly trace: number;
  /** The JVM cut the outer end of the stack. */
  readonly isCut: boolean;
  /** In Java's words: `demo.Shop.order`. The innermost one outside of the JDK; '': there is none. */
  readonly place: string;
}

export const OF_JDK = /^(java|javax|jdk|sun|com\.sun)\./;

/** Trees that grow by a stack at a time, one of each thread; they are small: events with stacks are few. */
export class JfrTrees {
  readonly methods: MethodInfo[] = [];
  /** Java's id of a thread -> the system's. */
  readonly systemIds = new Map<number, number>();
  /** Of the chunk: key of the thread -> its tree. */
  readonly #threadOfKey = new Map<number, StackTree | null>();
  readonly #idOf = new Map<string, MethodId>();
  readonly #threads = new Map<string, StackTree>();
  readonly #leavesOut: (thread: string) => boolean;
  #idsOfChunk = new Map<JfrMethod, MethodId>();
  #chunk: JfrChunk | null = null;

  /** @param leavesOut threads of these names are in none */
  constructor(leavesOut: (thread: string) => boolean) {
    this.#leavesOut = leavesOut;
  }

  /** @returns null: of a thread that is left out, or of a stack that the JVM could not walk */
  contextOf(chunk: JfrChunk, threadValue: JfrValue, traceKey: number): JfrContext | null {
    const { stackTraces } = chunk;
    const trace = stackTraces.placeOf(traceKey);
    if (trace === undefined) return null;
    if (this.#chunk !== chunk) {
      this.#idsOfChunk = new Map<JfrMethod, MethodId>();
      this.#threadOfKey.clear();
    }
    this.#chunk = chunk;
    const thread = this.#threadOf(chunk, threadValue);
    if (thread === null) return null;
    let node = 0;
    let place = '';
    const first = stackTraces.start(trace);
    for (let frame = stackTraces.start(trace + 1) - 1; frame >= first; frame--) {
      const method = chunk.methodAt(frame);
      if (method === null || method.isHidden) continue;
      node = thread.child(node, this.#methodId(method));
      if (!OF_JDK.test(method.className)) place = `${method.className}.${method.name}`;
    }
    return { thread, node, trace, isCut: stackTraces.isTruncated(trace), place };
  }

  threads(): Snapshot['threads'] {
    return [...this.#threads.values()].map((tree) => ({
      ...{ id: tree.id, name: tree.name, virtual: tree.virtual },
      table: tree.table(),
    }));
  }

  #threadOf(chunk: JfrChunk, value: JfrValue): StackTree | null {
    if (value === null || typeof value !== 'object' || !('key' in value))
      return this.#threadNamed(chunk, value);
    let thread = this.#threadOfKey.get(value.key);
    if (thread === undefined) this.#threadOfKey.set(value.key, (thread = this.#threadNamed(chunk, value)));
    return thread;
  }

  #threadNamed(chunk: JfrChunk, value: JfrValue): StackTree | null {
    const fields = structAt(chunk, value)?.fields;
    const name = threadName(chunk, value);
    if (this.#leavesOut(name)) return null;
    const id = amountOf(fields?.get('javaThreadId')) ?? 0;
    const virtual = fields?.get('virtual') === true;
    const systemId = amountOf(fields?.get('osThreadId'));
    if (systemId !== undefined && id > 0 && !virtual) this.systemIds.set(id, systemId);
    const key = virtual ? 'virtual' : `${id} ${name}`;
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = new StackTree(this.#threads.size, virtual ? 0 : id, name, virtual);
      this.#threads.set(key, thread);
    }
    return thread;
  }

  #methodId(method: JfrMethod): MethodId {
    let id = this.#idsOfChunk.get(method);
    if (id !== undefined) return id;
    const { className, name, descriptor } = method;
    const key = `${className} ${name} ${descriptor}`;
    id = this.#idOf.get(key);
    if (id === undefined) {
      if (this.methods.length === METHOD_ID_LIMIT - FIRST_METHOD_ID)
        throw jfrDamaged(`it has more than ${this.methods.length} methods`);
      id = (FIRST_METHOD_ID + this.methods.length) as MethodId;
      this.#idOf.set(key, id);
      this.methods.push({ id, className, name, descriptor, root: false });
    }
    this.#idsOfChunk.set(method, id);
    return id;
  }
}

/** The tree of one thread, as columns that grow. */
export class StackTree {
  readonly #method: number[] = [NO_METHOD];
  readonly #parent: number[] = [-1];
  readonly #children = new Map<number, number>();
  /** '': self time, ns; else the id of a further metric */
  readonly #columns = new Map<string, Map<number, number>>();

  /** @param place in the threads of the recording */
  constructor(
    readonly place: number,
    readonly id: number,
    readonly name: string,
    readonly virtual: boolean,
  ) {}

  child(parent: number, method: number): number {
    const key = parent * METHOD_ID_LIMIT + method;
    let node = this.#children.get(key);
    if (node !== undefined) return node;
    node = this.#method.push(method) - 1;
    this.#parent.push(parent);
    this.#children.set(key, node);
    return node;
  }

  addTime(node: number, ns: number): void {
    this.add(node, SELF_TIME, ns);
  }

  /** @param metric id in FURTHER_METRICS */
  add(node: number, metric: string, amount: number): void {
    let column = this.#columns.get(metric);
    if (column === undefined) this.#columns.set(metric, (column = new Map<number, number>()));
    column.set(node, (column.get(node) ?? 0) + amount);
  }

  table(): CctTable {
    const { length } = this.#method;
    const dense = (column: ReadonlyMap<number, number> | undefined): Float64Array => {
      const values = new Float64Array(length);
      column?.forEach((value, node) => (values[node] = value));
      return values;
    };
    const more = [...this.#columns].filter(([id]) => id !== SELF_TIME);
    return {
      length,
      method: Int32Array.from(this.#method),
      parent: Int32Array.from(this.#parent),
      calls: new Float64Array(length),
      selfNs: dense(this.#columns.get(SELF_TIME)),
      counted: new Uint8Array(length),
      ...(more.length > 0 && { more: new Map(more.map(([id, column]) => [id, dense(column)])) }),
    };
  }
}

const SELF_TIME = '';

export function threadName(chunk: JfrChunk, value: JfrValue): string {
  const fields = structAt(chunk, value)?.fields;
  return chunk.textOf(fields?.get('javaName')) ?? chunk.textOf(fields?.get('osName')) ?? '';
}

/** A number that is one, and not below 0; undefined: the file has something else there. */
export function amountOf(value: JfrValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : undefined;
}

/** A number of either sign, as ticks are; 0: the file has something else there. */
export function numberAt(value: JfrValue | undefined): number {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0;
}

export function structAt(chunk: JfrChunk, value: JfrValue): JfrStruct | null {
  if (value === null || typeof value !== 'object') return null;
  const found = 'key' in value ? chunk.resolve(value) : value;
  return found !== null && typeof found === 'object' && 'fields' in found ? found : null;
}
