import type { Clock } from '../events/clock.ts';
import type { ByteReader } from '../base/byteReader.ts';
import type { ByteWriter } from '../base/byteWriter.ts';
import { SluiceError } from '../base/errors.ts';
import { PROTOCOL_VERSION } from './protocolVersion.ts';

// The forms of fields (README.md section 1), both directions side by side. What a field cannot hold is refused as it is read:
// @throws SluiceError 'protocol', and 'version' for a handshake of another version.

export interface SimpleForm<T> {
  /** What lies in the packet: a plain type, fields one after the other, or a count and items. */
  readonly layout: PlainType | { readonly fields: Fields } | { readonly item: Form<unknown> };
  /** The shortest it can be. */
  readonly minBytes: number;
  /** Where README.md and errors call the field by another name than its message does. */
  readonly wireName?: string;
  write(to: ByteWriter, value: T): void;
  read(from: ByteReader, field: string): T;
}

export interface Form<T> extends SimpleForm<T> {
  /** The same with rests, where a field may hold very much. */
  readSteps?(from: ByteReader, field: string): Generator<void, T, undefined>;
}

export type PlainType = 'u8' | 'u16' | 'u32' | 'i64' | 'f64' | 'utf' | 'blob';

/** By name, in the order of the wire. */
export type Fields = Readonly<Record<string, Form<unknown>>>;

export type ValueOf<F> = F extends Form<infer T> ? T : never;
export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

/** Nonces and proofs are HMAC-SHA256 wide. */
const SECRET_BYTES = 32;

const u8: SimpleForm<number> = {
  layout: 'u8',
  minBytes: 1,
  write: (to, value) => void to.u8(value),
  read: (from, field) => from.u8(field),
};
export const u16: SimpleForm<number> = {
  layout: 'u16',
  minBytes: 2,
  write: (to, value) => void to.u16(value),
  read: (from, field) => from.u16(field),
};
export const u32: SimpleForm<number> = {
  layout: 'u32',
  minBytes: 4,
  write: (to, value) => void to.u32(value),
  read: (from, field) => from.u32(field),
};
export const i64: SimpleForm<number> = {
  layout: 'i64',
  minBytes: 8,
  write: (to, value) => void to.i64(value),
  read: (from, field) => from.i64(field),
};
const f64: SimpleForm<number> = {
  layout: 'f64',
  minBytes: 8,
  write: (to, value) => void to.f64(value),
  read: (from, field) => from.f64(field),
};
export const utf: SimpleForm<string> = {
  layout: 'utf',
  minBytes: 2,
  write: (to, value) => void to.utf(value),
  read: (from, field) => from.utf(field),
};
export const blob: SimpleForm<Uint8Array> = {
  layout: 'blob',
  minBytes: 4,
  write: (to, value) => void to.blob(value),
  read: (from, field) => from.blob(field),
};

export const flag: Form<boolean> = {
  ...u8,
  write: (to, value) => void to.u8(value ? 1 : 0),
  read: (from, field) => readNumberUpTo(from, field, 1) === 1,
};

/** A duration in ns that corrections are computed with: NaN or a negative one would spoil every number silently. */
export const duration: Form<number> = {
  ...f64,
  read: (from, field) => {
    const value = from.f64(field);
    if (!(value >= 0 && value < Infinity)) throw impossible(from, field, value, 'a duration is needed');
    return value;
  },
};

export const secret: Form<Uint8Array> = {
  ...blob,
  read: (from, field) => {
    const bytes = from.blob(field);
    if (bytes.byteLength !== SECRET_BYTES) {
      throw impossible(from, field, bytes.byteLength, `exactly ${SECRET_BYTES} bytes are needed`);
    }
    return bytes;
  },
};

/** A number of what the agent or the tool counts, 0 for none where that is allowed. */
export function idOf<Id extends number>(): Form<Id> {
  return { ...u32, read: (from, field) => from.u32(field) as Id };
}

