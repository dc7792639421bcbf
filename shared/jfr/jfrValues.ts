import type { JfrCursor, PooledText } from './jfrCursor.ts';
import type { JfrField, JfrType } from './jfrMetadata.ts';

/** A value of which only the place in a pool is written. */
export interface JfrReference {
  readonly type: JfrType;
  readonly key: number;
}

export interface JfrStruct {
  readonly type: JfrType;
  /** Field name -> value. */
  readonly fields: ReadonlyMap<string, JfrValue>;
}

export type JfrValue =
  number | bigint | boolean | string | null | PooledText | JfrReference | JfrStruct | readonly JfrValue[];

const STRUCT_BYTES = 150;
const VALUE_BYTES = 40;

/** @param field of which the cursor stands at the value */
export function readField(cursor: JfrCursor, { type, isPooled, isArray }: JfrField): JfrValue {
  if (!isArray) return readOne(cursor, type, isPooled);
  const length = elementsAt(cursor, type, isPooled);
  cursor.account.take(VALUE_BYTES * (1 + length));
  return Array.from({ length }, () => readOne(cursor, type, isPooled));
}

function elementsAt(cursor: JfrCursor, { leastBytes }: JfrType, isPooled: boolean): number {
  return cursor.count('elements', isPooled ? 1 : leastBytes);
}

/** The fields of a struct or an event, one after the other. */
export function readStruct(cursor: JfrCursor, type: JfrType): JfrStruct {
  cursor.account.take(STRUCT_BYTES + VALUE_BYTES * type.fields.length);
  const fields = new Map<string, JfrValue>();
  for (const field of type.fields) fields.set(field.name, readField(cursor, field));
  return { type, fields };
}

function readOne(cursor: JfrCursor, type: JfrType, isPooled: boolean): JfrValue {
  return isPooled ? { type, key: cursor.number() } : readPlain(cursor, type);
}

/** A value that is written where it stands. */
export function readPlain(cursor: JfrCursor, type: JfrType): JfrValue {
  switch (type.kind) {
    case 'boolean':
      return cursor.u8() !== 0;
    case 'byte':
      return (cursor.u8() << 24) >> 24;
    case 'char':
      return String.fromCharCode(cursor.int() & 0xffff);
    case 'short':
      return (cursor.int() << 16) >> 16;
    case 'int':
      return cursor.int();
    case 'long':
      return cursor.long();
    case 'float':
      return cursor.f32();
    case 'double':
      return cursor.f64();
    case 'text':
      return cursor.text();
    case 'struct':
      return readStruct(cursor, type);
  }
}

/** Passes over a value without making it. */
export function skipField(cursor: JfrCursor, { type, isPooled, isArray }: JfrField): void {
  for (let left = isArray ? elementsAt(cursor, type, isPooled) : 1; left > 0; left--) {
    if (isPooled) cursor.long();
    else skipPlain(cursor, type);
  }
}

export function skipPlain(cursor: JfrCursor, type: JfrType): void {
  if (type.kind === 'text') cursor.skipText();
  else if (type.kind !== 'struct') readPlain(cursor, type);
  else for (const field of type.fields) skipField(cursor, field);
}
