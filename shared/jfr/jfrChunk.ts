import type { JfrAccount } from './jfrAccount.ts';
import { jfrDamaged } from './damagedJfr.ts';
import { JfrCursor, type PooledText } from './jfrCursor.ts';
import { HEADER_BYTES, readHeader, type JfrHeader } from './jfrHeader.ts';
import { JfrTypes, readMetadata, type JfrType } from './jfrMetadata.ts';
import {
  checkpointsFrom,
  CHUNK_EVENTS,
  eventAt,
  moveToPools,
  scannedParts,
  type ChunkParts,
} from './jfrParts.ts';
import { JfrPool, readCheckpoint } from './jfrPools.ts';
import { readStruct, type JfrReference, type JfrStruct, type JfrValue } from './jfrValues.ts';
import { KeyTable } from './keyTable.ts';
import { StackTraces } from './stackTraces.ts';

const METHOD = 'jdk.types.Method';
const FRAME_KIND = 'jdk.types.FrameType';
const STACK_TRACE = 'jdk.types.StackTrace';
const TEXT = 'java.lang.String';
/** From a reference to its text: a class, its name, a symbol, a string. */
const MOST_STEPS = 8;
const METHOD_BYTES = 100;

/** A method as frames name it. */
export interface JfrMethod {
  /** "com.acme.Shop$Order" */
  readonly className: string;
  readonly name: string;
  readonly descriptor: string;
  /** The JVM's own, made for a lambda or a method handle. */
  readonly isHidden: boolean;
  /** "Interpreted", "JIT compiled", "Inlined", "Native"; async-profiler's "C++" and "Kernel" too. Of the frame that was met first. */
  readonly kind: string;
}

/** One event: its type, and where its fields are. */
export interface JfrEvent {
  readonly type: JfrType;
  /** Of the first field. */
  readonly at: number;
  readonly end: number;
}

/**
 * A chunk, or the part of one that its JVM has written so far. Of one that has grown only what is new is read:
 *
 *     header  events  checkpoint  metadata  events  checkpoint  events  checkpoint
 *             |- read, when there was no more -------------|   |- after grow ----|
 */
export class JfrChunk {
  readonly stackTraces = new StackTraces();
  readonly #account: JfrAccount;
  #header: JfrHeader;
  #size = HEADER_BYTES;
  #types = new JfrTypes([]);
  #metadataAt = 0;
  #bytes: Uint8Array = new Uint8Array();
  /** Byte of the first event that the last growth brought. */
  #newAt = HEADER_BYTES;
  /** By ids of types: when the JVM writes its types anew, a pool stays. */
  readonly #poolIds = new KeyTable();
  readonly #pools: JfrPool[] = [];
  /** By their places in the pool of methods. */
  readonly #methods: (JfrMethod | null)[] = [];
  /** "java/util/Map" -> "java.util.Map", one for all methods of a class */
  readonly #dotted = new Map<string, string>();

  /** @param account of its file. @throws SluiceError as jfrChunks */
  constructor(bytes: Uint8Array, account: JfrAccount, parts?: ChunkParts) {
    this.#account = account;
    this.#header = readHeader(bytes, account);
    this.#grow(bytes, parts);
  }

