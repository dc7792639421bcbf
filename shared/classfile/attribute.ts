import { malformedClass } from './malformedClass.ts';

/** One attribute (JVMS §4.7) as found in the class file. */
export interface Attribute {
  /** Utf8 index: attribute_name_index. */
  readonly nameIndex: number;
  /** First byte of info, six bytes after the attribute begins. */
  readonly start: number;
  /** Byte after info. */
  readonly endExclusive: number;
}

/** Bytes of an attribute before its info: name index and length. */
export const ATTRIBUTE_HEADER_BYTES = 6;

/**
 * Reads attributes_count at `offset` and the attributes after it.
 * @returns the attributes, and the byte after the last of them
 * @throws SluiceError if one does not end at or before `endExclusive`
 */
export function readAttributes(
  bytes: Uint8Array,
  offset: number,
  endExclusive: number,
  what: string,
): { readonly attributes: readonly Attribute[]; readonly next: number } {
  const u16 = (at: number): number => (bytes[at] << 8) | bytes[at + 1];
  if (offset + 2 > endExclusive) throw cutShort(what, offset, endExclusive);
  const attributes: Attribute[] = [];
  let at = offset + 2;
  for (let left = u16(offset); left > 0; left--) {
    const start = at + ATTRIBUTE_HEADER_BYTES;
    if (start > endExclusive) throw cutShort(what, at, endExclusive);
    const length = u16(at + 2) * 0x10000 + u16(at + 4);
    if (length > endExclusive - start) throw cutShort(what, at, endExclusive);
    attributes.push({ nameIndex: u16(at), start, endExclusive: start + length });
    at = start + length;
  }
  return { attributes, next: at };
}

function cutShort(what: string, offset: number, endExclusive: number): Error {
  return malformedClass(
    what,
    offset,
    'the attributes go on past their end',
    `they must end at byte ${endExclusive}`,
  );
}
