import { encodeUtf8 } from '../base/utf8.ts';

/** A type of a chunk as its metadata has it: nothing of it is checked. */
export interface WrittenType {
  readonly id: number;
  readonly name: string;
  readonly superType?: string;
  readonly simpleType?: boolean;
  readonly fields?: readonly WrittenField[];
}

export interface WrittenField {
  readonly name: string;
  /** Of its type. */
  readonly id: number;
  readonly pooled?: boolean;
  readonly array?: boolean;
}

export interface WrittenPool {
  readonly type: number;
  /** Missing: as many as there are. */
  readonly count?: number;
  /** Each with its key. */
  readonly entries: readonly (readonly number[])[];
}

export const HEADER_BYTES = 68;

/**
 * A chunk of the Flight Recorder, of whatever types, pools and events: events first, then one checkpoint, then the metadata.
 * @param events each with its size and type (jfrEvent)
 */
export function jfrChunkBytes(
  types: readonly WrittenType[],
  pools: readonly WrittenPool[],
  events: readonly (readonly number[])[],
): Uint8Array {
  const checkpoint = jfrEvent(1, [
    ...[...varint(5), ...varint(0), ...varint(0), 0, ...varint(pools.length)],
    ...flat(
      pools.map(({ type, count, entries }) =>
        flat([varint(type), varint(count ?? entries.length), ...entries]),
      ),
    ),
  ]);
  const metadata = jfrEvent(0, metadataBytes(types));
  const eventBytes = events.reduce((sum, { length }) => sum + length, 0);
  const checkpointAt = HEADER_BYTES + eventBytes;
  const metadataAt = checkpointAt + checkpoint.length;
  const size = metadataAt + metadata.length;
  const bytes = new Uint8Array(size);
  const header = new DataView(bytes.buffer);
  bytes.set([0x46, 0x4c, 0x52, 0]);
  header.setUint16(4, 2);
  const longs = [size, checkpointAt, metadataAt, 1_760_000_000_000_000_000, 2_000_000_000, 0, 1_000_000_000];
  longs.forEach((value, i) => header.setBigInt64(8 + 8 * i, BigInt(value)));
  header.setUint32(64, 1);
  let at = HEADER_BYTES;
  for (const piece of [...events, checkpoint, metadata]) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The size counts itself, here in four bytes, as the JVM writes it. */
export function jfrEvent(type: number, body: readonly number[]): number[] {
  const rest = flat([varint(type), body]);
  const size = rest.length + 4;
  return flat([
    [(size & 0x7f) | 0x80, ((size >> 7) & 0x7f) | 0x80, ((size >> 14) & 0x7f) | 0x80, size >> 21],
    rest,
  ]);
}

function metadataBytes(types: readonly WrittenType[]): number[] {
  const places = new Map<string, number>();
  const place = (value: string): number[] => {
    if (!places.has(value)) places.set(value, places.size);
    return varint(places.get(value) ?? 0);
  };
  const element = (
    name: string,
    attributes: Readonly<Record<string, string>>,
    children: readonly (readonly number[])[],
  ): number[] =>
    flat([
      [...place(name), ...varint(Object.keys(attributes).length)],
      ...Object.entries(attributes).map(([key, value]) => [...place(key), ...place(value)]),
      varint(children.length),
      ...children,
    ]);
  const classes = types.map(({ id, name, superType, simpleType, fields = [] }) =>
    element(
      'class',
      {
        ...{ id: String(id), name },
        ...(superType === undefined ? {} : { superType }),
        ...(simpleType === true ? { simpleType: 'true' } : {}),
      },
      fields.map((field) =>
        element(
          'field',
          {
            ...{ name: field.name, class: String(field.id) },
            ...(field.pooled === true ? { constantPool: 'true' } : {}),
            ...(field.array === true ? { dimension: '1' } : {}),
          },
          [],
        ),
      ),
    ),
  );
  const root = element('root', {}, [element('metadata', {}, classes), element('region', {}, [])]);
  const head = [...varint(5), ...varint(0), ...varint(1), ...varint(places.size)];
  return flat([head, ...[...places.keys()].map(text), root]);
}

export function text(value: string): number[] {
  const bytes = encodeUtf8(value);
  return flat([[3], varint(bytes.length), [...bytes]]);
}

export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

function flat(pieces: readonly (readonly number[])[]): number[] {
  const bytes: number[] = [];
  for (const piece of pieces) for (const byte of piece) bytes.push(byte);
  return bytes;
}
