import { IdTable } from '../base/idTable.ts';
import { bitCount } from './bitCount.ts';
import { damagedDump, dumpBeyondLimits, foreignDump } from './damagedDump.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';
import { idOf } from './dumpVisitor.ts';

/** Objects begin at multiples of 8 bytes. */
const SLOT_SHIFT = 3;
const BLOCK_SHIFT = 16;
const SLOTS = 1 << (BLOCK_SHIFT - SLOT_SHIFT);
const WORDS = SLOTS / 32;
/** Blocks from the first to the last one are an array up to here, 64 GiB of addresses, or if one of so many has objects; else a map. */
const DENSE_BLOCKS = 1 << 20;
const SPARSEST = 64;

/** What the ids of a dump are. */
export type IdKind = 'addresses' | 'numbers';

/**
 * Addresses of objects as numbers 0, 1, 2 .. in the order of the addresses, without a list, a sort or a hash of them: a bit for each
 * 8 bytes of heap, and how many bits are set before each word.
 *
 *     address   64 KiB block of heap -> words of 32 slots           object = rank of the block + of the word + bits below its own
 *     0x..0018  slot 3                  00000000 00000000 00000000 00001000
 */
export class ObjectIndex {
  #words = new Uint32Array(WORDS * 16);
  /** Number of the block, address >> 16 -> its place in words, in the order in which blocks came. */
  readonly #places = new IdTable();
  /** place -> number of the block. */
  readonly #blockOf: number[] = [];
  /** 0: ids are addresses; 3: they are numbers, and each has a slot. */
  readonly #idShift: 0 | 3;
  #lastBlock = -1;
  #lastPlace = -1;
  /** Bits that are set before a word, in its block. */
  #wordRanks = new Uint16Array();
  /** Block, in the order of addresses -> place. */
  #order = new Int32Array();
  #blocks = new Float64Array();
  /** Block, in the order of addresses -> objects before it. */
  #ranks = new Int32Array();
  /** place -> objects before it. */
  #rankOfPlace = new Int32Array();
  #firstBlock = 0;
  /** Block, from the first one -> place, -1: none. */
  #dense: Int32Array | null = null;
  #lowBits = 0;
  #count = 0;

  constructor(idsAre: IdKind = 'addresses') {
    this.#idShift = idsAre === 'addresses' ? 0 : SLOT_SHIFT;
  }

  /** Objects. */
  get count(): number {
    return this.#count;
  }

  /** All addresses are multiples of it: -XX:ObjectAlignmentInBytes, or more by chance where there are few. */
  get alignment(): number {
    return this.#lowBits === 0 ? 8 : this.#lowBits & -this.#lowBits;
  }

  get bytes(): number {
    return this.#words.byteLength * 1.5;
  }

