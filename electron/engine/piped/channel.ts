import { Duplex } from 'node:stream';
import { SluiceError } from '../../../shared/base/errors.ts';
import { creditPayload, MAX_PAYLOAD_BYTES, type Frame, type FrameKind } from './frames.ts';

/** So many bytes may be on their way to a reader that takes none. */
export const WINDOW_BYTES = 1 << 20;
/** What was read is told in parts of so many. */
const TOLD_BYTES = WINDOW_BYTES / 4;

const NOTHING = Buffer.alloc(0);

/** Puts one frame of a channel on the pipe. @param onSent when the pipe has taken it */
export type SendFrame = (kind: FrameKind, payload: Buffer, onSent?: (error?: Error | null) => void) => void;

/**
 * One byte stream of several over a pipe, as a socket is: what one end writes the other reads, and each way ends by itself.
 * A reader that takes nothing stops its own writer, by credit, and no other channel.
 */
export class Channel extends Duplex {
  readonly #send: SendFrame;
  readonly #onClosed: () => void;
  /** Bytes that the other end takes now. */
  #credit = WINDOW_BYTES;
  #received = 0;
  /** Of what was received, so much was told to have been read. */
  #told = 0;
  #hasEnded = false;
  #otherHasEnded = false;
  /** What waits for credit, and who waits for it to be sent. */
  #waiting: { rest: Buffer; readonly onSent: (error?: Error | null) => void } | null = null;

  constructor(send: SendFrame, onClosed: () => void) {
    super({ readableHighWaterMark: WINDOW_BYTES });
    this.#send = send;
    this.#onClosed = onClosed;
    this.on('error', () => {}); // who uses it hears of it; if nobody does, nobody misses it
  }

  /** @throws SluiceError 'protocol' where there is more than was allowed */
  receive({ kind, payload }: Frame): void {
    switch (kind) {
      case 'data':
        this.#received += payload.length;
        if (this.#otherHasEnded || this.#received - this.#told > WINDOW_BYTES)
          throw new SluiceError('protocol', 'The other end sends more than it may.');
        this.push(payload);
        this.#tellRead();
        return;
      case 'end':
        this.#otherHasEnded = true;
        this.push(null);
        return;
      case 'credit':
        this.#credit += payload.readUInt32LE(0);
        this.#sendWaiting();
        return;
      case 'cancel':
        this.#hasEnded = this.#otherHasEnded = true; // there is nobody to tell
        this.destroy(new SluiceError('io', 'The other end has hung up.'));
        return;
      case 'open':
      case 'beat':
        throw new SluiceError('protocol', 'The other end opens a channel that is open.');
    }
  }

  override read(size?: number): unknown {
    const chunk: unknown = super.read(size);
    this.#tellRead();
    return chunk;
  }

  override _read(): void {} // what comes comes by itself, as far as there is credit

  override _write(chunk: Buffer, _encoding: BufferEncoding, onSent: (error?: Error | null) => void): void {
    this.#waiting = { rest: chunk, onSent };
    this.#sendWaiting();
  }

  override _final(onSent: (error?: Error | null) => void): void {
    this.#hasEnded = true;
    this.#send('end', NOTHING, onSent);
  }

  override _destroy(error: Error | null, onDestroyed: (error?: Error | null) => void): void {
    if (!this.#hasEnded || !this.#otherHasEnded) this.#send('cancel', NOTHING);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.onSent(error ?? new SluiceError('io', 'The channel was closed.'));
    this.#onClosed();
    onDestroyed(error);
  }

  #sendWaiting(): void {
    while (this.#waiting !== null && this.#credit > 0) {
      const { rest, onSent } = this.#waiting;
      const bytes = Math.min(rest.length, this.#credit, MAX_PAYLOAD_BYTES);
      const isLast = bytes === rest.length;
      this.#credit -= bytes;
      this.#waiting = isLast ? null : { rest: rest.subarray(bytes), onSent };
      this.#send('data', rest.subarray(0, bytes), isLast ? onSent : undefined);
    }
  }

  #tellRead(): void {
    const read = this.#received - this.readableLength - this.#told;
    if (read < TOLD_BYTES) return;
    this.#told += read;
    this.#send('credit', creditPayload(read));
  }
}