export function numberUpTo(max: number): Form<number> {
  return { ...u8, read: (from, field) => readNumberUpTo(from, field, max) };
}

/** A word, by its place in the list. */
export function wordOf<Word extends string>(words: readonly Word[]): Form<Word> {
  return {
    ...u8,
    write: (to, word) => void to.u8(words.indexOf(word)),
    read: (from, field) => words[readNumberUpTo(from, field, words.length - 1)],
  };
}

export function clockOf(numbers: Readonly<Record<Clock, number>>): Form<Clock> {
  return {
    ...u8,
    write: (to, clock) => void to.u8(numbers[clock]),
    read: (from, field) => {
      const value = from.u8(field);
      for (const name of Object.keys(numbers) as Clock[]) if (numbers[name] === value) return name;
      throw impossible(from, field, value, `known are ${Object.keys(numbers).join(', ')}`);
    },
  };
}

/** The layout of what follows depends on the version: nothing of another version is read. */
export function versionOf(speaker: 'agent' | 'tool'): Form<number> {
  return {
    ...u16,
    read: (from, field) => {
      const version = from.u16(field);
      if (version === PROTOCOL_VERSION) return version;
      throw new SluiceError(
        'version',
        `The ${speaker} speaks protocol version ${version}, this side speaks ${PROTOCOL_VERSION}`,
        'Use the agent and the tool of one Sluice build; a JVM keeps the agent it loaded first until it restarts.',
      );
    },
  };
}

/** Fields one after the other. */
export function record<F extends Fields>(fields: F): Form<ValuesOf<F>> {
  const names: readonly (keyof F & string)[] = Object.keys(fields);
  return {
    layout: { fields },
    minBytes: names.reduce((sum, name) => sum + fields[name].minBytes, 0),
    write: (to, values) => {
      for (const name of names) fields[name].write(to, values[name]);
    },
    read: (from) => {
      const values: Record<string, unknown> = {};
      for (const name of names) values[name] = fields[name].read(from, name);
      return values as ValuesOf<F>; // each name has what its own form has read
    },
    *readSteps(from) {
      const values: Record<string, unknown> = {};
      for (const name of names) {
        values[name] = yield* readingSteps(fields[name], from, name);
      }
      return values as ValuesOf<F>;
    },
  };
}

/** A count that cannot fit, or is not allowed, is refused before an item is read. */
export function array<T>(item: Form<T>, maxItems = Infinity, itemsPerStep = Infinity): Form<readonly T[]> {
  return {
    layout: { item },
    minBytes: 4,
    write: (to, items) => {
      to.u32(items.length);
      for (const each of items) item.write(to, each);
    },
    read: (from, field) => {
      const items: T[] = [];
      for (let left = from.count(item.minBytes, field, maxItems); left > 0; left--) {
        items.push(item.read(from, field));
      }
      return items;
    },
    *readSteps(from, field) {
      const items: T[] = [];
      for (let left = from.count(item.minBytes, field, maxItems); left > 0; left--) {
        items.push(item.read(from, field));
        if (left % itemsPerStep === 0) yield;
      }
      return items;
    },
  };
}

export function named<T>(wireName: string, form: Form<T>): Form<T> {
  return {
    ...form,
    wireName,
    read: (from) => form.read(from, wireName),
    readSteps: (from) => readingSteps(form, from, wireName),
  };
}

export function* readingSteps<T>(
  form: Form<T>,
  from: ByteReader,
  field: string,
): Generator<void, T, undefined> {
  return form.readSteps ? yield* form.readSteps(from, field) : form.read(from, field);
}

function readNumberUpTo(from: ByteReader, field: string, max: number): number {
  const value = from.u8(field);
  if (value > max) throw impossible(from, field, value, `0 to ${max} are allowed`);
  return value;
}

function impossible(from: ByteReader, field: string, found: number, allowed: string): SluiceError {
  return new SluiceError(
    'protocol',
    `${from.what}: field ${field} before offset ${from.offset}: found ${found}, ${allowed}`,
  );
}
