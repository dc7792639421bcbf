import { SluiceError } from '../../../shared/base/errors.ts';

/**
 * What goes over the two pipes between a client and an engine elsewhere, each way: frames of many channels.
 *
 *     0        4      5         9
 *     | length | kind | channel | payload: `length` bytes
 *       u32 LE   u8     u32 LE
 *
 * `open`, `end` and `cancel` have no payload. That of `credit` is a u32 LE: so many bytes more may be sent on that channel. `beat` is of
 * channel 0 and says that the other end lives.
 */
export const FRAME_KINDS = ['open', 'data', 'end', 'credit', 'cancel', 'beat'] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];

export interface Frame {
  readonly kind: FrameKind;
  readonly channel: number;
  readonly payload: Buffer;
}

export const HEADER_BYTES = 9;
/** One channel holds the others up for no longer than this takes. */
export const MAX_PAYLOAD_BYTES = 65_536;
const CREDIT_BYTES = 4;

export function frameHeader(kind: FrameKind, channel: number, payloadBytes: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32LE(payloadBytes, 0);
  header.writeUInt8(FRAME_KINDS.indexOf(kind), 4);
  header.writeUInt32LE(channel, 5);
  return header;
}

export function creditPayload(bytes: number): Buffer {
  const payload = Buffer.allocUnsafe(CREDIT_BYTES);
  payload.writeUInt32LE(bytes, 0);
  return payload;
}

/** Cuts what arrives into frames, wherever the pipe has cut it. */
export class FrameReader {
  #pending: Buffer = Buffer.alloc(0);

  /** @returns the frames that are whole now; their payloads are parts of what arrived @throws SluiceError 'protocol' */
  *read(arrived: Buffer): Iterable<Frame> {
    this.#pending = this.#pending.length === 0 ? arrived : Buffer.concat([this.#pending, arrived]);
    while (this.#pending.length >= HEADER_BYTES) {
      const payloadBytes = this.#pending.readUInt32LE(0);
      const kind = FRAME_KINDS[this.#pending.readUInt8(4)];
      checkFrame(kind, payloadBytes);
      const end = HEADER_BYTES + payloadBytes;
      if (this.#pending.length < end) return;
      const channel = this.#pending.readUInt32LE(5);
      const payload = this.#pending.subarray(HEADER_BYTES, end);
      this.#pending = this.#pending.subarray(end);
      yield { kind, channel, payload };
    }
  }
}

/** By its header: nothing is waited for, or kept, that is none. */
function checkFrame(kind: FrameKind | undefined, payloadBytes: number): void {
  const allowed = kind === 'data' ? MAX_PAYLOAD_BYTES : kind === 'credit' ? CREDIT_BYTES : 0;
  const isExact = kind !== 'data';
  if (kind === undefined || (isExact ? payloadBytes !== allowed : payloadBytes > allowed))
    throw new SluiceError('protocol', 'What comes from the other end is no frame of Sluice.');
}
