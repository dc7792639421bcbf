import type { DumpedFields } from './dumpedFields.ts';

/** A CLASS_DUMP, taken apart. Ids as numbers; 0: none. */
export interface ClassDump {
  readonly id: number;
  readonly superId: number;
  readonly loaderId: number;
  readonly signersId: number;
  readonly domainId: number;
  readonly statics: DumpedFields;
  readonly fields: DumpedFields;
}

/** The bytes that a visitor may read values from, until it returns. */
export interface DumpWindow {
  readonly idBytes: number;
  bytes: Uint8Array;
  view: DataView;
}

/**
 * What is told of a dump, part by part. An id of an object comes in two halves, as signed 32-bit numbers: there are ten millions of them,
 * and a number beyond 31 bits would be an object of its own.
 */
export class DumpVisitor {
  /** Whether elements and contents of arrays are told. */
  readonly readsElements: boolean = false;
  window: DumpWindow = { idBytes: 8, bytes: new Uint8Array(), view: new DataView(new ArrayBuffer(0)) };

  string(_id: number, _bytes: Uint8Array): void {}
  loadClass(_serial: number, _classId: number, _nameId: number): void {}
  frame(_id: number, _methodId: number, _classSerial: number, _line: number): void {}
  trace(_serial: number, _threadSerial: number, _frameIds: readonly number[]): void {}
  /** @param kind place in ROOT_KINDS; threadSerial and frame are -1 where that kind has none */
  root(_kind: number, _high: number, _low: number, _threadSerial: number, _frame: number): void {}
  classDump(_dump: ClassDump): void {}
  /** The values are at that place of the window. */
  instance(
    _high: number,
    _low: number,
    _classHigh: number,
    _classLow: number,
    _at: number,
    _bytes: number,
  ): void {}
  objectArray(_high: number, _low: number, _length: number, _classHigh: number, _classLow: number): void {}
  /** The next elements of the array told last, at that place of the window; as often as there are some. */
  elements(_at: number, _count: number): void {}
  primitiveArray(_high: number, _low: number, _length: number, _type: number): void {}
  /** The next bytes of the primitive array told last, of whole elements. */
  content(_at: number, _bytes: number): void {}
}

/** A whole number of 64 bits as a double: exact up to 2^53, and an address is below that. */
export function idOf(high: number, low: number): number {
  return (high >>> 0) * 4294967296 + (low >>> 0);
}
