import { IdTable } from '../base/idTable.ts';
import { decodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import { SluiceError } from '../base/errors.ts';
import { decodeUtf8 } from '../base/utf8.ts';
import { dumpBeyondLimits } from './damagedDump.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';
import { GrowingInts } from './growingInts.ts';
import type { DumpAccount } from './dumpAccount.ts';

/** The names of a dump as bytes: it has those of all classes, and few are ever shown. */
export class DumpNames {
  #bytes = new Uint8Array(1 << 16);
  readonly #numbers = new IdTable();
  readonly #starts = new GrowingInts();
  readonly #account: DumpAccount;
  /** Those that were asked for: many fields and classes may have the same. */
  readonly #texts: string[] = [];
  #end = 0;

  constructor(account: DumpAccount) {
    this.#account = account;
  }

  add(id: number, name: Uint8Array): void {
    if (this.#end + name.length > DUMP_LIMITS.nameBytes)
      throw dumpBeyondLimits(`its names have more than ${DUMP_LIMITS.nameBytes} bytes`);
    this.#account.take('name');
    this.#account.takeBytes(name.length * 4); // room is doubled, and a text has two bytes for each character
    if (this.#end + name.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#end + name.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(name, this.#end);
    this.#numbers.setId(id, this.#starts.length);
    this.#starts.push(this.#end);
    this.#end += name.length;
  }

  /** '?' where the dump does not have it. */
  of(id: number): string {
    const number = this.#numbers.getId(id);
    return number < 0 ? '?' : (this.#texts[number] ??= this.#textOf(number));
  }

  #textOf(number: number): string {
    const starts = this.#starts.all;
    const end = number + 1 < starts.length ? starts[number + 1] : this.#end;
    const bytes = this.#bytes.subarray(starts[number], end);
    try {
      return decodeModifiedUtf8(bytes);
    } catch (thrown) {
      if (thrown instanceof SluiceError) return decodeUtf8(bytes); // not of a HotSpot: plain UTF-8, or no text at all
      throw thrown;
    }
  }
}
