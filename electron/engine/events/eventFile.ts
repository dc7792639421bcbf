import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import {
  CONSUMED_BYTES_OFFSET,
  PRODUCED_BYTES_OFFSET,
  RING_OFFSET,
  WORK_STEPS_OFFSET,
  encodeEventFileHeader,
  readPosition,
  writePosition,
} from '../../../shared/wire/eventFileLayout.ts';

const POSITION_BYTES = 8;
const FILL_BYTES = 1 << 20;

/**
 * The tool's side of the event file: positional reads and writes of a file that the agent has mapped (both go through
 * the page cache; 6 GB/s, and 0.9 us to look at a position). The tool makes the file and needs its name no more once
 * the agent has mapped it.
 */
export class EventFile {
  readonly ringBytes: number;
  readonly #file: number;
  readonly #position = new DataView(new ArrayBuffer(POSITION_BYTES));
  #open = true;
  #workSteps = 0;

  private constructor(file: number, ringBytes: number) {
    this.#file = file;
    this.ringBytes = ringBytes;
  }

  /**
   * Makes the file, every page of it written: a sparse page on a full disk would be a fault inside the JVM.
   * @throws SluiceError('io') when the place is full or not writable
   */
  static create(path: string, ringBytes: number): EventFile {
    const header = encodeEventFileHeader(ringBytes);
    let file = -1;
    try {
      file = openSync(
        path,
        constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW,
        0o600,
      );
      writeFully(file, header, 0);
      const zeros = new Uint8Array(FILL_BYTES);
      for (let at = 0; at < ringBytes; at += FILL_BYTES) writeFully(file, zeros, RING_OFFSET + at);
      return new EventFile(file, ringBytes);
    } catch (thrown) {
      if (file >= 0) closeSync(file);
      throw new SluiceError(
        'io',
        `The event file ${path} of ${ringBytes / 2 ** 20} MiB could not be made: ${messageOf(thrown)}.`,
        'Make room there, or set a smaller ring.',
        { cause: thrown },
      );
    }
  }

  /** The position up to which the agent has written whole blocks. */
  producedBytes(): number {
    const view = this.#position;
    readFully(this.#file, new Uint8Array(view.buffer), PRODUCED_BYTES_OFFSET);
    return readPosition(view, 0);
  }

  /**
   * A write of ours behind the end of a file that was cut short makes it long again, of zeros: a position of 0 is read then.
   * @throws SluiceError('io') when it is shorter than it was made
   */
  checkWhole(): void {
    const { size } = fstatSync(this.#file);
    if (size < RING_OFFSET + this.ringBytes) throw cutShort(size);
  }

  /** Copies [position, position + target.length) of the stream; the range must not cross the ring's end. */
  read(target: Uint8Array, position: number): void {
    readFully(this.#file, target, RING_OFFSET + (position % this.ringBytes));
  }

  /** Gives everything before `position` back to the agent. */
  acknowledge(position: number): void {
    writePosition(this.#position, 0, position);
    writeFully(this.#file, new Uint8Array(this.#position.buffer), CONSUMED_BYTES_OFFSET);
  }

  /**
   * Shows the agent that long work of ours gets on, from within that work: packets wait until it is done, and one written into a JVM
   * that has ended would cost its last words.
   */
  noteWorkStep(): void {
    if (!this.#open) return;
    writePosition(this.#position, 0, ++this.#workSteps);
    writeFully(this.#file, new Uint8Array(this.#position.buffer), WORK_STEPS_OFFSET);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#file);
  }
}

function readFully(file: number, target: Uint8Array, at: number): void {
  for (let done = 0; done < target.byteLength;) {
    const count = readSync(file, target, done, target.byteLength - done, at + done);
    if (count === 0) throw cutShort(at + done);
    done += count;
  }
}

function writeFully(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.byteLength;) {
    done += writeSync(file, bytes, done, bytes.byteLength - done, at + done);
  }
}

function cutShort(sizeBytes: number): SluiceError {
  return new SluiceError('io', `The event file ends at byte ${sizeBytes}: it was cut short.`);
}
