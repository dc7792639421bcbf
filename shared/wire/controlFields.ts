import type { Clock } from '../events/clock.ts';
import type { ByteReader } from '../base/byteReader.ts';
import type { ByteWriter } from '../base/byteWriter.ts';
import { SluiceError } from '../base/errors.ts';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { CLOCK, SWAP_STATUS } from './controlMessage.ts';
import type { LoadedClass, LoadedLoader, SwapResult } from './controlMessage.ts';
import { PROTOCOL_VERSION } from './protocolVersion.ts';

// The forms of fields that several packets have (README.md section 1), both directions side by side. What a field cannot hold is
// refused as it is read: @throws SluiceError 'protocol', and 'version' for a handshake of another version.

/** Nonces and proofs are HMAC-SHA256 wide. */
const SECRET_BYTES = 32;

export function writeArray<T>(
  to: ByteWriter,
  items: readonly T[],
  writeItem: (to: ByteWriter, item: T) => void,
): void {
  to.u32(items.length);
  for (const item of items) writeItem(to, item);
}

/**
 * A count that cannot fit, or is not allowed, is refused before anything is read.
 * @param minItemBytes the shortest an item can be
 */
export function readArray<T>(
  from: ByteReader,
  field: string,
  minItemBytes: number,
  readItem: (from: ByteReader) => T,
  maxItems = Infinity,
): T[] {
  const items: T[] = [];
  for (let left = from.count(minItemBytes, field, maxItems); left > 0; left--) items.push(readItem(from));
  return items;
}

export function writeIds(to: ByteWriter, ids: readonly number[]): void {
  writeArray(to, ids, (w, id) => void w.u32(id));
}

export function readIds<Id extends number>(from: ByteReader, field: string, maxIds = Infinity): Id[] {
  return readArray(from, field, 4, (r) => r.u32(field) as Id, maxIds);
}

export function writeTexts(to: ByteWriter, texts: readonly string[]): void {
  writeArray(to, texts, (w, text) => void w.utf(text));
}

export function readTexts(from: ByteReader, field: string): string[] {
  return readArray(from, field, 2, (r) => r.utf(field));
}

export function writeLoader(to: ByteWriter, loader: LoadedLoader): void {
  to.u32(loader.loaderId).utf(loader.className).utf(loader.name);
}

export function readLoader(from: ByteReader): LoadedLoader {
  return {
    loaderId: from.u32('loaderId') as LoaderId,
    className: from.utf('className'),
    name: from.utf('name'),
  };
}

export function writeClass(to: ByteWriter, loaded: LoadedClass): void {
  to.u32(loaded.classId).u32(loaded.loaderId).u8(loaded.flags).utf(loaded.name).utf(loaded.module);
  writeIds(to.u32(loaded.superId), loaded.interfaceIds);
}

export function readClass(from: ByteReader): LoadedClass {
  return {
    classId: from.u32('classId') as ClassId,
    loaderId: from.u32('loaderId') as LoaderId,
    flags: readNumberUpTo(from, 'flags', 15),
    name: from.utf('name'),
    module: from.utf('module'),
    superId: from.u32('superId') as ClassId,
    interfaceIds: readIds<ClassId>(from, 'interfaceIds'),
  };
}

export function writeSwapResult(to: ByteWriter, result: SwapResult): void {
  to.u32(result.classId).u8(result.status).utf(result.message);
}

export function readSwapResult(from: ByteReader): SwapResult {
  return {
    classId: from.u32('classId') as ClassId,
    status: readNumberUpTo(from, 'status', SWAP_STATUS.loaderRefuses),
    message: from.utf('message'),
  };
}

export function writeBoolean(to: ByteWriter, value: boolean): void {
  to.u8(value ? 1 : 0);
}

export function readBoolean(from: ByteReader, field: string): boolean {
  return readNumberUpTo(from, field, 1) === 1;
}

export function readNumberUpTo(from: ByteReader, field: string, max: number): number {
  const value = from.u8(field);
  if (value > max) throw impossible(from, field, value, `0 to ${max} are allowed`);
  return value;
}

export function readClock(from: ByteReader): Clock {
  const value = from.u8('clock');
  for (const name of Object.keys(CLOCK) as Clock[]) if (CLOCK[name] === value) return name;
  throw impossible(from, 'clock', value, `known are ${Object.keys(CLOCK).join(', ')}`);
}

/** A duration in ns that corrections are computed with: NaN or a negative one would spoil every number silently. */
export function readDuration(from: ByteReader, field: string): number {
  const value = from.f64(field);
  if (!(value >= 0 && value < Infinity)) throw impossible(from, field, value, 'a duration is needed');
  return value;
}

export function readSecret(from: ByteReader, field: string): Uint8Array {
  const bytes = from.blob(field);
  if (bytes.byteLength !== SECRET_BYTES) {
    throw impossible(from, field, bytes.byteLength, `exactly ${SECRET_BYTES} bytes are needed`);
  }
  return bytes;
}

/** The layout of what follows depends on the version: nothing of another version is read. */
export function readVersion(from: ByteReader, speaker: 'agent' | 'tool'): number {
  const version = from.u16('version');
  if (version !== PROTOCOL_VERSION) {
    throw new SluiceError(
      'version',
      `The ${speaker} speaks protocol version ${version}, this side speaks ${PROTOCOL_VERSION}`,
      'Use the agent and the tool of one Sluice build; a JVM keeps the agent it loaded first until it restarts.',
    );
  }
  return version;
}

function impossible(from: ByteReader, field: string, found: number, allowed: string): SluiceError {
  return new SluiceError(
    'protocol',
    `${from.what}: field ${field} before offset ${from.offset}: found ${found}, ${allowed}`,
  );
}
