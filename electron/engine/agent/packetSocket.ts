import type { Socket } from 'node:net';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { ControlMessage } from '../../../shared/wire/controlMessage.ts';
import { decodeMessage, encodeMessage } from '../../../shared/wire/controlCodec.ts';
import { FrameSplitter } from '../../../shared/wire/frameSplitter.ts';

export interface PacketReceiver {
  packet(id: number, message: ControlMessage): void;
  /** Called once, last. null: the other side ended the stream at a packet's end, or we did. */
  closed(cause: SluiceError | null): void;
}

/** One end of a control connection: messages out, messages in, and the reason why it ended. */
export class PacketSocket {
  readonly #socket: Socket;
  readonly #splitter: FrameSplitter;
  /** What came before there was a receiver: a handful of packets, as the socket is paused then. */
  #early: { readonly id: number; readonly message: ControlMessage }[] = [];
  #receiver: PacketReceiver | null = null;
  #cause: SluiceError | null = null;
  #closed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#splitter = new FrameSplitter((frame) => {
      // Frames behind a broken one in the same chunk are not believed.
      if (this.#cause === null) this.#take(frame.id, decodeMessage(frame.type, frame.fields));
    });
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      try {
        // Not as a Buffer: its slice() shares memory where that of every other byte array copies.
        this.#splitter.feed(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      } catch (thrown) {
        this.close(asProtocolError(thrown));
      }
    });
    socket.on('end', () => {
      if (this.#splitter.pendingBytes === 0) return;
      this.#cause ??= new SluiceError(
        'target-gone',
        `The connection was cut within a packet: ${this.#splitter.pendingBytes} bytes of it had come.`,
      );
    });
    socket.on('error', (error) => {
      this.#cause ??= new SluiceError(
        'target-gone',
        `The JVM ended, or its agent left: the connection broke (${error.message}).`,
      );
    });
    socket.on('close', () => this.#end());
  }

  /** From now on packets up to this length are read. */
  set limitBytes(limit: number) {
    this.#splitter.limitBytes = limit;
  }

  /** Who takes what comes from now on; what came in between is handed over first. */
  setReceiver(receiver: PacketReceiver): void {
    this.#receiver = receiver;
    const early = this.#early;
    this.#early = [];
    for (const { id, message } of early) receiver.packet(id, message);
    if (this.#closed) receiver.closed(this.#cause);
    else this.#socket.resume();
  }

  /** Between two receivers: packets are kept for the next one. */
  clearReceiver(): void {
    this.#receiver = null;
    this.#socket.pause();
  }

  send(id: number, message: ControlMessage): void {
    if (this.#socket.destroyed) return;
    try {
      this.#socket.write(encodeMessage(id, message));
    } catch (thrown) {
      this.close(asProtocolError(thrown)); // a packet that the wire cannot carry
    }
  }

  /** Ends the connection; `cause` is what the receiver is told. */
  close(cause: SluiceError | null = null): void {
    this.#cause ??= cause;
    this.#socket.destroy();
  }

  #take(id: number, message: ControlMessage): void {
    if (this.#receiver) this.#receiver.packet(id, message);
    else this.#early.push({ id, message });
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#receiver?.closed(this.#cause);
  }
}

function asProtocolError(thrown: unknown): SluiceError {
  return thrown instanceof SluiceError
    ? thrown
    : new SluiceError('protocol', `control connection: ${messageOf(thrown)}`, '', { cause: thrown });
}
