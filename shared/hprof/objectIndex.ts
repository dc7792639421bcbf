import { IdTable } from '../base/idTable.ts';
import { damagedDump, dumpBeyondLimits, foreignDump } from './damagedDump.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';
import { idOf } from './dumpVisitor.ts';

/** Objects begin at multiples of 8 bytes. */
const SLOT_SHIFT = 3;
const PAGE_SHIFT = 12;
const BLOCK_SHIFT = 16;
const SLOTS = 1 << (PAGE_SHIFT - SLOT_SHIFT);
/** Of a page, of 32 slots each. */
const WORDS = SLOTS / 32;
/** Pages that differ in the upper half of an address alone. */
const PAGES_OF_HIGH = 2 ** (32 - PAGE_SHIFT);
/** Of a block. */
const PAGES = 1 << (BLOCK_SHIFT - PAGE_SHIFT);
/** Pages from the first to the last block are an array up to here, 64 GiB of addresses, or if one of so many has objects; else a map. */
const DENSE_BLOCKS = 1 << 20;
const SPARSEST = 4;

/** What the ids of a dump are. */
export type IdKind = 'addresses' | 'numbers';

/**
 * Addresses of objects as numbers 0, 1, 2 .. in the order of the addresses, without a list, a sort or a hash of them: a bit for each
 * 8 bytes of heap, and how many bits are set before each word. Only pages in which an object begins have bits, so that objects that lie
 * far from each other, as a file can say, take 300 bytes each and not the bits of a block.
 *
 *     address   64 KiB block of heap -> its 16 pages -> 4 KiB page: 16 words of 32 slots    object = rank of the page + of the word
 *     0x..0018  page 0, slot 3                          00000000 00000000 00000000 00001000          + bits below its own
 */
