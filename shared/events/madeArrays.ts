import { elementBytesOf, kindOf } from './madeWord.ts';
import type { ObjectLayout } from './objectLayout.ts';

/**
 * Arrays that one site has made in a loop, added up: their number in a word `arrays`, and in a word `elements` behind it
 *
 *      43                               17 16                       0
 *     +-----------------------------------+--------------------------+
 *     |  their elements                   |  what rounding left over |
 *     +-----------------------------------+--------------------------+
 *
 * An array takes base + elements, up to the next multiple of the alignment. So many of them take, with mask = alignment - 1,
 *
 *     number * (base + mask) + bytes of all elements - sum of ((base + mask + bytes of its elements) & mask)
 */
const LEFT_OVER_LIMIT = 2 ** 17;

export interface MadeArrays {
  readonly elements: number;
  readonly bytes: number;
}

/** @param code of the site, as words have it @param field of the word `elements` */
export function madeArrays(layout: ObjectLayout, code: number, count: number, field: number): MadeArrays {
  const elements = Math.floor(field / LEFT_OVER_LIMIT);
  const leftOver = field % LEFT_OVER_LIMIT;
  const { elementBytes, baseBytes } = arrayOf(layout, code);
  const most = baseBytes + layout.alignmentBytes - 1;
  return { elements, bytes: count * most + elements * elementBytes - leftOver };
}

/** What a probe needs to add arrays up (SluiceProbe.java): (base + mask) & mask, mask << 8, log2 of an element's bytes << 16. */
export function arrayShape(layout: ObjectLayout, code: number): number {
  const { elementBytes, baseBytes } = arrayOf(layout, code);
  const mask = layout.alignmentBytes - 1;
  return ((baseBytes + mask) & mask) | (mask << 8) | (Math.log2(elementBytes) << 16);
}

function arrayOf(
  { referenceBytes, arrayBaseBytes, wideArrayBaseBytes }: ObjectLayout,
  code: number,
): { readonly elementBytes: number; readonly baseBytes: number } {
  const elementBytes = elementBytesOf(kindOf(code)) || referenceBytes;
  return { elementBytes, baseBytes: elementBytes === 8 ? wideArrayBaseBytes : arrayBaseBytes };
}
