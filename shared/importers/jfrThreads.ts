import type { JfrChunk } from '../jfr/jfrChunk.ts';
import type { JfrValue } from '../jfr/jfrValues.ts';
import { VIRTUAL_THREADS_NAME } from '../cct/threadTrees.ts';
import { amountOf } from './jfrFields.ts';
import { StackTree } from './stackTree.ts';

const NAMES_TOLD = 3;
const THREAD_BYTES = 3000;
const NAME_BYTES = 100;
/** Linux has 2^22 at most, other systems 2^32. */
const SYSTEM_IDS = 2 ** 40;

/** A thread of the file, under all the names that it has had. */
export class JfrThread {
  readonly tree = new StackTree();
  readonly #names = new Set<string>();

  /**
   * @param place in the threads of the recording
   * @param id no other thread of the recording has it
   */
  constructor(
    readonly place: number,
    readonly id: number,
    readonly virtual: boolean,
  ) {}

  /** "request 1, request 2, request 3 and 42 more names" */
  get name(): string {
    if (this.virtual) return VIRTUAL_THREADS_NAME;
    const told = [...this.#names].slice(0, NAMES_TOLD).join(', ');
    const more = this.#names.size - NAMES_TOLD;
    return more > 0 ? `${told} and ${more} more ${more === 1 ? 'name' : 'names'}` : told;
  }

  /** @returns whether it is a new one */
  addName(name: string): boolean {
    const { size } = this.#names;
    if (!this.virtual) this.#names.add(name);
    return this.#names.size > size;
  }
}

/**
 * Threads by what the file says they are: Java's id, or the system's for those that Java does not know, or the name where there is no
 * number. A chunk has the name that a thread had when the chunk was written; one that is renamed stays the same.
 *
 *     chunk  javaThreadId  osThreadId  javaName      id
 *     1                31        4711  request 1     31
 *     2                31        4711  request 7     31     the same one
 *     2                 0        4699  -            -4699   of the JVM
 *     2                 0        4700  -            -4700
 */
export class JfrThreads {
  /** Java's id of a thread -> the system's. */
  readonly systemIds = new Map<number, number>();
  readonly #byIdentity = new Map<string, JfrThread>();
  readonly #leavesOut: (thread: string) => boolean;
  #chunk: JfrChunk | null = null;
  /** Of the chunk: place in the pool of threads -> its thread. */
  #ofPlace: (JfrThread | null | undefined)[] = [];

  /** @param leavesOut threads of these names are none of them */
  constructor(leavesOut: (thread: string) => boolean) {
    this.#leavesOut = leavesOut;
  }

  get all(): readonly JfrThread[] {
    return [...this.#byIdentity.values()];
  }

  /** @returns null: of a thread that is left out */
  threadOf(chunk: JfrChunk, value: JfrValue): JfrThread | null {
    if (this.#chunk !== chunk) this.#ofPlace = [];
    this.#chunk = chunk;
    const isKey = value !== null && typeof value === 'object' && 'key' in value;
    const place = isKey ? chunk.placeOf(value) : -1;
    if (place < 0) return this.#identified(chunk, value);
    while (this.#ofPlace.length <= place) this.#ofPlace.push(undefined);
    let thread = this.#ofPlace[place];
    if (thread === undefined) this.#ofPlace[place] = thread = this.#identified(chunk, value);
    return thread;
  }

  #identified(chunk: JfrChunk, value: JfrValue): JfrThread | null {
    const fields = chunk.structAt(value)?.fields;
    const name = threadName(chunk, value);
    if (this.#leavesOut(name)) return null;
    const virtual = fields?.get('virtual') === true;
    const javaId = amountOf(fields?.get('javaThreadId')) ?? 0;
    const systemId = amountOf(fields?.get('osThreadId')) ?? 0;
    if (systemId > 0 && javaId > 0 && !virtual) this.systemIds.set(javaId, systemId);
    const isOfSystem = systemId > 0 && systemId < SYSTEM_IDS;
    const identity = virtual
      ? 'virtual'
      : javaId > 0
        ? `java ${javaId}`
        : isOfSystem
          ? `system ${systemId}`
          : `named ${name}`;
    let thread = this.#byIdentity.get(identity);
    if (thread === undefined) {
      chunk.account.take(THREAD_BYTES);
      const place = this.#byIdentity.size;
      const id = virtual ? 0 : javaId > 0 ? javaId : isOfSystem ? -systemId : -SYSTEM_IDS - place;
      this.#byIdentity.set(identity, (thread = new JfrThread(place, id, virtual)));
    }
    if (thread.addName(name)) chunk.account.take(NAME_BYTES + name.length);
    return thread;
  }
}

export function threadName(chunk: JfrChunk, value: JfrValue): string {
  const fields = chunk.structAt(value)?.fields;
  return chunk.textOf(fields?.get('javaName')) ?? chunk.textOf(fields?.get('osName')) ?? '';
}
