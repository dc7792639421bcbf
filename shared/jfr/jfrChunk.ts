import { SluiceError } from '../base/errors.ts';
import { JfrCursor, jfrDamaged, type PooledText } from './jfrCursor.ts';
import { readMetadata, type JfrType } from './jfrMetadata.ts';
import { readPlain, readStruct, type JfrReference, type JfrStruct, type JfrValue } from './jfrValues.ts';
import { StackTraces } from './stackTraces.ts';

const HEADER_BYTES = 68;
/** "FLR\0" */
const MAGIC = 0x464c5200;
const MAJOR_VERSIONS = [1, 2];
const METADATA_EVENT = 0;
const CHECKPOINT_EVENT = 1;
const COMPRESSED_INTEGERS = 1;
const METHOD = 'jdk.types.Method';
const STACK_TRACE = 'jdk.types.StackTrace';
const TEXT = 'java.lang.String';

/** A method as frames name it. */
export interface JfrMethod {
  /** "com.acme.Shop$Order" */
  readonly className: string;
  readonly name: string;
  readonly descriptor: string;
  /** The JVM's own, made for a lambda or a method handle. */
  readonly isHidden: boolean;
}

/** Whether it begins as a file of the Flight Recorder. */
export function isJfr(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === MAGIC;
}

/** One event: its type, and where its fields are. */
export interface JfrEvent {
  readonly type: JfrType;
  /** Of the first field. */
  readonly at: number;
  readonly end: number;
}

/**
 * The chunks of a file, one after the other. Each is complete in itself: metadata (types), events, and checkpoints (pools of what
 * events name by a key). All numbers of the header are big-endian.
 *
 *     0 magic  4 u16 major, minor  8 i64 size  16 i64 last checkpoint  24 i64 metadata  32 i64 start, ns since 1970
 *     40 i64 duration, ns  48 i64 start, ticks  56 i64 ticks a second  64 u32 flags, bit 0: varints     68 events
 *
 * @throws SluiceError 'io' for what is damaged or cut, 'version' for a layout that nobody knows here
 */
export function* jfrChunks(bytes: Uint8Array): Generator<JfrChunk> {
  let at = 0;
  while (at < bytes.length) {
    const chunk = new JfrChunk(bytes.subarray(at));
    yield chunk;
    at += chunk.size;
  }
}

/**
 * A chunk, or the part of one that its JVM has written so far. Of one that has grown only what is new is read:
 *
 *     header  events  checkpoint  metadata  events  checkpoint  events  checkpoint
 *             |- read, when there was no more -------------|   |- after grow ----|
 */
export class JfrChunk {
  readonly stackTraces = new StackTraces();
  #size = HEADER_BYTES;
  #types: ReadonlyMap<number, JfrType> = new Map<number, JfrType>();
  #metadataAt = 0;
  #startMs = 0;
  #durationNs = 0;
  #bytes: Uint8Array = new Uint8Array();
  /** Byte of the first event that the last growth brought. */
  #newAt = HEADER_BYTES;
  #startTicks = 0;
  #nsPerTick = 1;
  /** type id -> key -> value; of two values of one key the first counts */
  readonly #pools = new Map<number, Map<number, JfrValue>>();
  readonly #methods = new Map<number, JfrMethod>();
  #texts: ReadonlyMap<number, JfrValue> = new Map<number, JfrValue>();

