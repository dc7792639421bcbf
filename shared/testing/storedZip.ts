import { crc32 } from '../base/crc32.ts';

//  local header: 30 bytes and the name, then the contents. At the end of the file the directory, 46 bytes and the name
//  for each, and its own end, 22 bytes. All numbers are little-endian (APPNOTE 4.3.7, 4.3.12, 4.3.16).
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_HEADER_BYTES = 46;
const DIRECTORY_END_BYTES = 22;
const VERSION = 10; // 1.0: stored, no folders
const DATE = 0x21; // 1 January 1980
const MOST_ENTRIES = 0xffff;

interface Entry {
  readonly name: Uint8Array;
  readonly bytes: Uint8Array;
  readonly crc: number;
  readonly offset: number;
}

/** A ZIP file, or jar, whose entries are stored as they are: no compression, no folders, no ZIP64. */
export class StoredZip {
  readonly #entries: Entry[] = [];
  #offset = 0;

  /** @param bytes kept, not copied */
  add(name: string, bytes: Uint8Array): this {
    if (this.#entries.length === MOST_ENTRIES)
      throw new Error(`a ZIP file has at most ${MOST_ENTRIES} entries`);
    const entry = { name: Buffer.from(name), bytes, crc: crc32(bytes), offset: this.#offset };
    this.#entries.push(entry);
    this.#offset += LOCAL_HEADER_BYTES + entry.name.length + bytes.length;
    return this;
  }

  toBytes(): Uint8Array {
    const names = this.#entries.reduce((sum, { name }) => sum + name.length, 0);
    const directoryBytes = DIRECTORY_HEADER_BYTES * this.#entries.length + names;
    const file = new Uint8Array(this.#offset + directoryBytes + DIRECTORY_END_BYTES);
    const view = new DataView(file.buffer);
    let directory = this.#offset;
    for (const entry of this.#entries) {
      const { name, bytes, offset } = entry;
      view.setUint32(offset, 0x04034b50, true);
      setCommon(view, offset + 4, entry);
      file.set(name, offset + LOCAL_HEADER_BYTES);
      file.set(bytes, offset + LOCAL_HEADER_BYTES + name.length);
      view.setUint32(directory, 0x02014b50, true);
      view.setUint16(directory + 4, VERSION, true);
      setCommon(view, directory + 6, entry);
      view.setUint32(directory + 42, offset, true);
      file.set(name, directory + DIRECTORY_HEADER_BYTES);
      directory += DIRECTORY_HEADER_BYTES + name.length;
    }
    view.setUint32(directory, 0x06054b50, true);
    view.setUint16(directory + 8, this.#entries.length, true);
    view.setUint16(directory + 10, this.#entries.length, true);
    view.setUint32(directory + 12, directoryBytes, true);
    view.setUint32(directory + 16, this.#offset, true);
    return file;
  }
}

/** Version needed, flags, method, time, date, CRC, two sizes, length of the name: the same in both headers. */
function setCommon(view: DataView, at: number, { name, bytes, crc }: Entry): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, bytes.length, true);
  view.setUint32(at + 18, bytes.length, true);
  view.setUint16(at + 22, name.length, true);
}