  /** Whether it may be the id of an object; a number may be any, and has 32 bits. */
  takes(high: number, low: number): boolean {
    if (this.#idShift !== 0) return high === 0 && low !== 0;
    return (low & 7) === 0 && high >= 0 && high < 1 << 21 && (high | low) !== 0;
  }

  /** Before freeze. @returns false: it was there before */
  add(idHigh: number, idLow: number): boolean {
    if (!this.takes(idHigh, idLow)) {
      const id = `0x${idOf(idHigh, idLow).toString(16)}`;
      throw foreignDump(
        `an object has the id ${id}, which is no address of an object`,
        'Sluice reads dumps of HotSpot JVMs: there an id is an address, and a multiple of 8; the HPROF agent numbered objects with 32 bits.',
      );
    }
    const [high, low] = this.#idShift === 0 ? [idHigh, idLow] : [idLow >>> 29, idLow << 3];
    const block = high * 65536 + (low >>> BLOCK_SHIFT);
    if (block !== this.#lastBlock) {
      const place = this.#places.getId(block);
      this.#lastPlace = place < 0 ? this.#addBlock(block) : place;
      this.#lastBlock = block;
    }
    const slot = (low >>> SLOT_SHIFT) & (SLOTS - 1);
    const at = this.#lastPlace * WORDS + (slot >>> 5);
    const bit = 1 << (slot & 31);
    if ((this.#words[at] & bit) !== 0) return false;
    this.#words[at] |= bit;
    this.#lowBits |= low;
    if (this.#count === DUMP_LIMITS.objects)
      throw dumpBeyondLimits(`it has more than ${DUMP_LIMITS.objects} objects`);
    this.#count++;
    return true;
  }

  #addBlock(block: number): number {
    const place = this.#blockOf.length;
    if (place === DUMP_LIMITS.blocks)
      throw dumpBeyondLimits(`its objects are spread over more than ${DUMP_LIMITS.blocks} blocks of 64 KiB`);
    this.#places.setId(block, place);
    this.#blockOf.push(block);
    if ((place + 1) * WORDS > this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    return place;
  }

  /** All objects are there. O(blocks log blocks + words). */
  freeze(): void {
    const blocks = Float64Array.from(this.#blockOf).sort();
    const places = Int32Array.from(blocks, (block) => this.#places.getId(block));
    this.#words = this.#words.slice(0, places.length * WORDS);
    this.#wordRanks = new Uint16Array(this.#words.length);
    this.#ranks = new Int32Array(places.length + 1);
    this.#rankOfPlace = new Int32Array(places.length);
    let rank = 0;
    for (let i = 0; i < places.length; i++) {
      const first = places[i] * WORDS;
      this.#ranks[i] = rank;
      this.#rankOfPlace[places[i]] = rank;
      let inBlock = 0;
      for (let word = first; word < first + WORDS; word++) {
        this.#wordRanks[word] = inBlock;
        inBlock += bitCount(this.#words[word]);
      }
      rank += inBlock;
    }
    this.#ranks[places.length] = rank;
    this.#order = places;
    this.#blocks = blocks;
    if (rank !== this.#count) throw damagedDump('its objects could not be counted');
    if (places.length === 0) return;
    this.#firstBlock = blocks[0];
    const span = blocks[blocks.length - 1] - blocks[0] + 1;
    if (span > Math.max(DENSE_BLOCKS, places.length * SPARSEST)) return;
    this.#dense = new Int32Array(span).fill(-1);
    blocks.forEach((block, i) => this.#setDense(block, places[i]));
  }

  #setDense(block: number, place: number): void {
    if (this.#dense !== null) this.#dense[block - this.#firstBlock] = place;
  }

  /** After freeze. @returns -1: no object begins there */
  indexOf(high: number, low: number): number {
    if (this.#idShift !== 0) return high === 0 ? this.#indexAt(low >>> 29, low << 3) : -1;
    return (low & 7) === 0 ? this.#indexAt(high, low) : -1;
  }

  #indexAt(high: number, low: number): number {
    const block = high * 65536 + (low >>> BLOCK_SHIFT);
    const place = this.#placeOf(block);
    if (place < 0) return -1;
    const slot = (low >>> SLOT_SHIFT) & (SLOTS - 1);
    const at = place * WORDS + (slot >>> 5);
    const word = this.#words[at];
    const bit = 1 << (slot & 31);
    if ((word & bit) === 0) return -1;
    return this.#rankOfPlace[place] + this.#wordRanks[at] + bitCount(word & (bit - 1));
  }

  #placeOf(block: number): number {
    if (this.#dense === null) return this.#places.getId(block);
    const at = block - this.#firstBlock;
    return at >= 0 && at < this.#dense.length ? this.#dense[at] : -1;
  }

  /** @param id address as a number; -1: no object begins there */
  indexOfId(id: number): number {
    return this.indexOf(Math.floor(id / 4294967296), id | 0);
  }

  /** Of an object: its id. O(log blocks). */
  addressOf(index: number): number {
    let [low, high] = [0, this.#order.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#ranks[middle] <= index) low = middle;
      else high = middle - 1;
    }
    const inBlock = index - this.#ranks[low];
    const first = this.#order[low] * WORDS;
    let word = first + WORDS - 1;
    while (this.#wordRanks[word] > inBlock) word--;
    let bits = this.#words[word];
    for (let left = inBlock - this.#wordRanks[word]; left > 0; left--) bits &= bits - 1;
    const slot = (word - first) * 32 + (31 - Math.clz32(bits & -bits));
    return (this.#blocks[low] * 65536 + slot * 8) / (1 << this.#idShift);
  }

  /**
   * How far it is from each object to the next one, in the order of addresses, in units of 8 bytes; the last one is left out. Numbers
   * do not tell: none.
   * @param most objects
   */
  visitDistances(most: number, visit: (index: number, distance: number) => void): void {
    if (this.#idShift !== 0) return;
    let index = -1;
    let before = 0;
    for (let i = 0; i < this.#order.length; i++) {
      const first = this.#order[i] * WORDS;
      for (let word = 0; word < WORDS; word++) {
        for (let bits = this.#words[first + word]; bits !== 0; bits &= bits - 1) {
          const slot = this.#blocks[i] * SLOTS + word * 32 + (31 - Math.clz32(bits & -bits));
          if (index >= 0) visit(index, slot - before);
          before = slot;
          if (++index > most) return;
        }
      }
    }
  }
}
