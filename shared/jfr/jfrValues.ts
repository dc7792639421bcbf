import { jfrDamaged, type JfrCursor, type PooledText } from './jfrCursor.ts';
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

/** Structs within structs: a frame within a stack trace is one. */
const DEEPEST_STRUCT = 8;

/** @param field of which the cursor stands at the value */
export function readField(cursor: JfrCursor, { type, isPooled, isArray }: JfrField, depth = 0): JfrValue {
  if (!isArray) return readOne(cursor, type, isPooled, depth);
  return Array.from({ length: cursor.count('elements') }, () => readOne(cursor, type, isPooled, depth));
}

/** The fields of a struct or an event, one after the other. */
export function readStruct(cursor: JfrCursor, type: JfrType, depth = 0): JfrStruct {
  if (depth > DEEPEST_STRUCT) throw jfrDamaged(`its type ${type.name} holds itself`);
  const fields = new Map<string, JfrValue>();
  for (const field of type.fields) fields.set(field.name, readField(cursor, field, depth + 1));
  return { type, fields };
}

function readOne(cursor: JfrCursor, type: JfrType, isPooled: boolean, depth: number): JfrValue {
  return isPooled ? { type, key: cursor.number() } : readPlain(cursor, type, depth);
}

/** A value that is written where it stands. */
export function readPlain(cursor: JfrCursor, type: JfrType, depth = 0): JfrValue {
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
      return readStruct(cursor, type, depth);
  }
}

/** Passes over a value without making it. */
export function skipField(cursor: JfrCursor, { type, isPooled, isArray }: JfrField, depth = 0): void {
  for (let left = isArray ? cursor.count('elements') : 1; left > 0; left--) {
    if (isPooled) cursor.long();
    else skipPlain(cursor, type, depth);
  }
}

function skipPlain(cursor: JfrCursor, type: JfrType, depth: number): void {
  if (type.kind !== 'struct') {
    readPlain(cursor, type);
    return;
  }
  if (depth > DEEPEST_STRUCT) throw jfrDamaged(`its type ${type.name} holds itself`);
  for (const field of type.fields) skipField(cursor, field, depth + 1);
}