export class ObjectIndex {
  /** Page 0 is none. */
  #words = new Uint32Array(WORDS * 64);
  #pageCount = 1;
  /** place of a block * 16 + page in it -> number of the page in words, in the order in which pages came. */
  #pages = new Int32Array(PAGES * 16);
  /** Number of the block, address >> 16 -> its place in pages, in the order in which blocks came. */
  readonly #places = new IdTable();
  /** place -> number of the block. */
  readonly #blockOf: number[] = [];
  /** 0: ids are addresses; 3: they are numbers, and each has a slot. */
  readonly #idShift: 0 | 3;
  #lastPageAddress = -1;
  #lastPage = 0;
  /** Bits that are set before a word, in its page. */
  #wordRanks = new Uint16Array();
  /** Page -> objects before it. */
  #pageRanks = new Int32Array();
  /** Block, in the order of addresses -> place. */
  #order = new Int32Array();
  #blocks = new Float64Array();
  /** Block, in the order of addresses -> objects before it. */
  #ranks = new Int32Array();
  #firstPage = 0;
  /** Page of memory, from the first one -> its number in words; null: pages lie too far from each other. */
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
    return this.#words.byteLength * 1.5 + this.#pages.byteLength;
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
    const pageAddress = high * PAGES_OF_HIGH + (low >>> PAGE_SHIFT);
    if (pageAddress !== this.#lastPageAddress) {
      this.#lastPage = this.#pageFor(high, low);
      this.#lastPageAddress = pageAddress;
    }
    const slot = (low >>> SLOT_SHIFT) & (SLOTS - 1);
    const at = this.#lastPage * WORDS + (slot >>> 5);
    const bit = 1 << (slot & 31);
    if ((this.#words[at] & bit) !== 0) return false;
    this.#words[at] |= bit;
    this.#lowBits |= low;
    if (this.#count === DUMP_LIMITS.objects)
      throw dumpBeyondLimits(`it has more than ${DUMP_LIMITS.objects} objects`);
    this.#count++;
    return true;
  }

  /** @returns the page of an address, which is made where there is none */
  #pageFor(high: number, low: number): number {
    const block = high * 65536 + (low >>> BLOCK_SHIFT);
    const known = this.#places.getId(block);
    const at = (known < 0 ? this.#addBlock(block) : known) * PAGES + ((low >>> PAGE_SHIFT) & (PAGES - 1));
    if (this.#pages[at] === 0) {
      this.#pages[at] = this.#pageCount++;
      if (this.#pageCount * WORDS > this.#words.length) this.#words = doubled(this.#words);
    }
    return this.#pages[at];
  }

  #addBlock(block: number): number {
    const place = this.#blockOf.length;
    if (place === DUMP_LIMITS.blocks)
      throw dumpBeyondLimits(`its objects are spread over more than ${DUMP_LIMITS.blocks} blocks of 64 KiB`);
    this.#places.setId(block, place);
    this.#blockOf.push(block);
    if ((place + 1) * PAGES > this.#pages.length) this.#pages = doubled(this.#pages);
    return place;
  }

  /** All objects are there. O(blocks log blocks + words). */
  freeze(): void {
    const blocks = Float64Array.from(this.#blockOf).sort();
    const places = Int32Array.from(blocks, (block) => this.#places.getId(block));
    this.#words = this.#words.slice(0, this.#pageCount * WORDS);
    this.#wordRanks = new Uint16Array(this.#words.length);
    this.#pageRanks = new Int32Array(this.#pageCount);
    this.#ranks = new Int32Array(places.length);
    let rank = 0;
    for (let i = 0; i < places.length; i++) {
      this.#ranks[i] = rank;
      for (let at = places[i] * PAGES; at < (places[i] + 1) * PAGES; at++) {
        const page = this.#pages[at];
        if (page === 0) continue;
        this.#pageRanks[page] = rank;
        rank += this.#rankWords(page);
      }
    }
    this.#order = places;
    this.#blocks = blocks;
    if (rank !== this.#count) throw damagedDump('its objects could not be counted');
    if (places.length === 0) return;
    this.#firstPage = blocks[0] * PAGES;
    const span = blocks[blocks.length - 1] - blocks[0] + 1;
    if (span > Math.max(DENSE_BLOCKS, places.length * SPARSEST)) return;
    this.#dense = new Int32Array(span * PAGES);
    for (let i = 0; i < places.length; i++)
      this.#dense.set(this.#pagesOf(places[i]), (blocks[i] - blocks[0]) * PAGES);
  }

  #pagesOf(place: number): Int32Array {
    return this.#pages.subarray(place * PAGES, (place + 1) * PAGES);
  }

  /** @returns the objects of the page */
  #rankWords(page: number): number {
    let inPage = 0;
    for (let word = page * WORDS; word < (page + 1) * WORDS; word++) {
      this.#wordRanks[word] = inPage;
      inPage += bitCount(this.#words[word]);
    }
    return inPage;
  }

  /** After freeze. @returns -1: no object begins there */
  indexOf(high: number, low: number): number {
    if (this.#idShift !== 0) return high === 0 ? this.#indexAt(low >>> 29, low << 3) : -1;
    return (low & 7) === 0 ? this.#indexAt(high, low) : -1;
  }

  #indexAt(high: number, low: number): number {
    const page = this.#pageOf(high, low);
    const slot = (low >>> SLOT_SHIFT) & (SLOTS - 1);
    const at = page * WORDS + (slot >>> 5);
    const word = this.#words[at];
    const bit = 1 << (slot & 31);
    if ((word & bit) === 0) return -1;
    return this.#pageRanks[page] + this.#wordRanks[at] + bitCount(word & (bit - 1));
  }

  /** @returns 0, which has no bits: no object begins in that page */
  #pageOf(high: number, low: number): number {
    const pageAddress = high * PAGES_OF_HIGH + (low >>> PAGE_SHIFT);
    if (this.#dense !== null) {
      const at = pageAddress - this.#firstPage;
      return at >= 0 && at < this.#dense.length ? this.#dense[at] : 0;
    }
    const place = this.#places.getId(high * 65536 + (low >>> BLOCK_SHIFT));
    return place < 0 ? 0 : this.#pages[place * PAGES + (pageAddress & (PAGES - 1))];
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
    const first = this.#order[low] * PAGES;
    let inBlock = PAGES - 1;
    while (!(this.#pages[first + inBlock] > 0 && this.#pageRanks[this.#pages[first + inBlock]] <= index))
      inBlock--;
    const page = this.#pages[first + inBlock];
    const inPage = index - this.#pageRanks[page];
    let word = (page + 1) * WORDS - 1;
    while (this.#wordRanks[word] > inPage) word--;
    let bits = this.#words[word];
    for (let left = inPage - this.#wordRanks[word]; left > 0; left--) bits &= bits - 1;
    const slot = inBlock * SLOTS + (word - page * WORDS) * 32 + (31 - Math.clz32(bits & -bits));
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
      for (let inBlock = 0; inBlock < PAGES; inBlock++) {
        const page = this.#pages[this.#order[i] * PAGES + inBlock];
        for (let word = 0; word < WORDS && page !== 0; word++) {
          for (let bits = this.#words[page * WORDS + word]; bits !== 0; bits &= bits - 1) {
            const inPage = word * 32 + (31 - Math.clz32(bits & -bits));
            const slot = (this.#blocks[i] * PAGES + inBlock) * SLOTS + inPage;
            if (index >= 0) visit(index, slot - before);
            before = slot;
            if (++index > most) return;
          }
        }
      }
    }
  }
}

function doubled<Column extends Int32Array | Uint32Array>(column: Column): Column {
  const larger = new (column.constructor as new (length: number) => Column)(column.length * 2);
  larger.set(column);
  return larger;
}

/** How many bits of a 32-bit number are set. */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
