import { SluiceError } from '../base/errors.ts';
import { damagedDump, foreignDump } from './damagedDump.ts';
import { OBJECT_TYPE, PART, RECORD, RECORD_HEADER_BYTES, ROOT_KINDS, typeSizes } from './dumpFormat.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';
import { DumpedFields } from './dumpedFields.ts';
import type { DumpSource, ReadOptions } from './dumpSource.ts';
import { idOf, type ClassDump, type DumpVisitor, type DumpWindow } from './dumpVisitor.ts';

/** Grows with what comes, so that small dumps are read in little. */
const FIRST_WINDOW_BYTES = 1 << 12;
const MOST_WINDOW_BYTES = 4 * 2 ** 20 + DUMP_LIMITS.wholeRecordBytes;
const MAGIC = 'JAVA PROFILE 1.0.';
const HEADER_BYTES = MAGIC.length + 2 + 4 + 8;
const NO_ARRAY = 0;
const IN_OBJECTS = 1;
const IN_PRIMITIVES = 2;

/**
 * Reads a dump once from its beginning to its end, a chunk at a time, and tells a visitor each part of it. Arrays of any length pass
 * through; no other part is longer than the window.
 *
 *     chunk  chunk  chunk ...
 *       \______|______/           what is left of the last one moves to the front of the window
 *        [ window: at .. end ]    parts that are whole are told, the rest waits for the next chunk
 *
 * @param what for the progress: "counting the objects"
 * @throws SluiceError 'io' for what is no dump, or a cut or damaged one; 'busy' once it is cancelled
 */
export async function scanDump(
  source: DumpSource,
  visitor: DumpVisitor,
  what: string,
  { signal, onProgress }: ReadOptions = {},
): Promise<void> {
  const scanner = new DumpScanner(visitor);
  for await (const { bytes, readBytes } of source.chunks()) {
    checkGoing(signal);
    scanner.take(bytes);
    onProgress?.(what, source.fileBytes > 0 ? Math.min(1, readBytes / source.fileBytes) : 0);
  }
  scanner.finish();
}

/** @throws SluiceError 'busy' once it is cancelled */
export function checkGoing(signal: ReadOptions['signal']): void {
  if (signal?.aborted === true) throw new SluiceError('busy', 'Reading the heap dump was cancelled.');
}

class DumpScanner implements DumpWindow {
  idBytes = 8;
  bytes = new Uint8Array(FIRST_WINDOW_BYTES);
  view = new DataView(this.bytes.buffer);
  readonly #visitor: DumpVisitor;
  #sizes = typeSizes(8);
  #at = 0;
  #end = 0;
  /** Of the window's first byte in the dump. */
  #base = 0;
  #hasHeader = false;
  /** Bytes to pass over. */
  #skip = 0;
  /** Of the HEAP_DUMP or segment that is being read, behind what was taken of it. */
  #segmentLeft = 0;
  #array: typeof NO_ARRAY | typeof IN_OBJECTS | typeof IN_PRIMITIVES = NO_ARRAY;
  /** Bytes of an element: none is told in two pieces. */
  #arrayUnit = 1;
  /** Bytes of the array that are still to come. */
  #arrayLeft = 0;
  #sawSegment = false;
  #sawDump = false;
  #ended = false;

  constructor(visitor: DumpVisitor) {
    this.#visitor = visitor;
    visitor.window = this;
  }