  /** @throws SluiceError as jfrChunks */
  constructor(bytes: Uint8Array) {
    this.grow(bytes);
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** ms since 1970 */
  get startMs(): number {
    return this.#startMs;
  }

  get durationNs(): number {
    return this.#durationNs;
  }

  get types(): ReadonlyMap<number, JfrType> {
    return this.#types;
  }

  /**
   * From now on `events` gives those behind what there was before, and pools have what was added. O(what is new).
   * @param bytes the whole chunk as it is now: what was there before has not changed, but for the header
   * @throws SluiceError as jfrChunks; the chunk is of no use then
   */
  grow(bytes: Uint8Array): void {
    const header = new JfrCursor(bytes);
    if (bytes.length < HEADER_BYTES) throw jfrDamaged(`${bytes.length} bytes are no chunk`);
    if (!isJfr(bytes)) throw jfrDamaged('a chunk does not begin with FLR');
    header.at = 4;
    const major = header.u16();
    header.u16();
    const size = header.i64();
    const checkpointAt = header.i64();
    const metadataAt = header.i64();
    this.#startMs = header.i64() / 1e6;
    this.#durationNs = header.i64();
    this.#startTicks = header.i64();
    const ticksPerSecond = header.i64();
    const flags = header.u16() * 0x1_0000 + header.u16();
    if (!MAJOR_VERSIONS.includes(major) || (flags & COMPRESSED_INTEGERS) === 0)
      throw unknownLayout(major, flags);
    if (size < this.#size || size > bytes.length)
      throw jfrDamaged(`a chunk has ${size} bytes, ${bytes.length} are there`);
    if (ticksPerSecond <= 0) throw jfrDamaged(`its clock has ${ticksPerSecond} ticks a second`);
    this.#nsPerTick = 1e9 / ticksPerSecond;
    this.#newAt = this.#size;
    this.#size = size;
    this.#bytes = bytes.subarray(0, size);
    if (metadataAt !== this.#metadataAt) this.#types = this.#readTypes(metadataAt);
    this.#metadataAt = metadataAt;
    this.#readCheckpoints(checkpointAt);
    this.#texts = this.#pools.get(this.typeNamed(TEXT)?.id ?? NaN) ?? this.#texts;
  }

  typeNamed(name: string): JfrType | undefined {
    for (const type of this.types.values()) if (type.name === name) return type;
    return undefined;
  }

  /** Of a time in ticks, after the start of the chunk. */
  msOf(ticks: number): number {
    return ((ticks - this.#startTicks) * this.#nsPerTick) / 1e6;
  }

  /** A time span in ticks, in ns. */
  spanNs(ticks: number): number {
    return ticks * this.#nsPerTick;
  }

  /** Events of types that the metadata calls events, in the order of the file, since it has grown last. One object for each. */
  *events(isWanted: (type: JfrType) => boolean = () => true): Generator<JfrEvent> {
    const wanted = new Set(
      [...this.types.values()].filter((type) => type.isEvent && isWanted(type)).map(({ id }) => id),
    );
    const cursor = new JfrCursor(this.#bytes);
    for (let at = this.#newAt; at < this.size;) {
      const { typeId, bodyAt, end } = this.#eventAt(cursor, at);
      const type = this.types.get(typeId);
      if (type !== undefined && wanted.has(typeId)) yield { type, at: bodyAt, end };
      at = end;
    }
  }

  /** All fields of an event. */
  read({ type, at, end }: JfrEvent): JfrStruct {
    return readStruct(new JfrCursor(this.#bytes, at, end), type);
  }

  /** For one field after the other, without an object for the event. The cursor is moved to the event's fields. */
  cursorAt(cursor: JfrCursor | null, { at, end }: JfrEvent): JfrCursor {
    if (cursor === null) return new JfrCursor(this.#bytes, at, end);
    cursor.move(at, end);
    return cursor;
  }

  /** What a reference stands for; null where it stands for nothing, as key 0 mostly does. */
  resolve({ type, key }: JfrReference): JfrValue {
    return this.#pools.get(type.id)?.get(key) ?? null;
  }

  /** The method of a frame; null where the chunk does not have it. Made once for each method. */
  methodAt(frame: number): JfrMethod | null {
    const key = this.stackTraces.methodOf(frame);
    const known = this.#methods.get(key);
    if (known !== undefined) return known;
    const method = this.#methodOf(key);
    if (method !== null) this.#methods.set(key, method);
    return method;
  }

  #methodOf(key: number): JfrMethod | null {
    const type = this.typeNamed(METHOD);
    const method = type === undefined ? null : structOf(this.resolve({ type, key }));
    if (method === null) return null;
    const owner = this.#structAt(method.fields.get('type'));
    return {
      className: (this.textOf(owner?.fields.get('name')) ?? '').replaceAll('/', '.'),
      name: this.textOf(method.fields.get('name')) ?? '',
      descriptor: this.textOf(method.fields.get('descriptor')) ?? '',
      isHidden: method.fields.get('hidden') === true || owner?.fields.get('hidden') === true,
    };
  }

  #structAt(value: JfrValue | undefined): JfrStruct | null {
    if (value === null || typeof value !== 'object') return null;
    return structOf('key' in value ? this.resolve(value) : value);
  }

  /** A field that is a text, or leads to one. */
  textOf(value: JfrValue | undefined): string | null {
    if (typeof value === 'string') return value;
    if (value === null || value === undefined || typeof value !== 'object') return null;
    if ('textKey' in value) return this.#pooledText(value);
    if ('key' in value) return this.textOf(this.resolve(value));
    if ('fields' in value && value.type.isSimple) return this.textOf([...value.fields.values()][0]);
    return null;
  }

  #pooledText({ textKey }: PooledText): string | null {
    const text = this.#texts.get(textKey);
    return typeof text === 'string' ? text : null;
  }

  #eventAt(cursor: JfrCursor, at: number): { typeId: number; bodyAt: number; end: number } {
    cursor.move(at, this.size);
    const size = cursor.int();
    if (size <= 0 || at + size > this.size) throw jfrDamaged(`an event at byte ${at} has ${size} bytes`);
    const typeId = cursor.number();
    return { typeId, bodyAt: cursor.at, end: at + size };
  }

  #readTypes(at: number): ReadonlyMap<number, JfrType> {
    const cursor = new JfrCursor(this.#bytes);
    if (at < HEADER_BYTES || at >= this.size)
      throw jfrDamaged(`its metadata is at byte ${at} of ${this.size}`);
    const { typeId, bodyAt, end } = this.#eventAt(cursor, at);
    if (typeId !== METADATA_EVENT) throw jfrDamaged(`its metadata is an event of type ${typeId}`);
    cursor.move(bodyAt, end);
    return readMetadata(cursor);
  }

  /** Each tells how far away the one before is, 0: there is none. So those that are new are found from the last one back. */
  #readCheckpoints(last: number): void {
    const cursor = new JfrCursor(this.#bytes);
    const found: (readonly [poolsAt: number, end: number])[] = [];
    if (last !== 0 && last < HEADER_BYTES)
      throw jfrDamaged(`a checkpoint is at byte ${last} of ${this.size}`);
    for (let at = last; at >= this.#newAt;) {
      if (at >= this.size) throw jfrDamaged(`a checkpoint is at byte ${at} of ${this.size}`);
      const { typeId, bodyAt, end } = this.#eventAt(cursor, at);
      if (typeId !== CHECKPOINT_EVENT) throw jfrDamaged(`a checkpoint is an event of type ${typeId}`);
      cursor.move(bodyAt, end);
      cursor.long(); // start
      cursor.long(); // duration
      const back = cursor.number();
      cursor.u8(); // kind of checkpoint
      found.push([cursor.at, end]);
      if (back === 0) break;
      if (back > 0) throw jfrDamaged(`the checkpoint before that at byte ${at} is behind it`);
      at += back;
      if (at < HEADER_BYTES) throw jfrDamaged(`a checkpoint is at byte ${at} of ${this.size}`);
    }
    for (const [poolsAt, end] of found.reverse()) {
      cursor.move(poolsAt, end);
      for (let pools = cursor.int(); pools > 0; pools--) this.#readPool(cursor);
    }
  }

  #readPool(cursor: JfrCursor): void {
    const typeId = cursor.number();
    const type = this.types.get(typeId);
    if (type === undefined) throw jfrDamaged(`a pool is of type ${typeId}, which its metadata does not have`);
    let pool = this.#pools.get(typeId);
    if (pool === undefined) this.#pools.set(typeId, (pool = new Map<number, JfrValue>()));
    for (let left = cursor.count('values of a pool'); left > 0; left--) {
      const key = cursor.number();
      if (type.name === STACK_TRACE) this.stackTraces.read(cursor, key, type);
      else {
        const value = readPlain(cursor, type);
        if (!pool.has(key)) pool.set(key, value);
      }
    }
  }
}

function structOf(value: JfrValue): JfrStruct | null {
  return value !== null && typeof value === 'object' && 'fields' in value ? value : null;
}

function unknownLayout(major: number, flags: number): SluiceError {
  return new SluiceError(
    'version',
    `The Flight Recorder file has version ${major}, flags ${flags}: Sluice reads versions 1 and 2 with varints.`,
    'Take a file of JDK 11 or newer.',
  );
}
