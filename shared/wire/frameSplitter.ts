import { SluiceError } from '../base/errors.ts';

/** The length field of a packet; what it counts begins after it. */
export const LENGTH_BYTES = 4;
/** id and type: the shortest packet has no fields. */
export const MIN_PACKET_LENGTH = 5;
const HEAD_BYTES = LENGTH_BYTES + MIN_PACKET_LENGTH;
/** Before the proof a stranger may be speaking: README.md section 1. */
export const UNPROVEN_PACKET_LENGTH = 4096;
export const MAX_PACKET_LENGTH = 32 << 20;

export interface FrameHead {
  /** 0 = wants no answer. */
  readonly id: number;
  /** A number of MESSAGE_TYPE, not checked yet. */
  readonly type: number;
}

export interface Frame extends FrameHead {
  /** A view into the bytes that were fed, not a copy, wherever the packet came in one piece. */
  readonly fields: Uint8Array;
}

/**
 * Cuts the control connection's byte stream into packets, under any fragmentation. Keeps nothing but the part of a packet
 * that has arrived. A `protocol` error ends the stream.
 */
export class FrameSplitter {
  /** The longest packet allowed, as its length field counts. Raised after the proof; holds from the next packet on. */
  limitBytes = UNPROVEN_PACKET_LENGTH;

  readonly #onBegun: (head: FrameHead) => void;
  #partial = new Uint8Array(64);
  #partialBytes = 0;

  /**
   * @param onBegun told of a packet whose fields have not all come yet: it may throw, as garbage that looks like the length of a
   *   long packet would else be waited for
   */
  constructor(onBegun: (head: FrameHead) => void = () => {}) {
    this.#onBegun = onBegun;
  }

  /** Bytes of an unfinished packet: when the connection ends and this is not 0, it was cut. */
  get pendingBytes(): number {
    return this.#partialBytes;
  }

  /** The packets that end in the chunk, each cut off when it is asked for: its reader may do other things in between. */
  *frames(chunk: Uint8Array): Generator<Frame, void, undefined> {
    let at = 0;
    while (at < chunk.byteLength) {
      const available = chunk.byteLength - at;
      if (this.#partialBytes === 0 && available >= LENGTH_BYTES) {
        const packetBytes = this.#packetBytes(chunk, at);
        if (packetBytes <= available) {
          yield frameAt(chunk, at, packetBytes);
          at += packetBytes;
          continue;
        }
      }
      at += this.#collect(chunk, at);
      const packet = this.#takeWhole();
      if (packet !== null) yield frameAt(packet, 0, this.#packetBytes(packet, 0));
    }
  }

  /** Adds to the packet that is coming. @returns bytes used of the chunk */
  #collect(chunk: Uint8Array, at: number): number {
    let used = this.#append(chunk, at, LENGTH_BYTES);
    if (this.#partialBytes < LENGTH_BYTES) return used;
    const packetBytes = this.#packetBytes(this.#partial, 0);
    if (this.#partialBytes < HEAD_BYTES) {
      used += this.#append(chunk, at + used, HEAD_BYTES);
      if (this.#partialBytes < HEAD_BYTES) return used;
      this.#onBegun(headAt(viewOf(this.#partial, 0, HEAD_BYTES)));
    }
    return used + this.#append(chunk, at + used, packetBytes);
  }

  /** The packet that was coming, once all of it is here. */
  #takeWhole(): Uint8Array | null {
    const packet = this.#partial;
    if (this.#partialBytes < HEAD_BYTES || this.#partialBytes < this.#packetBytes(packet, 0)) return null;
    this.#partial = new Uint8Array(64); // the packet's fields are views of the old one
    this.#partialBytes = 0;
    return packet;
  }

  /** Copies until the partial packet has `upTo` bytes or the chunk ends. @returns bytes copied */
  #append(chunk: Uint8Array, at: number, upTo: number): number {
    const count = Math.min(upTo - this.#partialBytes, chunk.byteLength - at);
    if (count <= 0) return 0;
    const needed = this.#partialBytes + count;
    if (needed > this.#partial.byteLength) {
      // Grows with what arrives, not with what is announced.
      const grown = new Uint8Array(Math.min(upTo, Math.max(needed, this.#partial.byteLength * 2)));
      grown.set(this.#partial.subarray(0, this.#partialBytes));
      this.#partial = grown;
    }
    this.#partial.set(chunk.subarray(at, at + count), this.#partialBytes);
    this.#partialBytes = needed;
    return count;
  }

  #packetBytes(bytes: Uint8Array, at: number): number {
    const length = viewOf(bytes, at, LENGTH_BYTES).getUint32(0);
    if (length < MIN_PACKET_LENGTH || length > this.limitBytes) {
      throw new SluiceError(
        'protocol',
        `Control connection: packet of length ${length}; ${MIN_PACKET_LENGTH} to ${this.limitBytes} are allowed`,
      );
    }
    return LENGTH_BYTES + length;
  }
}

function frameAt(bytes: Uint8Array, at: number, packetBytes: number): Frame {
  const view = viewOf(bytes, at, packetBytes);
  return { ...headAt(view), fields: bytes.subarray(at + HEAD_BYTES, at + packetBytes) };
}

function headAt(packet: DataView): FrameHead {
  return { id: packet.getUint32(LENGTH_BYTES), type: packet.getUint8(LENGTH_BYTES + 4) };
}

function viewOf(bytes: Uint8Array, at: number, length: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + at, length);
}
