/**
 * What a dump may ask of the reader. All that is allocated is proportional to what the file really holds, and this is the most of it.
 * A dump beyond one of these is refused in a sentence, before memory is taken for it.
 */
export const DUMP_LIMITS = {
  /** Objects are numbered with 31 bits, and references with them. */
  objects: 0x7fff_0000,
  /** Blocks of 64 KiB of heap in which an object begins (objectIndex.ts): 64 GiB of them; each costs 300 bytes and more. */
  blocks: 1 << 20,
  classes: 1 << 20,
  /** Of all classes, statics among them. */
  fields: 1 << 21,
  /** Bytes of all names of classes, fields and methods. */
  nameBytes: 1 << 28,
  /** Bytes of one name: as many as a class file allows. A longer text is no name, and is passed over. */
  oneNameBytes: 0xffff,
  /** A class and its superclasses. */
  superclasses: 512,
  /** Frames of all stack traces; what is beyond has no method. */
  frames: 1 << 22,
  /** Beside what is passed over: what has to be in memory as a whole. A class of 65,535 constants, statics and fields has 2.5 MiB. */
  wholeRecordBytes: 4 << 20,
} as const;

/** What the reader takes if nobody says how much it may. */
export const USUAL_MEMORY_BYTES = 4 * 2 ** 30;
