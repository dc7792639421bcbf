/**
 * HPROF's binary form, as HotSpot writes it (services/heapDumper.cpp). All numbers are big-endian; an id has 4 or 8 bytes.
 *
 *     "JAVA PROFILE 1.0.2" 0   u4 bytes of an id   u8 ms since 1970
 *     record*:                 u1 tag   u4 µs   u4 bytes   body
 *
 *     record                   body
 *     01 STRING                id, characters
 *     02 LOAD_CLASS            u4 serial, id class, u4 trace, id name
 *     04 FRAME                 id frame, id method, id signature, id file, u4 serial of the class, i4 line
 *     05 TRACE                 u4 serial, u4 serial of the thread, u4 frames, id frame*
 *     0C HEAP_DUMP, 1C HEAP_DUMP_SEGMENT        part*
 *     2C HEAP_DUMP_END         behind the segments: a file without it was cut
 *
 *     part                     body
 *     FF 01 02 .. 08 roots     id object, then by kind: see ROOT_KINDS
 *     20 CLASS_DUMP            id class, u4 trace, id super, id loader, id signers, id domain, id 0, id 0, u4 bytes of an instance,
 *                              u2 constants (u2 index, u1 type, value)*, u2 statics (id name, u1 type, value)*, u2 fields (id name, u1 type)*
 *     21 INSTANCE_DUMP         id, u4 trace, id class, u4 bytes, values: those of the class, then of its superclass, and so on
 *     22 OBJECT_ARRAY_DUMP     id, u4 trace, u4 length, id class, id*
 *     23 PRIMITIVE_ARRAY_DUMP  id, u4 trace, u4 length, u1 type, value*
 */
export const RECORD = {
  string: 0x01,
  loadClass: 0x02,
  frame: 0x04,
  trace: 0x05,
  heapDump: 0x0c,
  segment: 0x1c,
  dumpEnd: 0x2c,
} as const;

export const PART = {
  classDump: 0x20,
  instance: 0x21,
  objectArray: 0x22,
  primitiveArray: 0x23,
} as const;

export const RECORD_HEADER_BYTES = 9;
export const OBJECT_TYPE = 2;

interface RootKind {
  readonly tag: number;
  /** Behind the object's id. */
  readonly extraIds: number;
  readonly extraInts: number;
  readonly title: string;
}

/** Why an object is kept without another object that refers to it. A serial of a thread is the first of the ints. */
export const ROOT_KINDS: readonly RootKind[] = [
  { tag: 0xff, extraIds: 0, extraInts: 0, title: 'unknown root' },
  { tag: 0x01, extraIds: 1, extraInts: 0, title: 'JNI global reference' },
  { tag: 0x02, extraIds: 0, extraInts: 2, title: 'JNI local reference' },
  { tag: 0x03, extraIds: 0, extraInts: 2, title: 'local variable' },
  { tag: 0x04, extraIds: 0, extraInts: 1, title: 'native stack' },
  { tag: 0x05, extraIds: 0, extraInts: 0, title: 'system class' },
  { tag: 0x06, extraIds: 0, extraInts: 1, title: 'thread block' },
  { tag: 0x07, extraIds: 0, extraInts: 0, title: 'monitor in use' },
  { tag: 0x08, extraIds: 0, extraInts: 2, title: 'thread' },
];

/** Kinds, by their places in ROOT_KINDS, that go as soon as a method has returned: what a leak has for a root lasts. */
export const PASSING_ROOTS: ReadonlySet<number> = new Set(
  [0x02, 0x03, 0x04, 0x06, 0x07].map((tag) => ROOT_KINDS.findIndex((kind) => kind.tag === tag)),
);

/** A class of a loader that the JVM never lets go (heapGraph.ts); in no dump. */
export const BUILT_IN_CLASS_ROOT = ROOT_KINDS.length;
export const BUILT_IN_CLASS_TITLE = 'class of the program';

interface FieldType {
  /** Bytes of a value in a dump; 0: an id. */
  readonly bytes: number;
  readonly name: string;
}

/** By the number that HPROF has for it. */
export const FIELD_TYPES: ReadonlyMap<number, FieldType> = new Map([
  [OBJECT_TYPE, { bytes: 0, name: 'Object' }],
  [4, { bytes: 1, name: 'boolean' }],
  [5, { bytes: 2, name: 'char' }],
  [6, { bytes: 4, name: 'float' }],
  [7, { bytes: 8, name: 'double' }],
  [8, { bytes: 1, name: 'byte' }],
  [9, { bytes: 2, name: 'short' }],
  [10, { bytes: 4, name: 'int' }],
  [11, { bytes: 8, name: 'long' }],
]);

/** type -> bytes of a value; 0: there is no such type. @param idBytes of a reference */
export function typeSizes(idBytes: number): Uint8Array {
  const sizes = new Uint8Array(256);
  for (const [type, { bytes }] of FIELD_TYPES) sizes[type] = bytes || idBytes;
  return sizes;
}
