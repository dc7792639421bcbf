import { ByteReader } from '../base/byteReader.ts';
import { ByteWriter } from '../base/byteWriter.ts';
import { SluiceError } from '../base/errors.ts';
import { readingSteps, type Form } from './controlFields.ts';
import { PACKETS, type ControlMessage, type MessageKind } from './controlMessage.ts';
import { LENGTH_BYTES, MAX_PACKET_LENGTH } from './frameSplitter.ts';

/** A whole packet: length, id, type and fields (README.md section 1). `id` 0 = no answer wanted. */
export function encodeMessage(id: number, message: ControlMessage): Uint8Array {
  const to = new ByteWriter();
  to.u32(0).u32(id).u8(PACKETS[message.kind].number);
  formOf(message.kind).write(to, message);
  const length = to.length - LENGTH_BYTES;
  if (length > MAX_PACKET_LENGTH) {
    throw new SluiceError(
      'protocol',
      `Packet ${message.kind} of ${length} bytes: at most ${MAX_PACKET_LENGTH} are allowed`,
    );
  }
  to.patchU32(0, length);
  return to.toBytes();
}

/**
 * The fields of one packet as a value. Byte fields are views of `fields`, not copies.
 * @throws SluiceError 'protocol' for an unknown type, a short or impossible field and trailing bytes;
 *   'version' for a handshake of another protocol version
 */
export function decodeMessage(type: number, fields: Uint8Array): ControlMessage {
  const kind = kindOfType(type);
  const from = new ByteReader(fields, `Packet ${kind}`);
  const values = formOf(kind).read(from, kind);
  return messageOf(kind, values, from);
}

/** The same in steps of a few milliseconds, for who has others to serve; `fields` must stay as they are until the end. */
export function* decodingSteps(type: number, fields: Uint8Array): Generator<void, ControlMessage, undefined> {
  const kind = kindOfType(type);
  const from = new ByteReader(fields, `Packet ${kind}`);
  const values = yield* readingSteps(formOf(kind), from, kind);
  return messageOf(kind, values, from);
}

function messageOf(kind: MessageKind, values: object, from: ByteReader): ControlMessage {
  from.end();
  return { kind, ...values } as ControlMessage; // the form of a kind reads the fields of that kind
}

/** @throws SluiceError 'protocol' for an unknown type */
export function kindOfType(type: number): MessageKind {
  const kind = KIND_OF_TYPE.get(type);
  if (kind === undefined) {
    throw new SluiceError('protocol', `Control connection: packet type ${type} is not defined`);
  }
  return kind;
}

const KIND_OF_TYPE: ReadonlyMap<number, MessageKind> = new Map(
  (Object.keys(PACKETS) as MessageKind[]).map((kind) => [PACKETS[kind].number, kind]),
);

/** Each form reads and writes its own kind; which one it is, only the caller's message knows. */
function formOf(kind: MessageKind): Form<object> {
  return PACKETS[kind].form;
}