  take(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length;) {
      if (this.#skip > 0 && this.#at === this.#end) {
        const skipped = Math.min(this.#skip, chunk.length - from);
        this.#skip -= skipped;
        this.#base += skipped;
        from += skipped;
        continue;
      }
      this.#makeRoom(chunk.length - from);
      const taken = Math.min(chunk.length - from, this.bytes.length - this.#end);
      this.bytes.set(chunk.subarray(from, from + taken), this.#end);
      this.#end += taken;
      from += taken;
      this.#read();
    }
  }

  finish(): void {
    const left = this.#end - this.#at;
    const offset = this.#base + this.#end;
    if (!this.#hasHeader)
      throw foreignDump(
        offset === 0 ? 'it is empty' : `it ends after ${offset} bytes, within its header`,
        'Give a heap dump of a HotSpot JVM (.hprof, or packed by gzip).',
      );
    if (left > 0 || this.#skip > 0 || this.#segmentLeft > 0 || this.#array !== NO_ARRAY)
      throw damagedDump(`it was cut after ${offset} bytes`);
    if (this.#sawSegment && !this.#ended)
      throw damagedDump(`it was cut after ${offset} bytes: the record of its end is missing`);
    if (!this.#sawDump)
      throw foreignDump('it has no heap in it', 'Give a heap dump: jcmd PID GC.heap_dump, or sluice heap.');
  }

  /** Moves what is left to the front; the window grows until the chunk fits, or as far as it may. */
  #makeRoom(wanted: number): void {
    const left = this.#end - this.#at;
    const size = Math.min(MOST_WINDOW_BYTES, left + wanted);
    if (size > this.bytes.length) {
      const larger = new Uint8Array(Math.min(MOST_WINDOW_BYTES, Math.max(size, 2 * this.bytes.length)));
      larger.set(this.bytes.subarray(this.#at, this.#end));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    } else if (this.#at > 0) {
      this.bytes.copyWithin(0, this.#at, this.#end);
    }
    this.#base += this.#at;
    this.#end = left;
    this.#at = 0;
  }

  /** All that is whole. */
  #read(): void {
    for (;;) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, this.#end - this.#at);
        this.#skip -= skipped;
        this.#at += skipped;
        if (this.#skip > 0) return;
      }
      if (this.#array !== NO_ARRAY && !this.#arrayElements()) return;
      if (!this.#hasHeader) {
        if (!this.#header()) return;
      } else if (this.#segmentLeft > 0) {
        if (!this.#part()) return;
      } else if (!this.#record()) {
        return;
      }
    }
  }

  #header(): boolean {
    const begin = Math.min(MAGIC.length, this.#end - this.#at);
    const text = String.fromCharCode(...this.bytes.subarray(this.#at, this.#at + begin));
    if (!MAGIC.startsWith(text))
      throw foreignDump(
        'it does not begin with JAVA PROFILE',
        'Give a heap dump of a HotSpot JVM (.hprof, or packed by gzip).',
      );
    if (this.#end - this.#at < HEADER_BYTES) return false;
    const version = this.bytes[this.#at + MAGIC.length] - 0x30;
    if ((version !== 1 && version !== 2) || this.bytes[this.#at + MAGIC.length + 1] !== 0)
      throw foreignDump(
        'its version is neither 1.0.1 nor 1.0.2',
        'A dump of Android is made one of these by its tool hprof-conv.',
      );
    this.idBytes = this.view.getUint32(this.#at + MAGIC.length + 2);
    if (this.idBytes !== 4 && this.idBytes !== 8)
      throw damagedDump(`an id has ${this.idBytes} bytes, and only 4 and 8 are possible`);
    this.#sizes = typeSizes(this.idBytes);
    this.#at += HEADER_BYTES;
    this.#hasHeader = true;
    return true;
  }

  #record(): boolean {
    const at = this.#at;
    const has = this.#end - at;
    if (has < RECORD_HEADER_BYTES) return false;
    const tag = this.bytes[at];
    const length = this.view.getUint32(at + 5);
    if (tag === RECORD.heapDump || tag === RECORD.segment) {
      if (this.#ended || (tag === RECORD.heapDump && this.#sawDump))
        throw foreignDump('it holds more than one heap', 'Give a file with one dump.');
      this.#sawDump = true;
      this.#sawSegment ||= tag === RECORD.segment;
      this.#segmentLeft = length;
      this.#at += RECORD_HEADER_BYTES;
      return true;
    }
    if (tag === RECORD.dumpEnd) this.#ended = true;
    const { idBytes } = this;
    const isRead =
      tag === RECORD.string
        ? length <= DUMP_LIMITS.oneNameBytes + idBytes
        : (tag === RECORD.loadClass || tag === RECORD.frame || tag === RECORD.trace) &&
          length <= DUMP_LIMITS.wholeRecordBytes - RECORD_HEADER_BYTES;
    if (!isRead) {
      this.#at += RECORD_HEADER_BYTES;
      this.#skip = length;
      return true;
    }
    if (has < RECORD_HEADER_BYTES + length) return false;
    this.#body(tag, at + RECORD_HEADER_BYTES, length);
    this.#at += RECORD_HEADER_BYTES + length;
    return true;
  }

  #body(tag: number, at: number, length: number): void {
    const { idBytes, view } = this;
    const need = (bytes: number, what: string): void => {
      if (length < bytes) throw this.#damaged(`a ${what} of ${length} bytes`);
    };
    if (tag === RECORD.string) {
      need(idBytes, 'name');
      this.#visitor.string(this.#id(at), this.bytes.subarray(at + idBytes, at + length));
    } else if (tag === RECORD.loadClass) {
      need(8 + 2 * idBytes, 'class that was loaded');
      this.#visitor.loadClass(view.getUint32(at), this.#id(at + 4), this.#id(at + 8 + idBytes));
    } else if (tag === RECORD.frame) {
      need(8 + 4 * idBytes, 'frame');
      const [serialAt, lineAt] = [at + 4 * idBytes, at + 4 * idBytes + 4];
      const [id, method] = [this.#id(at), this.#id(at + idBytes)];
      this.#visitor.frame(id, method, view.getUint32(serialAt), view.getInt32(lineAt));
    } else {
      need(12, 'stack trace');
      const frames = view.getUint32(at + 8);
      need(12 + frames * idBytes, `stack trace with ${frames} frames`);
      const ids = Array.from({ length: frames }, (_, i) => this.#id(at + 12 + i * idBytes));
      this.#visitor.trace(view.getUint32(at), view.getUint32(at + 4), ids);
    }
  }

  /** A part of the heap. @returns false: it is not there as a whole */
  #part(): boolean {
    const at = this.#at;
    const tag = this.bytes[at];
    const { idBytes, view } = this;
    const has = this.#end - at;
    if (has < 1) return false;
    switch (tag) {
      case PART.instance: {
        const head = 9 + 2 * idBytes;
        if (has < head) return this.#lacks(head);
        const length = view.getUint32(at + 5 + 2 * idBytes);
        if (length > DUMP_LIMITS.wholeRecordBytes - head)
          throw this.#damaged(`an object of ${length} bytes that is no array`);
        if (has < head + length) return this.#lacks(head + length);
        const classAt = at + 5 + idBytes;
        this.#visitor.instance(
          this.#high(at + 1),
          this.#low(at + 1),
          this.#high(classAt),
          this.#low(classAt),
          at + head,
          length,
        );
        return this.#took(head + length);
      }
      case PART.objectArray: {
        const head = 9 + 2 * idBytes;
        if (has < head) return this.#lacks(head);
        const length = view.getUint32(at + 5 + idBytes);
        const classAt = at + 9 + idBytes;
        this.#visitor.objectArray(
          this.#high(at + 1),
          this.#low(at + 1),
          length,
          this.#high(classAt),
          this.#low(classAt),
        );
        return this.#startArray(IN_OBJECTS, head, length, idBytes);
      }
      case PART.primitiveArray: {
        const head = 10 + idBytes;
        if (has < head) return this.#lacks(head);
        const length = view.getUint32(at + 5 + idBytes);
        const type = this.bytes[at + 9 + idBytes];
        if (this.#sizes[type] === 0 || type === OBJECT_TYPE) throw this.#damaged(`an array of type ${type}`);
        this.#visitor.primitiveArray(this.#high(at + 1), this.#low(at + 1), length, type);
        return this.#startArray(IN_PRIMITIVES, head, length, this.#sizes[type]);
      }
      case PART.classDump:
        return this.#classDump();
      default:
        return this.#root(tag);
    }
  }

  #startArray(
    kind: typeof IN_OBJECTS | typeof IN_PRIMITIVES,
    head: number,
    length: number,
    unit: number,
  ): boolean {
    const bytes = length * unit;
    if (head + bytes > this.#segmentLeft) throw this.#damaged('an array that is longer than its segment');
    this.#took(head);
    if (!this.#visitor.readsElements) {
      this.#skip = bytes;
      this.#segmentLeft -= bytes;
      return true;
    }
    this.#array = kind;
    this.#arrayUnit = unit;
    this.#arrayLeft = bytes;
    return true;
  }

  /** @returns false: the rest of the array is still to come */
  #arrayElements(): boolean {
    const unit = this.#arrayUnit;
    const there = Math.min(this.#arrayLeft, this.#end - this.#at);
    const whole = there - (there % unit);
    if (whole > 0) {
      if (this.#array === IN_OBJECTS) this.#visitor.elements(this.#at, whole / unit);
      else this.#visitor.content(this.#at, whole);
      this.#at += whole;
      this.#arrayLeft -= whole;
      this.#segmentLeft -= whole;
    }
    if (this.#arrayLeft > 0) return false;
    this.#array = NO_ARRAY;
    return true;
  }

  #root(tag: number): boolean {
    const { idBytes } = this;
    const kind = ROOT_KINDS.findIndex((each) => each.tag === tag);
    if (kind < 0) throw this.#damaged(`a part of the unknown kind 0x${tag.toString(16)}`);
    const { extraIds, extraInts } = ROOT_KINDS[kind];
    const length = 1 + idBytes + extraIds * idBytes + extraInts * 4;
    if (this.#end - this.#at < length) return this.#lacks(length);
    const at = this.#at + 1;
    const intsAt = at + idBytes;
    const thread = extraInts > 0 ? this.view.getInt32(intsAt) : -1;
    const frame = extraInts > 1 ? this.view.getInt32(intsAt + 4) : -1;
    this.#visitor.root(kind, this.#high(at), this.#low(at), thread, frame);
    return this.#took(length);
  }

  #classDump(): boolean {
    const { idBytes, view, bytes } = this;
    let at = this.#at + 1 + 4 + 7 * idBytes + 4;
    const has = (count: number): boolean => at + count <= this.#end;
    if (!has(2)) return this.#lacks(at + 2 - this.#at);
    const valueSize = (type: number): number => {
      const size = this.#sizes[type];
      if (size === 0) throw this.#damaged(`a field of type ${type} in a class`);
      return size;
    };
    let left = view.getUint16(at);
    at += 2;
    for (; left > 0; left--) {
      if (!has(3)) return this.#lacks(at + 3 - this.#at);
      at += 3 + valueSize(bytes[at + 2]);
    }
    if (!has(2)) return this.#lacks(at + 2 - this.#at);
    left = view.getUint16(at);
    at += 2;
    if (!has(left * (idBytes + 2))) return this.#lacks(at + left * (idBytes + 2) - this.#at); // the least that they take
    const statics = new DumpedFields(left);
    for (; left > 0; left--) {
      if (!has(idBytes + 1)) return this.#lacks(at + idBytes + 1 - this.#at);
      const type = bytes[at + idBytes];
      const size = valueSize(type);
      if (!has(idBytes + 1 + size)) return this.#lacks(at + idBytes + 1 + size - this.#at);
      const valueId = type === OBJECT_TYPE ? this.#id(at + idBytes + 1) : 0;
      statics.add(this.#id(at), type, valueId);
      at += idBytes + 1 + size;
    }
    if (!has(2)) return this.#lacks(at + 2 - this.#at);
    left = view.getUint16(at);
    at += 2;
    if (!has(left * (idBytes + 1))) return this.#lacks(at + left * (idBytes + 1) - this.#at);
    const fields = new DumpedFields(left);
    for (; left > 0; left--) {
      valueSize(bytes[at + idBytes]);
      fields.add(this.#id(at), bytes[at + idBytes], 0);
      at += idBytes + 1;
    }
    const first = this.#at + 5;
    const dump: ClassDump = {
      id: this.#id(this.#at + 1),
      superId: this.#id(first + idBytes),
      loaderId: this.#id(first + 2 * idBytes),
      signersId: this.#id(first + 3 * idBytes),
      domainId: this.#id(first + 4 * idBytes),
      statics,
      fields,
    };
    const length = at - this.#at;
    if (length > this.#segmentLeft) throw this.#damaged('a class that is longer than its segment');
    this.#visitor.classDump(dump);
    return this.#took(length);
  }

  /** The part needs so many bytes: those that are not there yet may only come if the segment has them. */
  #lacks(bytes: number): false {
    if (bytes > this.#segmentLeft) throw this.#damaged('a part that is longer than its segment');
    if (bytes > DUMP_LIMITS.wholeRecordBytes) throw this.#damaged(`a part of more than ${bytes} bytes`);
    return false;
  }

  #took(bytes: number): true {
    if (bytes > this.#segmentLeft) throw this.#damaged('a part that is longer than its segment');
    this.#at += bytes;
    this.#segmentLeft -= bytes;
    return true;
  }

  #id(at: number): number {
    return idOf(this.#high(at), this.#low(at));
  }

  #high(at: number): number {
    return this.idBytes === 8 ? this.view.getInt32(at) : 0;
  }

  #low(at: number): number {
    return this.view.getInt32(this.idBytes === 8 ? at + 4 : at);
  }

  #damaged(what: string): SluiceError {
    return damagedDump(`${what}, at byte ${this.#base + this.#at}`);
  }
}
