import { encodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import {
  FIELD_TYPES,
  OBJECT_TYPE,
  PART,
  RECORD,
  RECORD_HEADER_BYTES,
  ROOT_KINDS,
} from '../hprof/dumpFormat.ts';

export interface WrittenField {
  readonly name: string;
  /** HPROF's number of it. */
  readonly type: number;
  /** Of a static. */
  readonly value?: number;
}

export interface WrittenClass {
  readonly id: number;
  readonly name: string;
  readonly superId?: number;
  readonly loaderId?: number;
  readonly statics?: readonly WrittenField[];
  readonly fields?: readonly WrittenField[];
}

/** Writes heap dumps as HotSpot does, for tests: part by part, whatever sense they make. */
export class DumpWriter {
  readonly #idBytes: number;
  #bytes = new Uint8Array(1 << 12);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  /** Where the segment's length stands; -1: none is open. */
  #segmentAt = -1;
  readonly #names = new Map<string, number>();
  #serials = 0;

  constructor({ version = '1.0.2', idBytes = 8 } = {}) {
    this.#idBytes = idBytes;
    for (const letter of `JAVA PROFILE ${version}\0`) this.#int(1, letter.charCodeAt(0));
    this.#int(4, idBytes);
    this.#int(8, 1_700_000_000_000);
  }

  /** A name's id. */
  name(text: string): number {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.endSegment();
    const id = (0x7f00_0000_0000 % 2 ** (8 * this.#idBytes - 1)) + (this.#names.size + 1) * 16;
    this.#names.set(text, id);
    const bytes = encodeModifiedUtf8(text);
    this.#record(RECORD.string, this.#idBytes + bytes.length);
    this.#id(id);
    for (const byte of bytes) this.#int(1, byte);
    return id;
  }

  classDump({ id, name, superId = 0, loaderId = 0, statics = [], fields = [] }: WrittenClass): void {
    const nameId = this.name(name);
    const ids = [...statics, ...fields].map((field) => this.name(field.name));
    this.endSegment();
    this.#record(RECORD.loadClass, 8 + 2 * this.#idBytes);
    this.#int(4, ++this.#serials);
    this.#id(id);
    this.#int(4, 0);
    this.#id(nameId);
    this.#part(PART.classDump);
    this.#id(id);
    this.#int(4, 0);
    for (const each of [superId, loaderId, 0, 0, 0, 0]) this.#id(each);
    this.#int(4, 0);
    this.#int(2, 0);
    this.#int(2, statics.length);
    statics.forEach(({ type, value = 0 }, i) => {
      this.#id(ids[i]);
      this.#int(1, type);
      this.#int(this.#size(type), value);
    });
    this.#int(2, fields.length);
    fields.forEach(({ type }, i) => {
      this.#id(ids[statics.length + i]);
      this.#int(1, type);
    });
  }

  /** @param values of its class, then of its superclass: type and value */
  instance(id: number, classId: number, values: readonly (readonly [number, number])[]): void {
    this.#part(PART.instance);
    this.#id(id);
    this.#int(4, 0);
    this.#id(classId);
    this.#int(
      4,
      values.reduce((sum, [type]) => sum + this.#size(type), 0),
    );
    for (const [type, value] of values) this.#int(this.#size(type), value);
  }

  objectArray(id: number, classId: number, elements: readonly number[]): void {
    this.#part(PART.objectArray);
    this.#id(id);
    this.#int(4, 0);
    this.#int(4, elements.length);
    this.#id(classId);
    for (const element of elements) this.#id(element);
  }

  primitiveArray(id: number, type: number, values: ArrayLike<number>): void {
    this.#part(PART.primitiveArray);
    this.#id(id);
    this.#int(4, 0);
    this.#int(4, values.length);
    this.#int(1, type);
    for (let i = 0; i < values.length; i++) this.#int(this.#size(type), values[i]);
  }

  /** @param title of ROOT_KINDS */
  root(title: string, id: number, ints: readonly number[] = []): void {
    const kind = ROOT_KINDS.find((each) => each.title === title) ?? ROOT_KINDS[0];
    this.#part(kind.tag);
    this.#id(id);
    for (let i = 0; i < kind.extraIds; i++) this.#id(0);
    for (let i = 0; i < kind.extraInts; i++) this.#int(4, ints[i] ?? 0);
  }

  frame(id: number, method: string, classSerial: number): void {
    const methodId = this.name(method);
    this.endSegment();
    this.#record(RECORD.frame, 4 * this.#idBytes + 8);
    for (const each of [id, methodId, 0, 0]) this.#id(each);
    this.#int(4, classSerial);
    this.#int(4, 1);
  }

  trace(serial: number, threadSerial: number, frameIds: readonly number[]): void {
    this.endSegment();
    this.#record(RECORD.trace, 12 + frameIds.length * this.#idBytes);
    for (const int of [serial, threadSerial, frameIds.length]) this.#int(4, int);
    for (const id of frameIds) this.#id(id);
  }

  endSegment(): void {
    if (this.#segmentAt >= 0) this.#view.setUint32(this.#segmentAt, this.#at - this.#segmentAt - 4);
    this.#segmentAt = -1;
  }

  /** The whole file. */
  finish(): Uint8Array {
    this.endSegment();
    this.#record(RECORD.dumpEnd, 0);
    return this.#bytes.slice(0, this.#at);
  }

  /** The whole file as HotSpot's HPROF agent wrote it: all of the heap in one record, behind all others, and no end. */
  finishAsOne(): Uint8Array {
    const bytes = this.finish();
    const view = new DataView(bytes.buffer);
    const headerBytes = bytes.indexOf(0) + 1 + 4 + 8;
    const [records, parts] = [[bytes.subarray(0, headerBytes)], [] as Uint8Array[]];
    for (let at = headerBytes; at < bytes.length;) {
      const end = at + RECORD_HEADER_BYTES + view.getUint32(at + 5);
      if (bytes[at] === RECORD.segment) parts.push(bytes.subarray(at + RECORD_HEADER_BYTES, end));
      else if (bytes[at] !== RECORD.dumpEnd) records.push(bytes.subarray(at, end));
      at = end;
    }
    const header = new Uint8Array(RECORD_HEADER_BYTES);
    header[0] = RECORD.heapDump;
    new DataView(header.buffer).setUint32(
      5,
      parts.reduce((sum, part) => sum + part.length, 0),
    );
    return Uint8Array.from([...records, header, ...parts].flatMap((piece) => [...piece]));
  }

  #part(tag: number): void {
    if (this.#segmentAt < 0) {
      this.#record(RECORD.segment, 0);
      this.#segmentAt = this.#at - 4;
    }
    this.#int(1, tag);
  }

  #record(tag: number, length: number): void {
    this.#int(1, tag);
    this.#int(4, 0);
    this.#int(4, length);
  }

  #size(type: number): number {
    return type === OBJECT_TYPE ? this.#idBytes : (FIELD_TYPES.get(type)?.bytes ?? 0);
  }

  #id(id: number): void {
    this.#int(this.#idBytes, id);
  }

  #int(bytes: number, value: number): void {
    if (this.#at + bytes > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    if (bytes === 1) this.#view.setUint8(this.#at, value);
    else if (bytes === 2) this.#view.setUint16(this.#at, value);
    else if (bytes === 4) this.#view.setUint32(this.#at, value);
    else this.#view.setBigUint64(this.#at, BigInt.asUintN(64, BigInt(Math.trunc(value))));
    this.#at += bytes;
  }
}
