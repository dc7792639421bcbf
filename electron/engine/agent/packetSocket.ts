import type { Socket } from 'node:net';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { ControlMessage, MessageKind } from '../../../shared/wire/controlMessage.ts';
import { decodingSteps, encodeMessage, kindOfType } from '../../../shared/wire/controlCodec.ts';
import { FrameSplitter } from '../../../shared/wire/frameSplitter.ts';
import { TurnBudget } from '../process/turnBudget.ts';

/** What it throws ends the connection, and is the cause. */
export interface PacketReceiver {
  /** A packet of which not all has come. What cannot be one is refused here, by a throw: its rest would be waited for. */
  begun?(id: number, kind: MessageKind): void;
  packet(id: number, message: ControlMessage): void;
  /** Called once, last. null: the other side ended the stream at a packet's end, or we did. */
  closed(cause: SluiceError | null): void;
}

/** One end of a control connection: messages out, messages in, and the reason why it ended. */
export class PacketSocket {
  readonly #socket: Socket;
  readonly #splitter: FrameSplitter;
  /** Of all that comes from this agent. */
  readonly #budget = new TurnBudget();
  /** What came before there was a receiver: a handful of packets, as the socket is paused then. */
  #early: { readonly id: number; readonly message: ControlMessage }[] = [];
  #receiver: PacketReceiver | null = null;
  #outgoing: Uint8Array[] = [];
  /** The other side has ended the stream: nothing more comes, nor is anything read there. */
  #hasEnded = false;
  #hasHungUp = false;
  /** The other side has closed the connection, as a write has told, and may have said something before. */
  #isUnheard = false;
  #cause: SluiceError | null = null;
  /** Nothing more is taken: we have closed the connection. */
  #isShut = false;
  #isOver = false;
  /** What has come and is not taken yet, the first of it in part: data events may follow each other in one turn. */
  readonly #chunks: Buffer[] = [];
  #isTaking = false;
  #closed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#splitter = new FrameSplitter(({ id, type }) => this.#receiver?.begun?.(id, kindOfType(type)));
    socket.setNoDelay(true);
    this.#keepReading();
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      if (!this.#isTaking) void this.#takeAll();
    });
    socket.on('end', () => {
      this.#hasEnded = true;
      if (!this.#isTaking) this.#noteCut();
      if (this.#isUnheard) socket.destroy();
    });
    socket.on('error', (error) => {
      this.#cause ??= new SluiceError(
        'target-gone',
        `The JVM ended, or its agent left: the connection broke (${error.message}).`,
      );
    });
    socket.on('close', () => {
      this.#isOver = true;
      if (!this.#isTaking) this.#end();
    });
  }

  /**
   * A write that fails ends a socket of Node at once, and what has come and is not read yet is thrown away: the last words of a JVM that
   * ended while a packet was on its way to it. They are still there, and then the end of the stream.
   */
  #keepReading(): void {
    const socket = this.#socket;
    const heard = (callback: (error?: Error | null) => void) => (error?: Error | null) => {
      if (error) this.#isUnheard = true;
      callback();
    };
    const [write, writeAll] = [socket._write.bind(socket), socket._writev?.bind(socket)];
    socket._write = (piece, encoding, callback) => write(piece, encoding, heard(callback));
    if (writeAll) socket._writev = (pieces, callback) => writeAll(pieces, heard(callback));
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
    this.#closeOnThrow(() => early.forEach(({ id, message }) => receiver.packet(id, message)));
    if (this.#closed) receiver.closed(this.#cause);
    else if (!this.#isTaking) this.#socket.resume();
  }

  /** Between two receivers: packets are kept for the next one. */
  clearReceiver(): void {
    this.#receiver = null;
    this.#socket.pause();
  }

  /**
   * We say nothing more; what the other side says is taken until it ends the stream too. What was not written yet is not sent: to
   * write to a JVM that has ended breaks the connection, and what the JVM said last is lost with it.
   */
  hangUp(): void {
    this.#hasHungUp = true;
    this.#socket.end();
  }

  send(id: number, message: ControlMessage): void {
    if (this.#socket.destroyed || this.#hasHungUp || this.#isUnheard) return;
    this.#closeOnThrow(() => this.#outgoing.push(encodeMessage(id, message))); // of a packet that the wire cannot carry
    if (this.#outgoing.length === 1) setImmediate(() => setImmediate(() => this.#write()));
  }

  /** A turn of the event loop after it was sent, in which all is read that had come by then: the last words, see hangUp. */
  #write(): void {
    const packets = this.#outgoing;
    this.#outgoing = [];
    if (this.#socket.destroyed || this.#hasEnded || this.#hasHungUp || this.#isUnheard) return;
    this.#socket.cork();
    for (const packet of packets) this.#socket.write(packet);
    this.#socket.uncork();
  }

  /** Ends the connection; `cause` is what the receiver is told. */
  close(cause: SluiceError | null = null): void {
    this.#cause ??= cause;
    this.#isShut = true;
    this.#socket.destroy();
  }

  #closeOnThrow(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.close(asProtocolError(thrown));
    }
  }

  /** One chunk after the other, in steps: the socket stands still while they need more than their share of this turn. */
  async #takeAll(): Promise<void> {
    this.#isTaking = true;
    try {
      for (let chunk = this.#chunks.shift(); chunk && !this.#isShut; chunk = this.#chunks.shift())
        await this.#takeChunk(chunk);
    } catch (thrown) {
      this.close(asProtocolError(thrown));
    }
    this.#isTaking = false;
    if (this.#hasEnded) this.#noteCut();
    if (this.#isOver) this.#end();
    else if (this.#receiver) this.#socket.resume();
  }

  async #takeChunk(chunk: Buffer): Promise<void> {
    // Not as a Buffer: its slice() shares memory where that of every other byte array copies.
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#budget.begin();
    for (const { id, type, fields } of this.#splitter.frames(bytes)) {
      const decoding = decodingSteps(type, fields);
      let step = decoding.next();
      for (; step.done !== true && !this.#isShut; step = decoding.next()) await this.#rest();
      if (this.#isShut || step.done !== true) break; // what is behind a broken packet is not believed
      this.#take(id, step.value);
      await this.#rest();
      if (this.#isShut) break;
    }
    void this.#budget.end();
  }

  /** All that came has been taken, and nothing more will come. */
  #noteCut(): void {
    if (this.#splitter.pendingBytes === 0) return;
    this.#cause ??= new SluiceError(
      'target-gone',
      `The connection was cut within a packet: ${this.#splitter.pendingBytes} bytes of it had come.`,
    );
  }

  /** What a packet has set in motion comes first; then others, if this connection has had its share of the turn. */
  async #rest(): Promise<void> {
    await Promise.resolve();
    const nextTurn = this.#budget.end();
    if (nextTurn !== null) {
      this.#socket.pause();
      await nextTurn;
    }
    this.#budget.begin();
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
    : new SluiceError('protocol', `The connection with the agent failed: ${messageOf(thrown)}.`, '', {
        cause: thrown,
      });
}