  /**
   * One whose header does not tell where its parts are: its events are gone through one by one, as far as they are whole.
   * @param bytes that may be of it
   * @returns null: its types are not there
   */
  static unended(bytes: Uint8Array, account: JfrAccount): JfrChunk | null {
    const parts = scannedParts(new JfrCursor(bytes, account), bytes.length);
    return parts.metadataAt === 0 ? null : new JfrChunk(bytes, account, parts);
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** ms since 1970 */
  get startMs(): number {
    return this.#header.startMs;
  }

  get durationNs(): number {
    return this.#header.durationNs;
  }

  get account(): JfrAccount {
    return this.#account;
  }

  get types(): readonly JfrType[] {
    return this.#types.all;
  }

  /**
   * From now on `events` gives those behind what there was before, and pools have what was added. O(what is new).
   * @param bytes the whole chunk as it is now: what was there before has not changed, but for the header
   * @throws SluiceError as jfrChunks; the chunk is of no use then
   */
  grow(bytes: Uint8Array): void {
    this.#header = readHeader(bytes, this.#account);
    this.#grow(bytes);
  }

  #grow(bytes: Uint8Array, scanned?: ChunkParts): void {
    const { size, checkpointAt, metadataAt } = { ...this.#header, ...scanned };
    if (size < this.#size || size > bytes.length)
      throw jfrDamaged(`a chunk has ${size} bytes, ${bytes.length} are there`);
    this.#account.allowFor(size - this.#size);
    this.#newAt = this.#size;
    this.#size = size;
    this.#bytes = bytes.subarray(0, size);
    if (metadataAt !== this.#metadataAt) this.#types = this.#readTypes(metadataAt);
    this.#metadataAt = metadataAt;
    const cursor = this.#cursor();
    for (const at of scanned?.checkpoints ?? checkpointsFrom(cursor, checkpointAt, this.#newAt, size)) {
      moveToPools(cursor, at, size);
      readCheckpoint(cursor, {
        typeOf: (id) => this.#types.of(id),
        poolOf: (type) => this.#poolFor(type, cursor),
      });
    }
  }

  typeNamed(name: string): JfrType | undefined {
    return this.#types.named(name);
  }

  /** Of a time in ticks, after the start of the chunk. */
  msOf(ticks: number): number {
    return this.spanNs(ticks - this.#header.startTicks) / 1e6;
  }

  /** A time span in ticks, in ns. */
  spanNs(ticks: number): number {
    return ticks * (1e9 / this.#header.ticksPerSecond);
  }

  /** Events of types that the metadata calls events, in the order of the file, since it has grown last. One object for each. */
  *events(isWanted: (type: JfrType) => boolean = () => true): Generator<JfrEvent> {
    const wanted = new Set(this.types.filter((type) => type.isEvent && isWanted(type)));
    const cursor = this.#cursor();
    for (let at = this.#newAt; at < this.size;) {
      const { typeId, bodyAt, end } = eventAt(cursor, at, this.size);
      const type = this.#types.of(typeId);
      if (type !== undefined && wanted.has(type)) yield { type, at: bodyAt, end };
      at = end;
    }
  }

  /** All fields of an event. */
  read({ type, at, end }: JfrEvent): JfrStruct {
    return readStruct(new JfrCursor(this.#bytes, this.#account, at, end), type);
  }

  /** For one field after the other, without an object for the event. The cursor is moved to the event's fields. */
  cursorAt(cursor: JfrCursor | null, { at, end }: JfrEvent): JfrCursor {
    if (cursor === null) return new JfrCursor(this.#bytes, this.#account, at, end);
    cursor.move(at, end);
    return cursor;
  }

  /** What a reference stands for; null where it stands for nothing, as key 0 mostly does. Made once. */
  resolve({ type, key }: JfrReference): JfrValue {
    const pool = this.#poolOf(type);
    const place = pool?.placeOf(key) ?? -1;
    return pool === undefined || place < 0 ? null : pool.valueAt(place, () => this.#cursor());
  }

  /** The number of a reference among those of its type, one after the other: for what is kept of each. -1: it stands for nothing */
  placeOf({ type, key }: JfrReference): number {
    return this.#poolOf(type)?.placeOf(key) ?? -1;
  }

  #poolOf({ id }: JfrType): JfrPool | undefined {
    const place = this.#poolIds.placeOf(id);
    return place < 0 ? undefined : this.#pools[place];
  }

  /** The method of a frame; null where the chunk does not have it. Made once for each method. */
  methodAt(frame: number): JfrMethod | null {
    const type = this.typeNamed(METHOD);
    if (type === undefined) return null;
    const reference = { type, key: this.stackTraces.methodOf(frame) };
    const place = this.placeOf(reference);
    if (place < 0) return null;
    while (this.#methods.length <= place) this.#methods.push(null);
    return (this.#methods[place] ??= this.#methodOf(reference, this.#kindOf(frame)));
  }

  #methodOf(reference: JfrReference, kind: string): JfrMethod | null {
    const method = structOf(this.resolve(reference));
    if (method === null) return null;
    this.#account.take(METHOD_BYTES);
    const owner = this.structAt(method.fields.get('type'));
    return {
      className: this.#dottedName(this.textOf(owner?.fields.get('name')) ?? ''),
      name: this.textOf(method.fields.get('name')) ?? '',
      descriptor: this.textOf(method.fields.get('descriptor')) ?? '',
      isHidden: method.fields.get('hidden') === true || owner?.fields.get('hidden') === true,
      kind,
    };
  }

  #kindOf(frame: number): string {
    const type = this.typeNamed(FRAME_KIND);
    return type === undefined ? '' : (this.textOf({ type, key: this.stackTraces.kindOf(frame) }) ?? '');
  }

  /** The name of a class as Java writes it, made once. */
  classNameOf(value: JfrValue | undefined): string {
    return this.#dottedName(this.textOf(this.structAt(value)?.fields.get('name')) ?? '');
  }

  #dottedName(name: string): string {
    let dotted = this.#dotted.get(name);
    if (dotted === undefined) {
      this.#account.take(METHOD_BYTES + 2 * name.length);
      this.#dotted.set(name, (dotted = name.replaceAll('/', '.')));
    }
    return dotted;
  }

  /** A struct, or what a reference to one stands for. */
  structAt(value: JfrValue | undefined): JfrStruct | null {
    if (value === null || typeof value !== 'object') return null;
    return structOf('key' in value ? this.resolve(value) : value);
  }

  /** A field that is a text, or leads to one. */
  textOf(value: JfrValue | undefined): string | null {
    let at = value;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      if (typeof at === 'string') return at;
      if (at === null || at === undefined || typeof at !== 'object') return null;
      if ('textKey' in at) return this.#pooledText(at);
      if ('key' in at) at = this.resolve(at);
      else if ('fields' in at && at.type.isSimple) at = at.fields.values().next().value;
      else return null;
    }
    return null;
  }

  #pooledText({ textKey }: PooledText): string | null {
    const type = this.typeNamed(TEXT);
    const text = type === undefined ? null : this.resolve({ type, key: textKey });
    return typeof text === 'string' ? text : null;
  }

  #cursor(): JfrCursor {
    return new JfrCursor(this.#bytes, this.#account);
  }

  #readTypes(at: number): JfrTypes {
    if (at < HEADER_BYTES || at >= this.size)
      throw jfrDamaged(`its metadata is at byte ${at} of ${this.size}`);
    const cursor = this.#cursor();
    const { typeId, bodyAt, end } = eventAt(cursor, at, this.size);
    if (typeId !== CHUNK_EVENTS.metadata) throw jfrDamaged(`its metadata is an event of type ${typeId}`);
    cursor.move(bodyAt, end);
    return readMetadata(cursor);
  }

  #poolFor(type: JfrType, cursor: JfrCursor): { add(key: number, cursor: JfrCursor): void } {
    if (type.name === STACK_TRACE) return { add: (key, reader) => this.stackTraces.read(reader, key, type) };
    const place = this.#poolIds.placeFor(type.id);
    if (place === this.#pools.length) this.#pools.push(new JfrPool(type, cursor));
    return this.#pools[place];
  }
}

function structOf(value: JfrValue): JfrStruct | null {
  return value !== null && typeof value === 'object' && 'fields' in value ? value : null;
}
