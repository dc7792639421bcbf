import type { Duplex, Readable, Writable } from 'node:stream';
import { messageOf, SluiceError } from '../../../shared/base/errors.ts';
import { Channel, type SendFrame } from './channel.ts';
import { frameHeader, FrameReader, type Frame } from './frames.ts';

/** Of one client: its questions, a stream of events for each session, and what it fetches. */
const MAX_CHANNELS = 256;
/** Each end says so often that it lives: a link that breaks without a word, as by a router that loses power, is found so. */
const BEAT_MS = 1_000;
/** Nothing has come for so long: the other end is gone. Neither end is busy for so long in one turn. */
const LOST_MS = 6_000;
const NOTHING = Buffer.alloc(0);

/**
 * Many byte streams over two pipes, as those of ssh or `docker exec`: one end opens channels, the other one takes them. Nothing
 * listens anywhere.
 */
export class Multiplexer {
  /** Resolves when the pipe is gone, with a sentence that says why. */
  readonly closed: Promise<string>;
  readonly #output: Writable;
  readonly #channels = new Map<number, Channel>();
  readonly #onOpen: ((channel: Duplex) => void) | null;
  #tellClosed = (_: string): void => {};
  /** Number of the newest channel. */
  #newest = 0;
  #isClosed = false;
  #heardAtMs = performance.now();
  readonly #beats: NodeJS.Timeout;

  /** @param onOpen takes each channel that the other end opens; null: it may open none */
  constructor(input: Readable, output: Writable, onOpen: ((channel: Duplex) => void) | null = null) {
    this.#output = output;
    this.#onOpen = onOpen;
    this.closed = new Promise((resolve) => (this.#tellClosed = resolve));
    const frames = new FrameReader();
    input.on('data', (arrived: Buffer) => {
      this.#heardAtMs = performance.now();
      try {
        for (const frame of frames.read(arrived)) if (!this.#isClosed) this.#take(frame);
      } catch (thrown) {
        this.#close(messageOf(thrown));
      }
    });
    input.once('close', () => this.#close('The connection has ended.'));
    input.once('end', () => this.#close('The connection has ended.'));
    this.#beats = setInterval(() => this.#beat(), BEAT_MS);
    for (const pipe of [input, output])
      pipe.on('error', (error: Error) => this.#close(`The connection broke: ${error.message}.`));
  }

  /** One that is opened after the pipe has gone is closed at once. */
  open(): Duplex {
    const channel = this.#add(this.#newest + 1);
    if (this.#isClosed) channel.destroy(new SluiceError('io', 'The connection has ended.'));
    else this.#sendOn(this.#newest)('open', NOTHING);
    return channel;
  }

  /** Ends our half of the pipe: the other end sees that we have gone. */
  close(): void {
    this.#close('The connection was closed.');
  }

  #close(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#beats);
    for (const channel of [...this.#channels.values()]) channel.destroy(new SluiceError('io', reason));
    this.#output.end();
    this.#tellClosed(reason);
  }

  #beat(): void {
    const silentMs = performance.now() - this.#heardAtMs;
    if (silentMs < LOST_MS) this.#sendOn(0)('beat', NOTHING);
    else this.#close(`The connection is lost: nothing has come for ${Math.round(silentMs / 1000)} s.`);
  }

  #take(frame: Frame): void {
    if (frame.kind === 'beat') return;
    if (frame.kind === 'open') return this.#takeOpen(frame.channel);
    const channel = this.#channels.get(frame.channel);
    if (channel) channel.receive(frame);
    else if (frame.channel > this.#newest)
      throw new SluiceError('protocol', `The other end uses channel ${frame.channel}, which is not open.`);
    // Else it was on its way when we closed the channel.
  }

  #takeOpen(number: number): void {
    if (this.#onOpen === null || number !== this.#newest + 1)
      throw new SluiceError('protocol', `The other end opens channel ${number}, which it may not.`);
    if (this.#channels.size >= MAX_CHANNELS)
      throw new SluiceError('protocol', `The other end opens more than ${MAX_CHANNELS} channels.`);
    this.#onOpen(this.#add(number));
  }

  #add(number: number): Channel {
    this.#newest = number;
    const channel = new Channel(this.#sendOn(number), () => this.#channels.delete(number));
    this.#channels.set(number, channel);
    return channel;
  }

  #sendOn(channel: number): SendFrame {
    return (kind, payload, onSent) => {
      if (this.#isClosed) return onSent?.(new SluiceError('io', 'The connection has ended.'));
      this.#output.cork();
      this.#output.write(
        frameHeader(kind, channel, payload.length),
        payload.length === 0 ? onSent : undefined,
      );
      if (payload.length > 0) this.#output.write(payload, onSent);
      this.#output.uncork();
    };
  }
}
