const HEADER_BYTES = 32;
const ENTRY_HEADER_BYTES = 20;

/** Performance data as HotSpot lays them out (hsperfdata.ts), little-endian: a text or a number for each name. */
export function perfDataBytes(values: Readonly<Record<string, string | number>>): Uint8Array {
  const entries = Object.entries(values).map(([name, value]) => entryOf(name, value));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(0xcafec0c0, 0);
  header.set([1, 2, 0, 1], 4); // little-endian, version 2.0, accessible
  header.writeInt32LE(HEADER_BYTES, 24);
  header.writeInt32LE(entries.length, 28);
  return Buffer.concat([header, ...entries]);
}

function entryOf(name: string, value: string | number): Buffer {
  const nameBytes = Buffer.from(`${name}\0`);
  const dataAt = Math.ceil((ENTRY_HEADER_BYTES + nameBytes.length) / 8) * 8;
  const data = typeof value === 'string' ? Buffer.from(`${value}\0`) : Buffer.alloc(8);
  if (typeof value === 'number') data.writeBigInt64LE(BigInt(value));
  const entry = Buffer.alloc(Math.ceil((dataAt + data.length) / 8) * 8);
  entry.writeInt32LE(entry.length, 0);
  entry.writeInt32LE(ENTRY_HEADER_BYTES, 4);
  entry.writeInt32LE(typeof value === 'string' ? data.length : 0, 8);
  entry.write(typeof value === 'string' ? 'B' : 'J', 12, 'latin1');
  entry.writeInt32LE(dataAt, 16);
  entry.set(nameBytes, ENTRY_HEADER_BYTES);
  entry.set(data, dataAt);
  return entry;
}
